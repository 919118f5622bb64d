/** Ratios of positive quantities (cost, tokens, latency) with intervals: typical, budget and bootstrap. */
import type { Range } from "../core/pairs.ts";
import { normalCdf, normalQuantile } from "./kernels/normal.ts";
import { tQuantile, tTwoSided } from "./kernels/student-t.ts";
import { ascending, elementAt, mean, quantileOfSorted, sum, variance } from "./kernels/summary.ts";
import { mulberry32 } from "./mulberry32.ts";

export interface LogRatio {
  /** Geometric mean of treatment / control. */
  readonly ratio: number;
  /** Null below two pairs or where all ratios are equal. */
  readonly interval: Range | null;
  readonly t: number | null;
  readonly p: number | null;
  readonly logError: number;
}

/** The geometric mean ratio with its t interval on the log scale; every value must be positive. */
export function logRatio(treatment: readonly number[], control: readonly number[], level: number): LogRatio {
  const logs = treatment.map((value, i) => Math.log(value / elementAt(control, i)));
  const centre = mean(logs);
  const error = logs.length < 2 ? 0 : Math.sqrt(variance(logs) / logs.length);
  if (!(error > 1e-15)) return { ratio: Math.exp(centre), interval: null, t: null, p: null, logError: 0 };
  const degrees = logs.length - 1;
  const half = tQuantile((1 + level) / 2, degrees) * error;
  const t = centre / error;
  return {
    ratio: Math.exp(centre),
    interval: [Math.exp(centre - half), Math.exp(centre + half)],
    t,
    p: tTwoSided(t, degrees),
    logError: error,
  };
}

export interface RatioOfTotals {
  readonly ratio: number;
  /** Null below two pairs, where a total without one pair is 0, or where nothing varies. */
  readonly interval: Range | null;
  readonly logError: number;
}

/**
 * Sum(treatment) / sum(control) with the delete-one jackknife interval of its logarithm, t with n - 1.
 * This is what a bill follows; both totals must be positive.
 */
export function ratioOfTotals(
  treatment: ArrayLike<number>,
  control: ArrayLike<number>,
  level: number,
): RatioOfTotals {
  const n = treatment.length;
  let [above, below] = [0, 0];
  for (let i = 0; i < n; i++) {
    above += treatment[i] ?? 0;
    below += control[i] ?? 0;
  }
  const ratio = above / below;
  // Loops over one array: omissions ask this a hundred times of 50,000 pairs.
  const without = new Float64Array(n);
  let total = 0;
  for (let i = 0; i < n; i++) {
    const log = Math.log((above - (treatment[i] ?? 0)) / (below - (control[i] ?? 0)));
    without[i] = log;
    total += log;
  }
  if (n < 2 || without.some((value) => !Number.isFinite(value)))
    return { ratio, interval: null, logError: 0 };
  const centre = total / n;
  let squares = 0;
  for (const value of without) squares += (value - centre) ** 2;
  const logError = Math.sqrt(((n - 1) / n) * squares);
  if (!(logError > 1e-15)) return { ratio, interval: null, logError: 0 };
  const half = tQuantile((1 + level) / 2, n - 1) * logError;
  return { ratio, interval: [ratio * Math.exp(-half), ratio * Math.exp(half)], logError };
}

export interface Bca {
  readonly estimate: number;
  readonly z0: number;
  readonly acceleration: number;
  readonly interval: Range;
  readonly percentile: Range;
}

/**
 * The bias-corrected and accelerated bootstrap interval of a statistic. Not below 50 values: at 10 it covers
 * 83-89 % where it says 95 %.
 */
export function bca(
  values: readonly number[],
  statistic: (sample: readonly number[]) => number,
  options: { readonly resamples: number; readonly seed: number; readonly level: number },
): Bca {
  const n = values.length;
  const random = mulberry32(options.seed);
  const estimate = statistic(values);
  const draws = ascending(
    Array.from({ length: options.resamples }, () =>
      statistic(Array.from({ length: n }, () => elementAt(values, Math.floor(random() * n)))),
    ),
  );
  const below = draws.filter((draw) => draw < estimate).length;
  const z0 = normalQuantile(below / options.resamples);
  const left = values.map((_, i) => statistic(values.filter((_, j) => j !== i)));
  const centre = mean(left);
  const cubes = sum(left.map((value) => (centre - value) ** 3));
  const squares = sum(left.map((value) => (centre - value) ** 2));
  const acceleration = squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
  const place = (z: number) => normalCdf(z0 + (z0 + z) / (1 - acceleration * (z0 + z)));
  const z = normalQuantile((1 + options.level) / 2);
  const tail = (1 - options.level) / 2;
  return {
    estimate,
    z0,
    acceleration,
    interval: [quantileOfSorted(draws, place(-z)), quantileOfSorted(draws, place(z))],
    percentile: [quantileOfSorted(draws, tail), quantileOfSorted(draws, 1 - tail)],
  };
}
