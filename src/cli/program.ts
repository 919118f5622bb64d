/** The commands and their options; each loads its workflow only when it runs, so that `--help` stays instant. */

import { Command, InvalidArgumentError, Option } from "commander";
import type { Console, LabResult } from "../lab/result.ts";
import type { Streams } from "./terminal.ts";

/** Runs a command's workflow and prints what it returns. */
export type Execute = (workflow: (console: Console) => Promise<LabResult>, json: boolean) => Promise<void>;

const DB = ".harness-lab/lab.duckdb";

/** Builds the program; nothing is loaded or run until it parses. */
export function createProgram(execute: Execute, streams: Streams): Command {
  const program = new Command("harness-lab")
    .description(
      "Is this layer worth its cost? Matched ON/OFF runs of agent harnesses, with the verdict the evidence supports.",
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams.stdout.write(text),
      writeErr: (text) => streams.stderr.write(text),
    })
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: false })
    .addHelpText(
      "after",
      "\nExit codes: 0 pass, 1 regression or failed, 2 wrong use or missing prerequisite, 3 inconclusive, 4 the evaluation broke, 70 bug",
    );
  addRuns(program, execute);
  addReaders(program, execute);
  addLists(program, execute);
  addEndpoints(program, execute);
  return program;
}

function addRuns(program: Command, execute: Execute): void {
  withModel(
    withRun(
      program.command("ablate").argument("<flag...>", "flags to measure, e.g. AUDIT_SEMANTIC_CONTRADICTION"),
    ),
  )
    .description("run each flag on and off over its scenarios, on the same seeds")
    .option(
      "--scenarios <pattern...>",
      "ids, globs, tags, files or folders; all that target the flags when absent",
    )
    .option("--seeds <n or file>", "how many seeds, or a JSON file with a list", "10")
    .option("--independent", "share no replies between arms: measures the noise floor", false)
    .option("--name <name>", "a name for the experiment")
    .action(
      (
        flags: string[],
        options: RunFlags & { scenarios?: string[]; seeds: string; independent: boolean; name?: string },
      ) =>
        execute(async (console) => {
          const { ablate } = await import("../lab/ablate.ts");
          return ablate({
            flags,
            scenarios: options.scenarios,
            seeds: options.seeds,
            independent: options.independent,
            name: options.name,
            model: options,
            ...runOptions(options),
            console,
          });
        }, options.json),
    );

  withModel(
    withRun(
      program
        .command("run")
        .argument("<experiment.yaml>", "experiment file with baseline, variants and vary"),
    ),
  )
    .description("run an experiment file")
    .option("--seeds <n or file>", "overrides the file's seeds")
    .action((file: string, options: RunFlags & { seeds?: string }) =>
      execute(async (console) => {
        const { runFile } = await import("../lab/run-file.ts");
        return runFile({ file, model: options, seeds: options.seeds, ...runOptions(options), console });
      }, options.json),
    );

  program
    .command("demo")
    .description(
      "the first run: every built flag on the built-in scenarios with the simulated model, and a report",
    )
    .addOption(json())
    .action((options: { json: boolean }) =>
      execute(async (console) => (await import("../lab/demo.ts")).demo(console), options.json),
    );
}

function addReaders(program: Command, execute: Execute): void {
  program
    .command("report")
    .argument("[experiment]", "experiment id, name or latest", "latest")
    .description(
      "write a stored experiment's report: .md, .html or .json by extension; to the terminal without -o",
    )
    .option("-o, --output <file...>", "files to write", [])
    .addOption(db())
    .addOption(json())
    .action((experiment: string, options: { output: string[]; db: string; json: boolean }) =>
      execute(async ({ colour, width }) => {
        const { report } = await import("../lab/report.ts");
        return report({ experiment, output: options.output, db: options.db, colour, width });
      }, options.json),
    );

  program
    .command("show")
    .argument("[trial]", "trial id, scenario#seed@arm or latest", "latest")
    .description("show a trial's transcript: turns, layers, model calls, tool calls, checks")
    .addOption(db())
    .addOption(json())
    .action((trial: string, options: { db: string; json: boolean }) =>
      execute(async ({ colour, width }) => {
        const { show } = await import("../lab/show.ts");
        return show({ trial, db: options.db, colour, width });
      }, options.json),
    );

  program
    .command("replay")
    .argument("<trial or file>", "trial id, scenario#seed@arm, latest, or a recording's file")
    .description("run a trial again from its recorded replies: identical, or the first request that differs")
    .option("--set <FLAG=value...>", "set flags otherwise than in the recording", [])
    .addOption(
      new Option("--then <who>", "who answers after the first difference").choices(["simulated", "live"]),
    )
    .option("--save", "write a self-contained recording under seeds/failing/", false)
    .addOption(db())
    .addOption(json())
    .action(
      (
        trial: string,
        options: { set: string[]; then?: "simulated" | "live"; save: boolean; db: string; json: boolean },
      ) =>
        execute(async () => {
          const { replay } = await import("../lab/replay.ts");
          return replay({
            trial,
            set: options.set,
            continueWith: options.then,
            save: options.save,
            db: options.db,
          });
        }, options.json),
    );
}

