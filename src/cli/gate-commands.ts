/** The commands of the regression gate: gate, and the worker that another checkout's gate starts. */

import { type Command, Option } from "commander";
import type { Execute } from "./execute.ts";
import {
  aboveZero,
  givenModel,
  type JudgeFlags,
  positive,
  type RunFlags,
  runOptions,
  withJudge,
  withModel,
  withRun,
} from "./options.ts";
import type { Streams } from "./terminal.ts";

interface GateFlags extends RunFlags, JudgeFlags {
  readonly baseline?: string;
  readonly arm?: string;
  readonly candidate: string[];
  readonly checkout?: string;
  readonly scenarios?: string[];
  readonly seeds?: string;
  readonly maxSeeds: number;
  readonly confirm: boolean;
  readonly policy?: string;
  readonly inconclusive: "more" | "warn" | "fail";
  readonly failOn?: "drop" | "loss" | "failure";
  readonly statistical: boolean;
  readonly force: boolean;
  readonly maxMinutes?: number;
  readonly output: string[];
}

/** Adds them to the program. */
export function addGateCommands(program: Command, execute: Execute, streams: Streams): void {
  withJudge(withModel(withRun(program.command("gate"))))
    .description("compare a candidate with its base: no regression shown, regression, inconclusive or broken")
    .option(
      "--baseline <name>",
      "a baseline, a file of one, or a stored experiment (default: the baseline main)",
    )
    .option("--arm <arm>", "arm of the stored base (default: the one of all defaults)")
    .option(
      "--candidate <NAME=value...>",
      "flags, settings.<path>=value and model.id=<model> of the candidate; alone: against this checkout's defaults",
      [],
    )
    .option("--checkout <path>", "base: another built checkout, run beside this one")
    .option("--scenarios <pattern...>", "ids, globs, tags, files or folders")
    .option("--seeds <n or file>", "how many seeds, or a JSON file with a list (default: 10, or the base's)")
    .option("--max-seeds <n>", "most seeds that an inconclusive result may grow to", positive, 30)
    .option(
      "--policy <file>",
      "margin, alpha, bars, quarantine and release (default: gate.yaml of the working folder)",
    )
    .option("--no-confirm", "block without a rerun on fresh seeds")
    .addOption(
      new Option("--inconclusive <what>", "add seeds, let through with a warning, or fail")
        .choices(["more", "warn", "fail"])
        .default("more"),
    )
    .addOption(
      new Option("--fail-on <rule>", "a plain rule: fewer passes, any pair worse, any failing trial").choices(
        ["drop", "loss", "failure"],
      ),
    )
    .option("--statistical", "judge a simulated run by the margin too", false)
    .option("--force", "run although the planned pairs cannot reach a decision", false)
    .option("--max-minutes <n>", "stop after this time", aboveZero)
    .option("-o, --output <file...>", "JUnit (.xml), pull-request comment (.md), .json, report (.html)", [])
    .action((options: GateFlags, command: Command) =>
      execute(async (console) => {
        const { gate } = await import("../lab/gate/gate.ts");
        return gate({
          baseline: options.baseline,
          arm: options.arm,
          candidate: options.candidate,
          checkout: options.checkout,
          scenarios: options.scenarios,
          seeds: options.seeds,
          maxSeeds: options.maxSeeds,
          model: givenModel(options, command),
          confirm: options.confirm,
          policy: options.policy,
          onInconclusive: options.inconclusive,
          failOn: options.failOn ?? null,
          statistical: options.statistical,
          force: options.force,
          judge: options,
          maxMinutes: options.maxMinutes,
          output: options.output,
          ...runOptions(options),
          console,
        });
      }, options.json),
    );

  program
    .command("worker", { hidden: true })
    .description("run trials for the gate of another checkout, asked for on standard input")
    .action(() =>
      execute(async ({ signal }) => {
        const { serveTrials } = await import("../lab/gate/worker/serve-trials.ts");
        return serveTrials({
          input: process.stdin,
          write: (line) => streams.stdout.write(line),
          signal,
        });
      }, false),
    );
}
