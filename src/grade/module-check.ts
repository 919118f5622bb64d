/** Runs a scenario's own check: a function of an ESM file beside it. */

import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import type { Check, LoadedScenario } from "../core/scenario.ts";
import type { TrialOutcome } from "../core/trial.ts";
import { type Finding, leaveOpen } from "./finding.ts";

type ModuleCheck = Extract<Check, { module: unknown }>["module"];

const Result = z.enum(["pass", "fail", "unscored"]);
const Answer = z.union([Result, z.strictObject({ result: Result, detail: z.string() })]);
const TIME_LIMIT_MS = 10_000;

/** Calls the module with a copy of the trial; whatever goes wrong in it leaves the check unscored, with the reason. */
export async function checkByModule(
  check: ModuleCheck,
  outcome: TrialOutcome,
  loaded: LoadedScenario,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<Finding> {
  const name = `${check.path}#${check.export}`;
  let timer: NodeJS.Timeout | undefined;
  try {
    const file = resolve(dirname(loaded.file), check.path);
    const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
    const run = module[check.export];
    if (typeof run !== "function") return leaveOpen(`${name} is not a function`);
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${timeLimitMs} ms`)), timeLimitMs);
    });
    const copy = structuredClone({ outcome, scenario: loaded.scenario });
    const answer = Answer.safeParse(await Promise.race([run(copy), late]));
    if (!answer.success) return leaveOpen(`${name} returned neither pass, fail nor unscored`);
    return typeof answer.data === "string" ? { result: answer.data, detail: name } : answer.data;
  } catch (error) {
    return leaveOpen(`${name} broke: ${error instanceof Error ? error.message : error}`);
  } finally {
    clearTimeout(timer);
  }
}
