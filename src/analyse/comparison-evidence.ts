/** Turns counted units into the evidence the verdict ladder looks at, for the whole run and for any part of it. */

import type { ComparisonFacts } from "../core/comparison-facts.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { OpenItem, Reason } from "../core/reason.ts";
import type { Qualifier } from "../core/verdict.ts";
import { askedOf } from "./campaign-tests.ts";
import { passFailDifferences } from "./confidence-sequences.ts";
import { eFutility, eValue } from "./e-process.ts";
import type { Aimed, ConflictEvidence, Evidence, GeneralEvidence } from "./evidence.ts";
import { adjustIn, outcomesBeside, outcomeTest } from "./family.ts";
import type { OutcomeTally } from "./outcome-tally.ts";

/** Facts of the run beside its pairs. */
export interface RunFacts {
  readonly plan: ComparisonPlan;
  readonly known: ComparisonFacts;
  readonly invalid: readonly Reason[];
  readonly open: readonly OpenItem[] | null;
  readonly missingSensitive: boolean;
  readonly general: GeneralEvidence | null;
  /** Null also where it is not looked for: in a part of the run. */
  readonly conflict: ConflictEvidence | null;
  readonly aimed: Aimed | null;
  readonly alsoTrue: readonly Qualifier[];
}

/** E-value at which an imported run, of which nobody says how it ended, counts as ended for futility. */
const FUTILITY_BAR = 10;

/** End of a sequential run. Where nobody recorded it, evidence against the gain that is as strong says the same. */
function endOf(
  { counts }: OutcomeTally,
  { known, plan }: Pick<RunFacts, "known" | "plan">,
): Evidence["stopped"] {
  const { stopped } = known;
  if (plan.design === "fixed") return null;
  if (stopped === "futility" || stopped === "curtailed" || stopped === "cap") return stopped;
  if (stopped !== null) return null;
  return eFutility(passFailDifferences(counts), plan.deltaMin) >= FUTILITY_BAR ? "futility" : null;
}

/** Gathers the evidence of counted units under the facts of their run. */
export function evidenceOf(tally: OutcomeTally, facts: RunFacts): Evidence {
  const { plan, known } = facts;
  const { counts, figures, whole } = tally;
  const others = outcomesBeside(known.campaign, askedOf(plan));
  return {
    whole,
    figures,
    repeated: tally.repeated,
    alpha: plan.alpha,
    deltaMin: plan.deltaMin,
    design: plan.design,
    sought: plan.sought ?? "gain",
    stopped: endOf(tally, facts),
    eTwo: eValue(counts.b, counts.c).eTwo,
    eNeeded: plan.family / plan.alpha,
    decidingP: adjustIn(outcomeTest(figures), others, plan.alpha).decides,
    invalid: facts.invalid,
    // Unknown in some pairs, it is not known to be none.
    fired: plan.flag === null || tally.firingUnknown > 0 ? null : tally.fired,
    open: facts.open,
    notWon: tally.notWon,
    differing: tally.differing,
    onControls: plan.over === "controls",
    replicated: known.replicated,
    controlFailures: tally.controlFailures,
    general: facts.general,
    conflict: facts.conflict,
    exploratory: plan.exploratory === true,
    simulated: plan.simulated,
    judged: !known.judgeQualified && tally.judged > 0,
    missingSensitive: facts.missingSensitive,
    aimed: facts.aimed,
    alsoTrue: facts.alsoTrue,
  };
}
