/** Applies one check of a scenario to a trial, by the check's kind. */

import type { Model } from "../core/model.ts";
import type { Check, LoadedScenario } from "../core/scenario.ts";
import type { Score } from "../core/score.ts";
import type { TrialOutcome } from "../core/trial.ts";
import { checkCall } from "./call-check.ts";
import { checkCost } from "./cost-check.ts";
import { checkEvent } from "./event-check.ts";
import { type Finding, leaveOpen } from "./finding.ts";
import { checkByJudge } from "./judge-check.ts";
import { checkByModule } from "./module-check.ts";
import { checkReply } from "./reply-check.ts";
import { checkWorld } from "./world-check.ts";

/** Surroundings that checks may read beside the trial. */
export interface CheckSetup {
  readonly outcome: TrialOutcome;
  readonly loaded: LoadedScenario;
  readonly judge: Model | null;
}

/** The kind of a check, as scores name it. */
export function kindOf(check: Check): Score["kind"] {
  if ("reply" in check) return "reply";
  if ("world" in check) return "world";
  if ("event" in check) return "event";
  if ("call" in check) return "call";
  if ("cost" in check) return "cost";
  return "judge" in check ? "judge" : "module";
}

/** Runs the check; never rejects, since a check that breaks has decided nothing. */
export async function checkTrial(check: Check, setup: CheckSetup, id: string): Promise<Finding> {
  try {
    return await dispatch(check, setup, id);
  } catch (error) {
    return leaveOpen(`the check broke: ${error instanceof Error ? error.message : error}`);
  }
}

function dispatch(
  check: Check,
  { outcome, loaded, judge }: CheckSetup,
  id: string,
): Finding | Promise<Finding> {
  if ("reply" in check) return checkReply(check.reply, outcome);
  if ("world" in check) return checkWorld(check.world, outcome);
  if ("event" in check) return checkEvent(check.event, outcome);
  if ("call" in check) return checkCall(check.call, outcome);
  if ("cost" in check) return checkCost(check.cost, outcome);
  if ("judge" in check) return checkByJudge(check.judge, outcome, judge, id);
  return checkByModule(check.module, outcome, loaded);
}
