/** Pairs that count: of equal transcripts, where they are repeats, the first (STATISTICS 0.1 rule 3, 11.2). */

import type { EffectiveSize } from "../core/comparison.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
import { validPairs } from "./pair-counts.ts";

type Scripted = Pick<ComparisonPlan, "simulated" | "greedy">;

function transcriptsOf({ scenario, control, treatment }: PairedUnit): string {
  return JSON.stringify([scenario, control.transcript, treatment.transcript]);
}

function isKnown({ control, treatment }: PairedUnit): boolean {
  return control.transcript !== null && treatment.transcript !== null;
}

function withoutRepeats(units: readonly PairedUnit[]): readonly PairedUnit[] {
  const seen = new Set<string>();
  return units.filter((unit) => {
    // A transcript that nobody recorded repeats nothing.
    if (!isKnown(unit)) return true;
    const key = transcriptsOf(unit);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The units of which a test may count every one. A simulated run has no test, and with live sampling equal transcripts can be honest. */
export function dropRepeats(
  units: readonly PairedUnit[],
  { simulated, greedy }: Scripted,
): readonly PairedUnit[] {
  return greedy === true && !simulated ? withoutRepeats(units) : units;
}

/** The valid pairs that a test counts. */
export function countedPairs(units: readonly PairedUnit[], plan: Scripted): readonly PairedUnit[] {
  return dropRepeats(validPairs(units), plan);
}

/** Count of distinct valid pairs, and whether it limits the verdict. */
export function effectiveSize(valid: readonly PairedUnit[], { simulated, greedy }: Scripted): EffectiveSize {
  const isAllKnown = valid.every(isKnown);
  const distinct = withoutRepeats(valid).length;
  const applied = (simulated || greedy === true) && isAllKnown;
  return {
    distinct: isAllKnown ? distinct : null,
    applied,
    value: simulated || greedy === true ? distinct : valid.length,
  };
}
