/** Counts the outcomes of some units as the plan pairs them: matched pairs, or runs that nothing ties together. */

import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { ByArm, PairCounts, PairedUnit, Rate } from "../core/pairs.ts";
import { countedPairs } from "./counted-pairs.ts";
import { type Proportion, wilsonInterval } from "./intervals.ts";
import { type OutcomeFigures, pairedFigures, uncoupledFigures } from "./outcome-figures.ts";
import { countPairs } from "./pair-counts.ts";
import { uncoupledRuns } from "./uncoupled-runs.ts";

export interface CountedOutcomes {
  /** Of uncoupled arms `n` is the number of runs of the smaller arm; wins and losses by run number decide nothing. */
  readonly counts: PairCounts;
  readonly figures: OutcomeFigures;
  readonly rates: ByArm<Rate>;
}

function rateOf({ passes, of }: Proportion): Rate {
  if (of === 0) return { passes, of, rate: null, interval: null };
  return { passes, of, rate: passes / of, interval: wilsonInterval(passes, of, 0.95) };
}

/** Counts the units that count: valid, and of repeats the first. */
export function countOutcomes(
  units: readonly PairedUnit[],
  plan: Pick<ComparisonPlan, "pairing" | "simulated" | "greedy">,
): CountedOutcomes {
  const pairs = countedPairs(units, plan);
  const counts = countPairs(pairs);
  if (plan.pairing === "seed") {
    const rate = (passes: number) => rateOf({ passes, of: counts.n });
    return {
      counts,
      figures: pairedFigures(counts),
      rates: { control: rate(counts.both + counts.c), treatment: rate(counts.both + counts.b) },
    };
  }
  const runs = uncoupledRuns(units, plan);
  const figures = uncoupledFigures(runs);
  return {
    counts: { ...counts, n: figures.n },
    figures,
    rates: { control: rateOf(runs.control), treatment: rateOf(runs.treatment) },
  };
}
