/** Grades a finished trial: one score for every check of its scenario. */

import type { Model } from "../core/model.ts";
import type { Check, LoadedScenario } from "../core/scenario.ts";
import { checkId, type Score, type ScoreRole } from "../core/score.ts";
import type { GradedTrial, TrialOutcome } from "../core/trial.ts";
import { type CheckSetup, checkTrial, kindOf } from "./check-trial.ts";
import { checksDigest } from "./checks-digest.ts";
import { type Finding, leaveOpen } from "./finding.ts";

export interface GradeRequest {
  readonly outcome: TrialOutcome;
  readonly loaded: LoadedScenario;
  /** True where the mechanism under test is on in this arm; null where the arms differ in more than one flag. */
  readonly flagOn: boolean | null;
  /** Null leaves judge checks unscored. */
  readonly judge: Model | null;
}

/**
 * Every outcome, mechanism and signature check its score. A trial that broke off is unscored throughout: an error
 * is neither pass nor fail. Never rejects for what a check or a judge does.
 */
export async function gradeTrial({ outcome, loaded, flagOn, judge }: GradeRequest): Promise<GradedTrial> {
  const setup = { outcome, loaded, judge };
  const { expect, mechanism, signature } = loaded.scenario;
  const scores: Score[] = [];
  const grade = async (role: ScoreRole, checks: readonly Check[], find: Find) => {
    for (const [index, check] of checks.entries()) {
      const id = checkId(role, index);
      const finding = outcome.error
        ? leaveOpen(`the trial broke off (${outcome.error.kind}): ${outcome.error.message}`)
        : await find(check, setup, id);
      // Only a verdict that a judge gave rests on a judge.
      const judged = kindOf(check) === "judge" && finding.result !== "unscored";
      scores.push({ check: id, role, kind: kindOf(check), ...finding, judged });
    }
  };
  await grade("outcome", expect, checkTrial);
  await grade("mechanism", mechanism, evidenceFor(flagOn));
  await grade("signature", signature?.checks ?? [], checkTrial);
  return { outcome, scores, checksDigest: checksDigest(loaded.scenario, loaded.file, judge?.id) };
}

type Find = (check: Check, setup: CheckSetup, id: string) => Promise<Finding>;

/** Evidence must be there where the flag is on, and must be absent where it is off. */
function evidenceFor(flagOn: boolean | null): Find {
  if (flagOn === null) return async () => leaveOpen("no single flag tells the arms apart");
  if (flagOn) return checkTrial;
  return async (check, setup, id) => {
    const { result, detail } = await checkTrial(check, setup, id);
    const negated = result === "pass" ? "fail" : result === "fail" ? "pass" : "unscored";
    return { result: negated, detail: `flag off, so this must not hold: ${detail}` };
  };
}
