/** Everything that a label needs of some units, as counts that can be added and taken away. */

import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairCounts, PairedUnit } from "../core/pairs.ts";
import { countOutcomes } from "./count-outcomes.ts";
import { effectiveSize } from "./counted-pairs.ts";
import { type OutcomeFigures, pairedFigures } from "./outcome-figures.ts";
import { countPairs, differenceOf, isSpontaneous, validPairs } from "./pair-counts.ts";

export interface OutcomeTally {
  /** Valid pairs, repeats among them. */
  readonly whole: PairCounts;
  /** Of the results that count. */
  readonly counts: PairCounts;
  readonly figures: OutcomeFigures;
  readonly repeated: boolean;
  /** Failures of the control among the results that count; null where nothing is paired. */
  readonly controlFailures: number | null;
  /** Valid pairs in which the flag fired, and in which that is unknown. */
  readonly fired: number;
  readonly firingUnknown: number;
  /** Valid pairs, without those that the checklist sets aside, in which the treatment did not win. */
  readonly notWon: number;
  /** Of the same pairs those whose arms end differently. */
  readonly differing: number;
  /** Valid pairs of which an LLM judge decided a side. */
  readonly judged: number;
}

type Pairing = Pick<ComparisonPlan, "pairing" | "simulated" | "greedy">;

/** True where every valid pair counts once, so that the tally of a part is the difference of two tallies. */
export function isAdditive({ pairing, simulated, greedy }: Pairing): boolean {
  return pairing === "seed" && (simulated || greedy !== true);
}

/** Counts some units. */
export function tallyOutcomes(units: readonly PairedUnit[], plan: Pairing): OutcomeTally {
  const valid = validPairs(units);
  const { counts, figures, rates } = countOutcomes(units, plan);
  const is = (holds: (unit: PairedUnit) => boolean) => valid.filter(holds).length;
  return {
    whole: countPairs(valid),
    counts,
    figures,
    repeated: (plan.simulated || plan.greedy === true) && effectiveSize(valid, plan).value < valid.length,
    controlFailures: plan.pairing === "none" ? null : rates.control.of - rates.control.passes,
    fired: is(({ treatment }) => treatment.fired === true),
    firingUnknown: is(({ treatment }) => treatment.fired === null),
    notWon: is((unit) => !isSpontaneous(unit) && differenceOf(unit) !== 1),
    differing: is((unit) => !isSpontaneous(unit) && differenceOf(unit) !== 0),
    judged: is(({ control, treatment }) => control.judged === true || treatment.judged === true),
  };
}

function minus(all: PairCounts, part: PairCounts): PairCounts {
  return {
    n: all.n - part.n,
    b: all.b - part.b,
    c: all.c - part.c,
    both: all.both - part.both,
    neither: all.neither - part.neither,
  };
}

/** The tally without some of its units, where it is additive. */
export function withoutPart(all: OutcomeTally, part: OutcomeTally): OutcomeTally {
  const counts = minus(all.counts, part.counts);
  return {
    whole: minus(all.whole, part.whole),
    counts,
    figures: pairedFigures(counts),
    repeated: all.repeated,
    controlFailures: (all.controlFailures ?? 0) - (part.controlFailures ?? 0),
    fired: all.fired - part.fired,
    firingUnknown: all.firingUnknown - part.firingUnknown,
    notWon: all.notWon - part.notWon,
    differing: all.differing - part.differing,
    judged: all.judged - part.judged,
  };
}
