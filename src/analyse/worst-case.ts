/** Repeats the analysis with every lost result counted against the arm that leads (STATISTICS 0.1, rule 2). */
import type { WorstCase } from "../core/comparison.ts";
import type { ArmOutcome, PairedUnit } from "../core/pairs.ts";
import type { Label } from "../core/verdict.ts";
import { evidenceOf, type RunFacts } from "./comparison-evidence.ts";
import { countPairs, isScored, validPairs } from "./pair-counts.ts";
import { mcnemar } from "./paired-tests.ts";
import { rule } from "./verdict-ladder.ts";

type Leader = "control" | "treatment";

function filled(outcome: ArmOutcome, leads: boolean): ArmOutcome {
  return isScored(outcome.outcome) ? outcome : { ...outcome, outcome: leads ? "fail" : "pass" };
}

/** Completes every pair with the results that suit the leading arm least. */
function against(units: readonly PairedUnit[], leader: Leader): readonly PairedUnit[] {
  return units.map((unit) => ({
    ...unit,
    control: filled(unit.control, leader === "control"),
    treatment: filled(unit.treatment, leader === "treatment"),
  }));
}

function outcomeAgainst(
  units: readonly PairedUnit[],
  leader: Leader,
  [facts, label]: readonly [RunFacts, Label],
): WorstCase {
  const completed = against(units, leader);
  const counts = countPairs(completed);
  const worst = rule(evidenceOf(completed, facts)).label;
  return {
    counts,
    exactP: mcnemar(counts.b, counts.c).exactTwoSided,
    label: worst,
    changesLabel: worst !== label,
  };
}

/** Gives the worst case, null when nothing was lost; on a tie the direction that changes the label counts. */
export function worstCaseOf(units: readonly PairedUnit[], facts: RunFacts, label: Label): WorstCase | null {
  const valid = validPairs(units);
  if (valid.length === units.length || valid.length === 0) return null;
  const { b, c } = countPairs(valid);
  const leaders: readonly Leader[] = b > c ? ["treatment"] : c > b ? ["control"] : ["treatment", "control"];
  const cases = leaders.map((leader) => outcomeAgainst(units, leader, [facts, label]));
  return cases.find(({ changesLabel }) => changesLabel) ?? cases[0] ?? null;
}
