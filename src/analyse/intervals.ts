/** Approximate companions to the headline interval, with the intervals of a single pass rate. */
import { fayLumbardInterval, type Interval } from "./fay-lumbard.ts";
import { betaQuantile } from "./kernels/beta.ts";
import { normalCdf, normalQuantile } from "./kernels/normal.ts";

/** A paired pass/fail table: both pass, only treatment, only control, both fail. */
export interface PairedTable {
  readonly both: number;
  readonly b: number;
  readonly c: number;
  readonly neither: number;
}

export interface TangoScore {
  readonly z: number;
  /** One-sided p for "the true difference is at most delta0". */
  readonly p: number;
  /** Restricted estimate of the chance of a loss. */
  readonly q: number;
}

/** Tango's score statistic at delta0. Source: Tango, Stat Med 17:891 (1998). */
export function tangoScore(
  counts: { readonly b: number; readonly c: number; readonly n: number },
  delta0: number,
): TangoScore {
  const { b, c, n } = counts;
  const A = 2 * n;
  const B = -(b + c) + (2 * n - b + c) * delta0;
  const C = -c * delta0 * (1 - delta0);
  const root = Math.sqrt(Math.max(0, B * B - 4 * A * C));
  const raw = B > 0 ? (-2 * C) / (root + B) : (root - B) / (2 * A);
  const q = Math.min((1 - delta0) / 2, Math.max(0, -delta0, raw));
  const gap = b - c - n * delta0;
  const spread = n * (2 * q + delta0 * (1 - delta0));
  const z = Math.abs(gap) < 1e-12 * n ? 0 : gap / Math.sqrt(Math.max(spread, 0));
  return { z, p: 1 - normalCdf(z), q };
}

/** Tango's score interval, approximate: it may exclude 0 where the exact test does not. */
export function tangoInterval(
  counts: { readonly b: number; readonly c: number; readonly n: number },
  level: number,
): Interval {
  const { b, c, n } = counts;
  if (n === 0) return [-1, 1];
  const z = normalQuantile((1 + level) / 2);
  const estimate = (b - c) / n;
  const find = (target: number, low: number, high: number) => {
    let lo = low;
    let hi = high;
    for (let i = 0; i < 100 && hi - lo > 1e-15; i++) {
      const middle = (lo + hi) / 2;
      if (tangoScore(counts, middle).z > target) lo = middle;
      else hi = middle;
    }
    return (lo + hi) / 2;
  };
  return [c === n ? -1 : find(z, -1, estimate), b === n ? 1 : find(-z, estimate, 1)];
}

/** Wilson's score interval of a pass rate, for display. */
export function wilsonInterval(passes: number, n: number, level: number): Interval {
  if (n === 0) return [0, 1];
  const z = normalQuantile((1 + level) / 2);
  const rate = passes / n;
  const centre = rate + (z * z) / (2 * n);
  const half = z * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return [passes === 0 ? 0 : (centre - half) / scale, passes === n ? 1 : (centre + half) / scale];
}

/** The Clopper-Pearson interval of a pass rate, for a bound that decides. */
export function clopperPearsonInterval(passes: number, n: number, level: number): Interval {
  if (n === 0) return [0, 1];
  const tail = (1 - level) / 2;
  return [
    passes === 0 ? 0 : betaQuantile(tail, passes, n - passes + 1),
    passes === n ? 1 : betaQuantile(1 - tail, passes + 1, n - passes),
  ];
}

/** Newcombe's hybrid interval, method 10 (continuity-corrected phi) or method 8, for comparison with other tools. */
export function newcombeInterval(table: PairedTable, level: number, method: 8 | 10 = 10): Interval {
  const { both, b, c, neither } = table;
  const n = both + b + c + neither;
  if (n === 0) return [-1, 1];
  const [l1, u1] = wilsonInterval(both + b, n, level);
  const [l2, u2] = wilsonInterval(both + c, n, level);
  const p1 = (both + b) / n;
  const p2 = (both + c) / n;
  let covariance = both * neither - b * c;
  if (method === 10 && covariance > 0) covariance = Math.max(0, covariance - n / 2);
  const margins = (both + b) * (c + neither) * (both + c) * (b + neither);
  const phi = margins === 0 ? 0 : covariance / Math.sqrt(margins);
  const root = (x: number, y: number) => Math.sqrt(Math.max(0, x * x - 2 * phi * x * y + y * y));
  return [p1 - p2 - root(p1 - l1, u2 - p2), p1 - p2 + root(p2 - l2, u1 - p1)];
}

/** Passes among the trials of one arm. */
export interface Proportion {
  readonly passes: number;
  readonly of: number;
}

/**
 * Newcombe's interval for the difference of two independent pass rates, from Wilson's: approximate, for arms that
 * the seed does not tie together. Source: Newcombe, Stat Med 17:873 (1998), method 10.
 */
export function newcombeIndependent(treatment: Proportion, control: Proportion, level: number): Interval {
  if (treatment.of === 0 || control.of === 0) return [-1, 1];
  const [l1, u1] = wilsonInterval(treatment.passes, treatment.of, level);
  const [l2, u2] = wilsonInterval(control.passes, control.of, level);
  const p1 = treatment.passes / treatment.of;
  const p2 = control.passes / control.of;
  return [p1 - p2 - Math.hypot(p1 - l1, u2 - p2), p1 - p2 + Math.hypot(u1 - p1, p2 - l2)];
}

/** The adjusted Wald interval of Bonett and Price (2012). */
function bonettPriceInterval(table: PairedTable, level: number): Interval {
  const { both, b, c, neither } = table;
  const n = both + b + c + neither;
  const p = (b + 1) / (n + 2);
  const q = (c + 1) / (n + 2);
  const half = normalQuantile((1 + level) / 2) * Math.sqrt((p + q - (p - q) ** 2) / (n + 2));
  return [Math.max(-1, p - q - half), Math.min(1, p - q + half)];
}

/** The plain Wald interval, kept only to show how far it falls short of its level. */
function waldInterval(table: PairedTable, level: number): Interval {
  const { both, b, c, neither } = table;
  const n = both + b + c + neither;
  const delta = (b - c) / n;
  const half = (normalQuantile((1 + level) / 2) * Math.sqrt((b + c) / n - delta * delta)) / Math.sqrt(n);
  return [delta - half, delta + half];
}

export interface PairedDifferenceIntervals {
  readonly estimate: number;
  readonly fayLumbard: Interval;
  readonly tango: Interval;
  readonly newcombe10: Interval;
  readonly newcombe8: Interval;
  readonly bonettPrice: Interval;
  readonly wald: Interval;
}

/** Every interval that other tools print for one table, side by side. */
export function pairedDifferenceIntervals(table: PairedTable, level: number): PairedDifferenceIntervals {
  const { b, c } = table;
  const n = table.both + b + c + table.neither;
  return {
    estimate: n === 0 ? 0 : (b - c) / n,
    fayLumbard: fayLumbardInterval({ b, c, n }, level),
    tango: tangoInterval({ b, c, n }, level),
    newcombe10: newcombeInterval(table, level, 10),
    newcombe8: newcombeInterval(table, level, 8),
    bonettPrice: bonettPriceInterval(table, level),
    wald: waldInterval(table, level),
  };
}
