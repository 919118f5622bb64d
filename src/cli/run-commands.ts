/** The commands that run trials: ablate, run, demo. */

import { type Command, Option } from "commander";
import type { Execute } from "./execute.ts";
import {
  type DecisionFlags,
  givenModel,
  type JudgeFlags,
  json,
  type RunFlags,
  runOptions,
  type SelectionFlags,
  verbose,
  withDecision,
  withJudge,
  withModel,
  withRun,
  withSelection,
} from "./options.ts";

/** Adds them to the program. */
export function addRunCommands(program: Command, execute: Execute): void {
  withJudge(
    withModel(
      withRun(
        withDecision(
          withSelection(
            program
              .command("ablate")
              .argument("<flag...>", "flags to measure, e.g. AUDIT_SEMANTIC_CONTRADICTION"),
          ),
        ),
      ),
    ),
  )
    .description("run each flag on and off over its scenarios, on the same seeds")
    .addOption(verbose())
    .action((flags: string[], options: RunFlags & JudgeFlags & SelectionFlags & DecisionFlags) =>
      execute(async (console) => {
        const { ablate } = await import("../lab/experiment/ablate.ts");
        return ablate({
          ...options,
          flags,
          model: options,
          judge: options,
          ...runOptions(options),
          console,
        });
      }, options.json),
    );

  withJudge(
    withModel(
      withRun(
        withDecision(
          program
            .command("run")
            .argument("<experiment.yaml>", "experiment file with baseline, variants and vary"),
        ),
      ),
    ),
  )
    .description("run an experiment file")
    .addOption(verbose())
    .option("--seeds <n or file>", "overrides the file's seeds")
    .action(
      (file: string, options: RunFlags & JudgeFlags & DecisionFlags & { seeds?: string }, command: Command) =>
        execute(async (console) => {
          const { runFile } = await import("../lab/experiment/run-file.ts");
          return runFile({
            ...options,
            file,
            model: givenModel(options, command),
            judge: options,
            ...runOptions(options),
            console,
          });
        }, options.json),
    );

  withJudge(
    withModel(
      withRun(
        program
          .command("calibrate")
          .argument("[flag...]", "flags whose OFF arm is repeated; the arm of all defaults when absent"),
      ),
    ),
  )
    .description("run a control against itself: noise, bias, flaky scenarios, our gate's false alarms")
    .option("--scenarios <pattern...>", "as for ablate; all that target the flags when absent")
    .option("--seeds <n or file>", "how many seeds, or a JSON file with a list", "10")
    .addOption(
      new Option(
        "--draws <mode>",
        "independent: the noise of verdicts; same-seeds: does the endpoint honour seeds; shared: nothing may differ",
      )
        .choices(["independent", "same-seeds", "shared"])
        .default("independent"),
    )
    .action((flags: string[], options: CalibrateFlags) =>
      execute(async (console) => {
        const { calibrate } = await import("../lab/experiment/calibrate.ts");
        return calibrate({
          flags,
          scenarios: options.scenarios,
          seeds: options.seeds,
          draws: options.draws,
          model: options,
          judge: options,
          ...runOptions(options),
          console,
        });
      }, options.json),
    );

  program
    .command("demo")
    .description("the first run: five flags on the built-in scenarios with the simulated model, and a report")
    .option("--all", "every built flag", false)
    .addOption(json())
    .action((options: { all: boolean; json: boolean }) =>
      execute(
        async (console) => (await import("../lab/experiment/demo.ts")).demo(console, options.all),
        options.json,
      ),
    );
}

interface CalibrateFlags extends RunFlags, JudgeFlags {
  readonly scenarios?: string[];
  readonly seeds: string;
  readonly draws: "independent" | "same-seeds" | "shared";
}