function addLists(program: Command, execute: Execute): void {
  program
    .command("flags")
    .description("list the flag catalogue")
    .option("--built", "only those that can be measured", false)
    .addOption(json())
    .action((options: { built: boolean; json: boolean }) =>
      execute(async () => (await import("../lab/lists.ts")).listFlags(options), options.json),
    );

  const scenarios = program
    .command("scenarios")
    .description("list scenarios, or lint them")
    .option("--flag <FLAG>", "only those that target the flag")
    .option("--root <folder>", "scenarios of another folder")
    .addOption(json())
    .action((options: { flag?: string; root?: string; json: boolean }) =>
      execute(async () => (await import("../lab/lists.ts")).listScenarios(options), options.json),
    );
  scenarios
    .command("lint")
    .argument("[folder]", "the built-in scenarios when absent")
    .description("schema, checks against wrong replies, unreachable rules, near-duplicates")
    .addOption(json())
    .action((folder: string | undefined, options: { json: boolean }, command: Command) =>
      execute(
        async () =>
          (await import("../lab/lint.ts")).lint(folder ?? command.parent?.opts<{ root?: string }>().root),
        options.json || command.parent?.opts<{ json: boolean }>().json === true,
      ),
    );

  program
    .command("experiments")
    .description("list stored experiments")
    .addOption(db())
    .addOption(json())
    .action((options: { db: string; json: boolean }) =>
      execute(async () => (await import("../lab/lists.ts")).listExperiments(options.db), options.json),
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
      }) => execute(async () => (await import("../lab/lists.ts")).listTrials(options), options.json),
    );
}

function addEndpoints(program: Command, execute: Execute): void {
  withModel(program.command("doctor"))
    .description("examine an endpoint before money is spent, and say which options follow")
    .addOption(json())
    .action((options: ModelFlags & { json: boolean }) =>
      execute(async (console) => (await import("../lab/doctor.ts")).doctor(options, console), options.json),
    );

  program
    .command("serve-simulated")
    .description("serve the simulated model as an OpenAI-compatible endpoint on 127.0.0.1")
    .option("--port <n>", "0 picks a free one", wholeNumber, 8090)
    .option("--personality <name>", "how it behaves: well-behaved, ignores-seeds, ...", "well-behaved")
    .option("--scenarios <folder>", "whose rules it answers by")
    .addOption(json())
    .action((options: { port: number; personality: string; scenarios?: string; json: boolean }) =>
      execute(
        async (console) => (await import("../lab/serve-simulated.ts")).serveSimulated(options, console),
        options.json,
      ),
    );
}

interface ModelFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly toolProtocol?: string;
  readonly temperature?: number;
  readonly timeoutS?: number;
  readonly retries?: number;
  readonly priceLike?: string;
  readonly seed?: boolean;
}

interface RunFlags extends ModelFlags {
  readonly db: string;
  readonly jobs: number;
  readonly fresh: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

function withModel(command: Command): Command {
  return command
    .option("--model <id>", "simulated, or a model of the endpoint", "simulated")
    .option("--base-url <url>", "an OpenAI-compatible endpoint")
    .option("--api-key-env <NAME>", "environment variable that holds the key (default: OPENAI_API_KEY)")
    .addOption(new Option("--tool-protocol <protocol>", "how tools are offered").choices(["native", "json"]))
    .option("--temperature <t>", "sampling temperature", number)
    .option("--timeout-s <seconds>", "time-out of one call (default: 300)", number)
    .option(
      "--retries <n>",
      "retries of the client on connection errors, 429 and 5xx (default: 2)",
      wholeNumber,
    )
    .option("--price-like <model>", "price the model as if it were that catalogue model")
    .option("--no-seed", "send no sampling seed");
}

function withRun(command: Command): Command {
  return command
    .addOption(db())
    .option("-j, --jobs <n>", "blocks at once", positive, 4)
    .option("--fresh", "run anew although a result is stored", false)
    .option("--dry-run", "show blocks, calls and cost; run nothing", false)
    .addOption(json());
}

function runOptions(options: RunFlags) {
  return { db: options.db, width: options.jobs, fresh: options.fresh, dryRun: options.dryRun };
}

function db(): Option {
  return new Option("--db <file>", "the store").default(DB);
}

function json(): Option {
  return new Option("--json", "machine-readable output").default(false);
}

function number(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || text.trim() === "") throw new InvalidArgumentError("give a number");
  return value;
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("give a whole number");
  return Number(text);
}

function positive(text: string): number {
  const value = wholeNumber(text);
  if (value < 1) throw new InvalidArgumentError("give a whole number above 0");
  return value;
}
