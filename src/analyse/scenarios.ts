/** Claims about scenarios like these: one mean per scenario and t; clustered errors for comparison. */
import type { Range } from "../core/pairs.ts";
import { tQuantile, tTwoSided } from "./kernels/student-t.ts";
import { mean, sum, variance } from "./kernels/summary.ts";
import { isAtMost } from "./paired-tests.ts";

export interface ScenarioT {
  readonly S: number;
  readonly mean: number;
  readonly se: number;
  /** Null below two scenarios; of no width where the spread is 0, which is not certainty and is never printed. */
  readonly interval: Range | null;
  /** Null where the spread is 0. */
  readonly p: number | null;
}

/** The t interval over scenario means, equal weight, from the paired differences of each scenario. */
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

/** The pair-weighted mean with naive and clustered standard errors (Miller 2024). */
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
 * The paired t test on pass/fail differences, a trap kept to show what it would have claimed: 27 pairs,
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

/** True where a claim about scenarios like these is supported: at least 6 scenarios and sign-flip p at the level. */
export function supportsGeneralClaim(scenarios: number, signFlipP: number, alpha: number): boolean {
  return scenarios >= 6 && isAtMost(signFlipP, alpha);
}
