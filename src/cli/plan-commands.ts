/** The command that plans: what an experiment can show and what it costs, before anything is spent. */

import { type Command, Option } from "commander";
import type { Execute } from "./execute.ts";
import {
  type DecisionFlags,
  db,
  dollars,
  givenModel,
  type JudgeFlags,
  json,
  type ModelFlags,
  number,
  positive,
  type SelectionFlags,
  withDecision,
  withJudge,
  withModel,
  withSelection,
} from "./options.ts";

interface PlanFlags {
  readonly flags?: string[];
  readonly goal?: string;
  readonly margin?: number;
  readonly budgetUsd?: number;
  readonly freeze: boolean;
  readonly output: string[];
  readonly jobs: number;
  readonly db: string;
  readonly json: boolean;
}

/** Adds it to the program. */
export function addPlanCommands(program: Command, execute: Execute): void {
  withJudge(
    withModel(
      withDecision(
        withSelection(
          program
            .command("plan")
            .argument("[experiment.yaml]", "an experiment file; or name flags with --flags")
            .option("--flags <FLAG...>", "flags to ablate"),
        ),
      ),
    ),
  )
    .description(
      "show pairs, power, headroom, reachable verdicts, calls, cost and time before anything is spent",
    )
    .addOption(
      new Option("--goal <verdict>", "what has to be within reach (default: what suits the model)").choices([
        "demonstrated",
        "mechanism",
        "general",
        "harmful",
        "no-effect",
      ]),
    )
    .option(
      "--margin <points>",
      "a gate's margin, in points of a pass rate, that has to be within reach",
      number,
    )
    .option(
      "--budget-usd <x>",
      "show the pairs that this buys, the smallest gain they show and the drop that they exclude",
      dollars,
    )
    .option("--freeze", "store plan and digest before the first paid call; reports are held to it", false)
    .option("-o, --output <file...>", "write the frozen plan for deposit (.md)", [])
    .option("-j, --jobs <n>", "blocks at once", positive, 4)
    .addOption(db())
    .addOption(json())
    .action(
      (
        file: string | undefined,
        options: PlanFlags & SelectionFlags & DecisionFlags & ModelFlags & JudgeFlags,
        command: Command,
      ) =>
        execute(async (console) => {
          const { plan, requireOneSource } = await import("../lab/planning/plan.ts");
          requireOneSource(file, options);
          const shared = { ...options, model: options, judge: options, width: options.jobs, console };
          // The default number of seeds belongs to flags; a file has its own.
          const seeds = command.getOptionValueSource("seeds") === "default" ? undefined : options.seeds;
          return file === undefined
            ? plan({ ...shared, flags: options.flags ?? [], file: undefined })
            : plan({ ...shared, file, seeds, model: givenModel(options, command), flags: undefined });
        }, options.json),
    );
}
