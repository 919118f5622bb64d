/** The exact-compatible interval of Fay and Lumbard for a paired difference of pass rates. */
import { betaCdf, betaCdfWith, betaDensityWith, betaQuantile } from "./kernels/beta.ts";
import { fairCoinAtLeast } from "./kernels/binomial.ts";
import { integrate } from "./kernels/quadrature.ts";
import { invertMonotoneTo } from "./kernels/root.ts";

/** An interval with its two ends, in the unit of what it bounds. */
export type Interval = readonly [low: number, high: number];

/** Integrates a cdf of the win share over the beta density of the discordance, where that has any mass. */
function meld(inner: (t: number) => number, [a, b]: readonly [number, number], from: number): number {
  const density = betaDensityWith(a, b);
  const centre = a / (a + b);
  const reach = (40 * Math.sqrt((a * b) / (a + b + 1))) / (a + b);
  const low = Math.max(from, centre - reach);
  const high = Math.min(1, centre + reach);
  if (low >= high) return 0;
  // Most of the range holds no mass that a double could add up, and the inner cdf is expensive.
  const negligible = 1e-20 / (high - low);
  return integrate(
    (t) => {
      const mass = density(t);
      return mass < negligible ? 0 : inner(t) * mass;
    },
    [low, high],
  );
}

/**
 * The one-sided p for "the true difference is at most delta0", with b wins among m discordant of n pairs.
 * Source: STATISTICS 1.2; Fay and Lumbard, Stat Med 40:1147 (2021). At delta0 = 0 it is the exact McNemar p.
 */
export function fayLumbardPGreater(
  counts: { readonly b: number; readonly m: number; readonly n: number },
  delta0: number,
): number {
  const { b, m, n } = counts;
  if (delta0 <= -1) return b === 0 && m === n ? 1 : 0;
  if (delta0 >= 1) return 1;
  if (delta0 === 0) return fairCoinAtLeast(b, m);
  if (delta0 > 0) {
    if (b === 0) return 1;
    const wins = betaCdfWith(b, m - b + 1);
    return betaCdf(delta0, m, n - m + 1) + meld((t) => wins(0.5 + delta0 / (2 * t)), [m, n - m + 1], delta0);
  }
  if (m === n) return b === 0 ? 1 : betaCdf(0.5 + delta0 / 2, b, m - b + 1);
  if (b === 0) return 1 - betaCdf(-delta0, m + 1, n - m);
  const wins = betaCdfWith(b, m - b + 1);
  return meld((t) => wins(0.5 + delta0 / (2 * t)), [m + 1, n - m], -delta0);
}

/** Finds the lower limit at tail probability `tail`. */
function lowerLimit(b: number, c: number, [n, tail]: readonly [number, number]): number {
  const m = b + c;
  if (n === 0 || c === n) return -1;
  if (m === 0) return -(1 - tail ** (1 / n));
  if (b === 0) return -betaQuantile(1 - tail, m + 1, n - m);
  const excess = (d: number) => fayLumbardPGreater({ b, m, n }, d) - tail;
  const atZero = excess(0);
  if (atZero === 0) return 0;
  return atZero < 0 ? invertMonotoneTo(excess, 0, 1) : invertMonotoneTo(excess, -1, 0);
}

const known = new Map<string, Interval>();

/**
 * The interval for (b - c)/n at the given confidence level. It excludes 0 exactly when the two-sided exact
 * McNemar p is below 1 - level; for no pairs it is the whole range.
 */
export function fayLumbardInterval(
  counts: { readonly b: number; readonly c: number; readonly n: number },
  level: number,
): Interval {
  const { b, c, n } = counts;
  const key = `${b}/${c}/${n}/${level}`;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const tail = (1 - level) / 2;
  const high = lowerLimit(c, b, [n, tail]);
  const interval: Interval = [lowerLimit(b, c, [n, tail]), high === 0 ? 0 : -high];
  if (known.size > 20_000) known.clear();
  known.set(key, interval);
  return interval;
}
