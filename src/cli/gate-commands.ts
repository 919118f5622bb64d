/** The commands of the regression gate: gate, and the worker that another checkout's gate starts. */

import { type Command, InvalidArgumentError, Option } from "commander";
import type { Execute } from "./execute.ts";
import {
  type JudgeFlags,
  number,
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
  readonly margin: number;
  readonly alpha: number;
  readonly confirm: boolean;
  readonly quarantine?: string;
  readonly maxCostRatio?: number;
  readonly maxTokenRatio?: number;
  readonly maxCallsRatio?: number;
  readonly maxLatencyRatio?: number;
  readonly inconclusive: "more" | "warn" | "fail";
  readonly failOn?: "drop" | "loss" | "failure";
  readonly release: boolean;
  readonly statistical: boolean;
  readonly force: boolean;
  readonly maxMinutes?: number;
  readonly output: string[];
}

/** Adds them to the program. */
export function addGateCommands(program: Command, execute: Execute, streams: Streams): void {
  withJudge(withModel(withRun(program.command("gate"))))
    .description("hold a candidate against its base: no regression shown, regression, inconclusive, broken")
    .option(
      "--baseline <name>",
      "a baseline, a file of one, or a stored experiment (default: the baseline main)",
    )
    .option("--arm <arm>", "arm of the stored base (default: the one of all defaults)")
    .option(
      "--candidate <FLAG=value...>",
      "flags of the candidate; alone: against this checkout's defaults",
      [],
    )
    .option("--checkout <path>", "base: another built checkout, run beside this one")
    .option("--scenarios <pattern...>", "ids, globs, tags, files or folders")
    .option("--seeds <n or file>", "how many seeds, or a JSON file with a list (default: 10, or the base's)")
    .option("--max-seeds <n>", "most seeds that an inconclusive result may grow to", positive, 30)
    .addOption(
      new Option("--margin <points>", "largest loss that is accepted, in points of the pass rate")
        .argParser(points)
        .default(0.1, "10"),
    )
    .option("--alpha <p>", "one-sided level", share, 0.05)
    .option("--no-confirm", "block without a rerun on fresh seeds")
    .option("--quarantine <file>", "scenarios set aside in both arms, with a reason each")
    .option("--max-cost-ratio <x>", "bar of the cost, candidate over base", aboveZero)
    .option("--max-token-ratio <x>", "bar of the tokens", aboveZero)
    .option("--max-calls-ratio <x>", "bar of the model calls", aboveZero)
    .option("--max-latency-ratio <x>", "bar of the waiting time", aboveZero)
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
    .option("--release", "an inconclusive result blocks (exit 3)", false)
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
          margin: options.margin,
          alpha: options.alpha,
          confirm: options.confirm,
          quarantine: options.quarantine,
          bars: {
            cost: options.maxCostRatio,
            tokens: options.maxTokenRatio,
            calls: options.maxCallsRatio,
            latency: options.maxLatencyRatio,
          },
          onInconclusive: options.inconclusive,
          failOn: options.failOn ?? null,
          release: options.release,
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

/** Only what the user gave: a stored base brings its own model settings, and a default must not contradict them. */
function givenModel(options: GateFlags, command: Command) {
  const given = <T>(name: string, value: T): T | undefined =>
    command.getOptionValueSource(name) === "default" ? undefined : value;
  return {
    model: given("model", options.model),
    baseUrl: options.baseUrl,
    apiKeyEnv: options.apiKeyEnv,
    toolProtocol: options.toolProtocol,
    temperature: options.temperature,
    timeoutS: options.timeoutS,
    retries: options.retries,
    maxWaitS: options.maxWaitS,
    emptyContent: options.emptyContent,
    sendThinking: options.sendThinking,
    priceLike: options.priceLike,
    seed: given("seed", options.seed),
  };
}

/** Reads points such as 10 as a share of 1. */
function points(text: string): number {
  const value = number(text);
  if (value < 1 || value >= 100)
    throw new InvalidArgumentError("give points of the pass rate from 1 to 99, e.g. 10 for one in ten");
  return value / 100;
}

function share(text: string): number {
  const value = number(text);
  if (value <= 0 || value >= 1) throw new InvalidArgumentError("give a number between 0 and 1");
  return value;
}

function aboveZero(text: string): number {
  const value = number(text);
  if (value <= 0) throw new InvalidArgumentError("give a number above 0");
  return value;
}
