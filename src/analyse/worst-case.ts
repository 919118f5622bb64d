/** Repeats the analysis with every lost result counted against the arm that leads (STATISTICS 0.1, rule 2). */
import type { WorstCase } from "../core/comparison.ts";
import type { ArmOutcome, PairedUnit } from "../core/pairs.ts";
import type { Label } from "../core/verdict.ts";
import { evidenceOf, type RunFacts } from "./comparison-evidence.ts";
import { countOutcomes } from "./count-outcomes.ts";
import { tallyOutcomes } from "./outcome-tally.ts";
import { isScored, isUndue } from "./pair-counts.ts";
import { rule } from "./verdict-ladder.ts";

type Leader = "control" | "treatment";

function fill(outcome: ArmOutcome, leads: boolean): ArmOutcome {
  return isScored(outcome.outcome) ? outcome : { ...outcome, outcome: leads ? "fail" : "pass" };
}

/** Completes every result that is due with the one that suits the leading arm least. */
function against(units: readonly PairedUnit[], leader: Leader): readonly PairedUnit[] {
  const side = (unit: PairedUnit, arm: Leader) =>
    isUndue(unit, arm) ? unit[arm] : fill(unit[arm], leader === arm);
  return units.map((unit) => ({
    ...unit,
    control: side(unit, "control"),
    treatment: side(unit, "treatment"),
  }));
}

function outcomeAgainst(
  units: readonly PairedUnit[],
  leader: Leader,
  [facts, label]: readonly [RunFacts, Label],
): WorstCase {
  const completed = against(units, leader);
  const tally = tallyOutcomes(completed, facts.plan);
  const worst = rule(evidenceOf(tally, facts)).label;
  return {
    counts: tally.counts,
    exactP: tally.figures.testP,
    label: worst,
    changesLabel: worst !== label,
  };
}

/** True where a result that is due is absent. */
function isLost(unit: PairedUnit): boolean {
  return (["control", "treatment"] as const).some(
    (arm) => !isUndue(unit, arm) && !isScored(unit[arm].outcome),
  );
}

/** The worst case, null when nothing was lost; on a tie the direction that changes the label counts. */
export function worstCaseOf(units: readonly PairedUnit[], facts: RunFacts, label: Label): WorstCase | null {
  const { figures } = countOutcomes(units, facts.plan);
  if (figures.n === 0 || !units.some(isLost)) return null;
  const leaders: readonly Leader[] =
    figures.lead > 0 ? ["treatment"] : figures.lead < 0 ? ["control"] : ["treatment", "control"];
  const cases = leaders.map((leader) => outcomeAgainst(units, leader, [facts, label]));
  return cases.find(({ changesLabel }) => changesLabel) ?? cases[0] ?? null;
}
