/** Corrections for looking at many flags at once. */
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import { eValue } from "./e-process.ts";
import { elementAt } from "./kernels/summary.ts";
import { isAtMost } from "./paired-tests.ts";

function placesByP(p: readonly number[]): readonly number[] {
  return p.map((_, i) => i).sort((left, right) => elementAt(p, left) - elementAt(p, right));
}

/** Holm-adjusted p-values, the only ones that may produce "demonstrated" or "harmful". */
export function holm(p: readonly number[]): readonly number[] {
  const adjusted = p.map(() => 1);
  let running = 0;
  placesByP(p).forEach((place, rank) => {
    running = Math.max(running, Math.min(1, (p.length - rank) * elementAt(p, place)));
    adjusted[place] = running;
  });
  return adjusted;
}

/** Benjamini-Hochberg adjusted p-values, inflated by a factor: 1 for BH. May choose reruns, never a verdict. */
export function benjaminiHochberg(p: readonly number[], factor = 1): readonly number[] {
  const adjusted = p.map(() => 1);
  let running = 1;
  [...placesByP(p)].reverse().forEach((place, i) => {
    const rank = p.length - i;
    running = Math.min(running, (factor * p.length * elementAt(p, place)) / rank);
    adjusted[place] = running;
  });
  return adjusted;
}

/** Benjamini-Yekutieli adjusted p-values, valid under any dependence. */
export function benjaminiYekutieli(p: readonly number[]): readonly number[] {
  return benjaminiHochberg(
    p,
    p.reduce((total, _, i) => total + 1 / (i + 1), 0),
  );
}

/** The places rejected by e-BH at level alpha, ascending. Feed it e-values at the stopping time, never their maximum. */
export function eBH(e: readonly number[], alpha: number): readonly number[] {
  const places = e.map((_, i) => i).sort((left, right) => elementAt(e, right) - elementAt(e, left));
  let rejected = 0;
  places.forEach((place, i) => {
    if (elementAt(e, place) * (i + 1) * alpha >= e.length * (1 - 1e-12)) rejected = i + 1;
  });
  return places.slice(0, rejected).sort((left, right) => left - right);
}

export interface TaroneScreen {
  readonly K: number;
  /** Places of the flags that stay in the family. */
  readonly testable: readonly number[];
}

/** The smallest p that m discordant pairs can reach, two-sided. */
export function smallestP(m: number): number {
  return m === 0 ? 1 : 2 ** (1 - m);
}

/** Screens out flags that could not be significant whatever happened. Source: Tarone 1990. */
export function tarone(minP: readonly number[], alpha: number): TaroneScreen {
  const within = (K: number) => minP.flatMap((p, i) => (isAtMost(p, alpha / K) ? [i] : []));
  let K = 1;
  while (within(K).length > K) K += 1;
  return { K, testable: within(K) };
}

/** The one-way discordant pairs that the first Holm step needs. */
export function minDiscordantForFamily(flags: number, alpha: number): number {
  return 1 + Math.ceil(Math.log2(flags / alpha) - 1e-12);
}

/** The fewest wins, none lost, that can prove anything: by the exact test, or by the e-value of a sequential run. */
export function winsToProve({
  design,
  family,
  alpha,
}: Pick<ComparisonPlan, "design" | "family" | "alpha">): number {
  if (design === "fixed") return minDiscordantForFamily(family, alpha);
  let wins = 1;
  while (eValue(wins, 0).eTwo < (family / alpha) * (1 - 1e-12)) wins += 1;
  return wins;
}
