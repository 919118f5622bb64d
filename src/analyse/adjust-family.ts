/** Judges all flags of one campaign together: Tarone's screen, then Holm over those that can be significant. */
import type { Comparison } from "../core/comparison.ts";
import { compare } from "./compare.ts";
import { elementAt } from "./kernels/summary.ts";
import { holm, smallestP, tarone } from "./multiplicity.ts";

/** The level that the family is held to: the strictest of its plans. */
function levelOf(comparisons: readonly Comparison[]): number {
  return Math.min(...comparisons.map(({ plan }) => plan.alpha));
}

/**
 * Adjusts the p-values of a campaign and labels every comparison anew. A flag with too few discordant pairs leaves
 * the family with an adjusted p of 1; a sequential design is held to family / alpha instead.
 */
export function adjustFamily(comparisons: readonly Comparison[]): readonly Comparison[] {
  if (comparisons.length < 2) return comparisons;
  // The stratified test of uncoupled arms has no such simple floor, so it is never screened out.
  const minP = comparisons.map(({ counts, plan }) =>
    plan.pairing === "seed" ? smallestP(counts.b + counts.c) : 0,
  );
  const { testable } = tarone(minP, levelOf(comparisons));
  const raw = comparisons.map((comparison) =>
    compare(comparison.units, { ...comparison.plan, adjustedP: null }),
  );
  const adjusted = holm(testable.map((place) => elementAt(raw, place).effect.decidingP));
  return comparisons.map(({ units, plan, verdict }, place) => {
    const rank = testable.indexOf(place);
    const adjustedP = rank < 0 ? 1 : elementAt(adjusted, rank);
    const replicated = verdict.label === "verified";
    return compare(units, { ...plan, family: comparisons.length, adjustedP }, { replicated });
  });
}
