/** Claims about scenarios like these: one mean per scenario, sign flips and t; clustered errors for comparison. */
import type { Range } from "../core/pairs.ts";
import { tQuantile, tTwoSided } from "./kernels/student-t.ts";
import { elementAt, mean, sum, variance } from "./kernels/summary.ts";
import { mulberry32 } from "./mulberry32.ts";
import { isAtMost } from "./paired-tests.ts";

const EXACT_LIMIT = 20;
const RANDOM_FLIPS = 99_999;

/**
 * Gives the two-sided sign-flip p of values that are symmetric about 0 under no effect: exact over all patterns
 * of up to 20 non-zero values, else by 99,999 random flips. On pass/fail differences it is the exact McNemar test.
 */
export function signFlip(values: readonly number[]): number {
  const live = values.filter((value) => value !== 0).map(Math.abs);
  const observed = Math.abs(sum(values));
  const threshold = observed - 1e-9 * Math.max(observed, sum(live));
  if (live.length === 0) return 1;
  if (live.length > EXACT_LIMIT) return randomFlips(live, threshold);
  // Half of the patterns suffice: the other half mirrors them.
  const patterns = 2 ** (live.length - 1);
  let current = sum(live);
  let hits = Math.abs(current) >= threshold ? 1 : 0;
  const signs = live.map(() => 1);
  for (let i = 1; i < patterns; i++) {
    // Gray code: one sign changes from each pattern to the next.
    const flipped = Math.log2(i & -i);
    const sign = -elementAt(signs, flipped);
    signs[flipped] = sign;
    current += 2 * sign * elementAt(live, flipped);
    if (Math.abs(current) >= threshold) hits += 1;
  }
  return hits / patterns;
}

function randomFlips(magnitudes: readonly number[], threshold: number): number {
  const random = mulberry32(1);
  let hits = 0;
  for (let flip = 0; flip < RANDOM_FLIPS; flip++) {
    let total = 0;
    for (const magnitude of magnitudes) total += random() < 0.5 ? magnitude : -magnitude;
    if (Math.abs(total) >= threshold) hits += 1;
  }
  return (1 + hits) / (1 + RANDOM_FLIPS);
}

export interface ScenarioT {
  readonly S: number;
  readonly mean: number;
  readonly se: number;
  /** Null below two scenarios; of no width where the spread is 0, which is no certainty and is never printed. */
  readonly interval: Range | null;
  /** Null where the spread is 0. */
  readonly p: number | null;
}

/** Gives the t interval over scenario means, equal weight, from the paired differences of each scenario. */
export function scenarioT(differences: readonly (readonly number[])[], level: number): ScenarioT {
  const means = differences.filter((values) => values.length > 0).map(mean);
  const S = means.length;
  const centre = S === 0 ? 0 : mean(means);
  const se = S < 2 ? 0 : Math.sqrt(variance(means) / S);
  if (!(se > 0)) return { S, mean: centre, se: 0, interval: S < 2 ? null : [centre, centre], p: null };
  const half = tQuantile((1 + level) / 2, S - 1) * se;
  return { S, mean: centre, se, interval: [centre - half, centre + half], p: tTwoSided(centre / se, S - 1) };
}

/** Cuts an interval of a difference off where no difference can be: a t interval of few values knows no bounds. */
export function possible([low, high]: Range): Range {
  return [Math.max(-1, low), Math.min(1, high)];
}

export interface ClusteredError {
  readonly n: number;
  readonly clusters: number;
  readonly mean: number;
  /** As if all pairs were independent. */
  readonly naive: number;
  /** Miller 2024; too small for few scenarios. */
  readonly cr0: number;
  /** cr0 times sqrt(S/(S-1)). */
  readonly cr1: number;
}

/** Gives the pair-weighted mean with naive and clustered standard errors (Miller 2024). */
export function clusteredError(differences: readonly (readonly number[])[]): ClusteredError {
  const all = differences.flat();
  const n = all.length;
  const clusters = differences.filter((values) => values.length > 0).length;
  const centre = mean(all);
  const squares = sum(differences.map((values) => sum(values.map((value) => value - centre)) ** 2));
  const cr0 = Math.sqrt(squares) / n;
  return {
    n,
    clusters,
    mean: centre,
    naive: Math.sqrt(sum(all.map((value) => (value - centre) ** 2))) / n,
    cr0,
    cr1: cr0 * Math.sqrt(clusters / (clusters - 1)),
  };
}

/**
 * Gives the paired t test on pass/fail differences, a trap kept to show what it would have claimed: 27 pairs,
 * 7 better and 1 worse give t-p .031 where the exact p is .070.
 */
export function pairedTOnBinary(counts: { readonly b: number; readonly c: number; readonly n: number }): {
  readonly t: number;
  readonly p: number;
} {
  const { b, c, n } = counts;
  const delta = (b - c) / n;
  const spread = (b + c - n * delta * delta) / (n - 1);
  const t = delta / Math.sqrt(spread / n);
  return { t, p: tTwoSided(t, n - 1) };
}

/** Says whether a claim about scenarios like these is supported: at least 6 scenarios and sign-flip p at the level. */
export function supportsGeneralClaim(scenarios: number, signFlipP: number, alpha: number): boolean {
  return scenarios >= 6 && isAtMost(signFlipP, alpha);
}
