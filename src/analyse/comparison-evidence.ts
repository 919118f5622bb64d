/** Turns pairs into the evidence the verdict ladder looks at, for the whole run and for any part of it. */
import type { EffectiveSize } from "../core/comparison.ts";
import type { ComparisonFacts } from "../core/comparison-facts.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
import type { Reason } from "../core/reason.ts";
import type { Qualifier } from "../core/verdict.ts";
import type { Aimed } from "./aim-verdict.ts";
import { adjustIn, testOf } from "./family.ts";
import { countPairs } from "./pair-counts.ts";
import type { Evidence } from "./verdict-ladder.ts";

/** What is known of the run beside its pairs. */
export interface RunFacts {
  readonly plan: ComparisonPlan;
  readonly known: ComparisonFacts;
  readonly invalid: readonly Reason[];
  readonly mechanism: boolean;
  readonly missingSensitive: boolean;
  readonly scenarioSignFlipP: number | null;
  readonly alsoTrue: readonly Qualifier[];
  readonly aimed: Aimed | null;
}

/** Counts distinct pairs of transcripts; they limit the claim where the model is scripted or greedy (STATISTICS 0.1, rule 3). */
export function effectiveSize(valid: readonly PairedUnit[], plan: ComparisonPlan): EffectiveSize {
  const known = valid.every(
    ({ control, treatment }) => control.transcript !== null && treatment.transcript !== null,
  );
  const distinct = new Set(
    valid.map((unit) => JSON.stringify([unit.control.transcript, unit.treatment.transcript])),
  ).size;
  const applied = (plan.simulated || plan.greedy === true) && known;
  return { distinct: known ? distinct : null, applied, value: applied ? distinct : valid.length };
}

/** Gives the pairs in which the flag fired; null when unknown for some and so not known to be none. */
function firedPairs(valid: readonly PairedUnit[], { flag }: ComparisonPlan): number | null {
  if (flag === null) return null;
  return valid.some((unit) => unit.treatment.fired === null)
    ? null
    : valid.filter((unit) => unit.treatment.fired).length;
}

/** Gathers the evidence of some valid pairs under the facts of their run. */
export function evidenceOf(valid: readonly PairedUnit[], facts: RunFacts): Evidence {
  const { plan, known } = facts;
  const { n, b, c } = countPairs(valid);
  return {
    n,
    b,
    c,
    alpha: plan.alpha,
    deltaMin: plan.deltaMin,
    design: plan.design,
    family: plan.family,
    decidingP: adjustIn(testOf(valid, plan), known.campaign, plan.alpha).decides,
    nEff: effectiveSize(valid, plan).value,
    invalid: facts.invalid,
    fired: firedPairs(valid, plan),
    mechanism: facts.mechanism,
    replicated: known.replicated,
    controlPasses: valid.filter((unit) => unit.control.outcome === "pass").length,
    scenarios: new Set(valid.map((unit) => unit.scenario)).size,
    scenarioSignFlipP: facts.scenarioSignFlipP,
    simulated: plan.simulated,
    judged:
      !known.judgeQualified &&
      valid.some((unit) => unit.control.judged === true || unit.treatment.judged === true),
    missingSensitive: facts.missingSensitive,
    alsoTrue: facts.alsoTrue,
    aimed: facts.aimed,
  };
}
