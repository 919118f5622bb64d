/** The options that several commands share. */

import { type Command, InvalidArgumentError, Option } from "commander";
import type { DesignKind } from "../core/experiment.ts";

const DB = ".harness-lab/lab.duckdb";

/** Options that say which model answers. */
export interface ModelFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly toolProtocol?: string;
  readonly temperature?: number;
  readonly timeoutS?: number;
  readonly retries?: number;
  readonly maxWaitS?: number;
  readonly priceLike?: string;
  readonly seed?: boolean;
  readonly emptyContent?: "null" | "text";
  readonly sendThinking?: boolean;
}

/** Options of every command that runs trials. */
export interface RunFlags extends ModelFlags {
  readonly db: string;
  readonly jobs: number;
  readonly fresh: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
  readonly budgetUsd?: number;
  readonly verbose?: boolean;
}

/** Adds the model options to a command; without a default the model is the one of the trial in question. */
export function withModel(command: Command, byDefault: "simulated" | "the trial's" = "simulated"): Command {
  const model =
    byDefault === "simulated"
      ? new Option("--model <id>", "simulated, or a model of the endpoint").default("simulated")
      : new Option("--model <id>", "another model than the trial's");
  return command
    .addOption(model)
    .option("--base-url <url>", "an OpenAI-compatible endpoint")
    .option("--api-key-env <NAME>", "environment variable that holds the key (default: OPENAI_API_KEY)")
    .addOption(new Option("--tool-protocol <protocol>", "how tools are offered").choices(["native", "json"]))
    .option("--temperature <t>", "sampling temperature, 0 to 2", temperature)
    .option("--timeout-s <seconds>", "time-out of one call (default: 300)", aboveZero)
    .option(
      "--retries <n>",
      "retries of the client on connection errors, 429 and 5xx (default: 2)",
      wholeNumber,
    )
    .option(
      "--max-wait-s <seconds>",
      "longest wait that the endpoint may ask for before the call fails (default: 300)",
      fromZero,
    )
    .option("--price-like <model>", "price the model as if it were that catalogue model")
    .option("--no-seed", "send no sampling seed")
    .addOption(
      new Option(
        "--empty-content <form>",
        "how a tool call without words is sent back (default: null)",
      ).choices(["null", "text"]),
    )
    .option("--send-thinking", "send thinking back with the tool calls it came with");
}

/** Only what the user gave: a stored base and an experiment file name a model, which no default of an option may replace. */
export function givenModel(options: ModelFlags, command: Command): ModelFlags {
  const names = [
    ...["model", "baseUrl", "apiKeyEnv", "toolProtocol", "temperature", "timeoutS", "retries", "maxWaitS"],
    ...["priceLike", "seed", "emptyContent", "sendThinking"],
  ] as readonly (keyof ModelFlags)[];
  const given = names.filter(
    (name) => options[name] !== undefined && command.getOptionValueSource(name) !== "default",
  );
  return Object.fromEntries(given.map((name) => [name, options[name]]));
}

/** Options that name a judge. */
export interface JudgeFlags {
  readonly judgeModel?: string;
  readonly judgeBaseUrl?: string;
  readonly judgeApiKeyEnv?: string;
}

/** Adds the judge options to a command. */
export function withJudge(command: Command): Command {
  return command
    .option("--judge-model <id>", "the model that decides judge checks; never the harness's by default")
    .option("--judge-base-url <url>", "its OpenAI-compatible endpoint")
    .option("--judge-api-key-env <NAME>", "environment variable that holds its key");
}

/** Options that say what is selected to ablate. */
export interface SelectionFlags {
  readonly scenarios?: string[];
  readonly seeds: string;
  readonly independent: boolean;
  readonly name?: string;
  readonly design?: DesignKind;
}

/** Options that say how comparisons are decided. */
export interface DecisionFlags {
  readonly sequential: boolean;
  readonly until?: "demonstrated" | "harmful";
  readonly maxSeeds?: number;
  readonly minEffect?: number;
  readonly force: boolean;
}

/** Adds the options that select what an ablation is about. */
export function withSelection(command: Command): Command {
  return command
    .option(
      "--scenarios <pattern...>",
      "ids, globs, tags, files or folders; all that target the flags when absent",
    )
    .option("--seeds <n or file>", "how many seeds, or a JSON file with a list", "10")
    .option("--independent", "share no replies between arms: measures the noise floor", false)
    .option("--name <name>", "a name for the experiment")
    .addOption(
      new Option("--design <kind>", "run combinations of several flags").choices([
        "oat",
        "leave-one-out",
        "both",
        "factorial",
        "plackett-burman",
      ]),
    );
}

/** Adds the options that say how comparisons are decided. */
export function withDecision(command: Command): Command {
  return command
    .option(
      "--sequential",
      "look at every round end and stop when decided; at most 1.5 times the seeds",
      false,
    )
    .addOption(
      new Option("--until <verdict>", "add seeds round by round until the verdict stands").choices([
        "demonstrated",
        "harmful",
      ]),
    )
    .option("--max-seeds <n>", "cap of --sequential and --until", positive)
    .option(
      "--min-effect <points>",
      "smallest effect worth having, in points of a pass rate (default: 20)",
      number,
    )
    .option("--force", "go on although a goal is out of reach or a design is large", false);
}

/** Adds the options of a command that runs trials. */
export function withRun(command: Command): Command {
  return command
    .addOption(db())
    .option("-j, --jobs <n>", "blocks at once", positive, 4)
    .option("--fresh", "run anew although a result is stored", false)
    .option("--dry-run", "show the plan: pairs, power, reachable verdicts, calls, cost; run nothing", false)
    .option(
      "--budget-usd <x>",
      "send no call that could take the experiment beyond this; the pairs left are set aside",
      dollars,
    )
    .addOption(json());
}

/** The run options as the workflows take them. */
export function runOptions(options: RunFlags) {
  return {
    db: options.db,
    width: options.jobs,
    fresh: options.fresh,
    dryRun: options.dryRun,
    budgetUsd: options.budgetUsd,
  };
}

/** The `--db` option. */
export function db(): Option {
  return new Option("--db <file>", "the store").default(DB);
}

/** The `--verbose` option. */
export function verbose(): Option {
  return new Option("--verbose", "print every figure and reservation instead of the first screen").default(
    false,
  );
}

/** The `--json` option. */
export function json(): Option {
  return new Option("--json", "machine-readable output").default(false);
}

/** Reads a number, or says that one is needed. */
export function number(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || text.trim() === "") throw new InvalidArgumentError("give a number");
  return value;
}

/** Reads a number from 0 on. */
function fromZero(text: string): number {
  const value = number(text);
  if (value < 0) throw new InvalidArgumentError("give a number from 0 on");
  return value;
}

/** Reads a number above 0. */
export function aboveZero(text: string): number {
  const value = number(text);
  if (value <= 0) throw new InvalidArgumentError("give a number above 0");
  return value;
}

function temperature(text: string): number {
  const value = number(text);
  if (value < 0 || value > 2) throw new InvalidArgumentError("give a number from 0 to 2");
  return value;
}

/** Reads an amount of money above 0. */
export function dollars(text: string): number {
  const value = number(text);
  if (value <= 0) throw new InvalidArgumentError("give an amount above 0");
  return value;
}

/** Reads a whole number from 0 on. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("give a whole number");
  return Number(text);
}

/** Reads a whole number from 1 on. */
export function positive(text: string): number {
  const value = wholeNumber(text);
  if (value < 1) throw new InvalidArgumentError("give a whole number above 0");
  return value;
}
