/** The commands that list: flags, scenarios, experiments, trials. */

import type { Command } from "commander";
import type { Execute } from "./execute.ts";
import { db, json, wholeNumber } from "./options.ts";

/** Adds them to the program. */
export function addListCommands(program: Command, execute: Execute): void {
  program
    .command("flags")
    .description("list the flag catalogue")
    .option("--built", "only those that can be measured", false)
    .addOption(json())
    .action((options: { built: boolean; json: boolean }) =>
      execute(
        async ({ tableWidth: width }) =>
          (await import("../lab/environment/list-flags.ts")).listFlags({ ...options, width }),
        options.json,
      ),
    );

  const scenarios = program
    .command("scenarios")
    .description("list scenarios, or lint them")
    .option("--flag <FLAG>", "only those that target the flag")
    .option("--root <folder>", "scenarios of another folder")
    .addOption(json())
    .action((options: { flag?: string; root?: string; json: boolean }) =>
      execute(
        async ({ tableWidth: width }) =>
          (await import("../lab/environment/lists.ts")).listScenarios({ ...options, width }),
        options.json,
      ),
    );
  scenarios
    .command("lint")
    .argument("[folder]", "the built-in scenarios when absent")
    .description("schema, checks against wrong replies, unreachable rules, near-duplicates")
    .addOption(json())
    .action((folder: string | undefined, options: { json: boolean }, command: Command) =>
      execute(
        async ({ tableWidth }) =>
          (await import("../lab/trials/lint.ts")).lint(
            folder ?? command.parent?.opts<{ root?: string }>().root,
            tableWidth,
          ),
        options.json || command.parent?.opts<{ json: boolean }>().json === true,
      ),
    );

  program
    .command("experiments")
    .description("list stored experiments")
    .addOption(db())
    .addOption(json())
    .action((options: { db: string; json: boolean }) =>
      execute(
        async ({ tableWidth }) =>
          (await import("../lab/environment/lists.ts")).listExperiments(options.db, tableWidth),
        options.json,
      ),
    );

  program
    .command("trials")
    .description("list stored trials, newest first")
    .option("--failed", "only failed and errored ones", false)
    .option("--experiment <experiment>", "only of this experiment")
    .option("--flag <FLAG>", "only of experiments about this flag")
    .option("--limit <n>", "at most this many", wholeNumber, 50)
    .addOption(db())
    .addOption(json())
    .action(
      (options: {
        failed: boolean;
        experiment?: string;
        flag?: string;
        limit: number;
        db: string;
        json: boolean;
      }) =>
        execute(
          async ({ tableWidth: width }) =>
            (await import("../lab/environment/lists.ts")).listTrials({ ...options, width }),
          options.json,
        ),
    );
}
