/** Exact power of the paired test, pairs needed and the smallest effect that can be seen. */

import { binomialCdf, binomialPmf, fairCoinAtLeast } from "./kernels/binomial.ts";
import { normalQuantile } from "./kernels/normal.ts";
import { isAtMost } from "./paired-tests.ts";

const critical = new Map<string, number | null>();

/** The fewest wins of m discordant pairs that reach the level, null when none do. */
export function criticalWins(m: number, alpha: number, sides: 1 | 2): number | null {
  const key = `${m}/${alpha}/${sides}`;
  const known = critical.get(key);
  if (known !== undefined) return known;
  let wins: number | null = null;
  // Few losses are the rare end, so the search starts there and ends at the first that is too common.
  for (let b = m; b * 2 > m || (sides === 1 && b >= 0); b--) {
    if (!isAtMost(sides * fairCoinAtLeast(b, m), alpha)) break;
    wins = b;
  }
  critical.set(key, wins);
  return wins;
}

/** The chances of a win and of a loss in one pair. */
export interface PairChances {
  readonly p10: number;
  readonly p01: number;
}

/** The exact chance that the two-sided exact test reaches alpha on n pairs, in either direction. */
export function powerExact(n: number, { p10, p01 }: PairChances, alpha: number): number {
  const psi = p10 + p01;
  if (psi <= 0) return 0;
  const theta = Math.min(1, p10 / psi);
  let power = 0;
  for (let m = 1; m <= n; m++) {
    const wins = criticalWins(m, alpha, 2);
    if (wins === null) continue;
    const weight = binomialPmf(m, n, Math.min(1, psi));
    if (weight < 1e-18) continue;
    const rejects = 1 - binomialCdf(wins - 1, m, theta) + binomialCdf(m - wins, m, theta);
    power += weight * rejects;
  }
  return Math.min(1, power);
}

/** Connor's approximation of the pairs needed, unrounded; 2-13 % low. */
export function connorPairs({ p10, p01 }: PairChances, alpha: number, power: number): number {
  const psi = p10 + p01;
  const delta = p10 - p01;
  const a = normalQuantile(1 - alpha / 2);
  const b = normalQuantile(power);
  return (a * Math.sqrt(psi) + b * Math.sqrt(psi - delta * delta)) ** 2 / (delta * delta);
}

/** The first n whose exact power reaches the aim at n, n + 1 and n + 2 (the curve is a sawtooth); null beyond the limit. */
export function pairsNeeded(
  chances: PairChances,
  alpha: number,
  power: number,
  limit = 5_000,
): number | null {
  if (chances.p10 === chances.p01) return null;
  let run = 0;
  const start = Math.max(1, Math.floor(connorPairs(chances, alpha, power) * 0.7) - 3);
  for (let n = start; n <= limit; n++) {
    run = powerExact(n, chances, alpha) >= power ? run + 1 : 0;
    if (run === 3) return n - 2;
  }
  return null;
}

/** The smallest difference with the wanted power at n pairs and discordance psi, null when even psi is too small. */
export function minimumDetectable(
  n: number,
  psi: number,
  [alpha, power]: readonly [number, number],
): number | null {
  const reaches = (delta: number) =>
    powerExact(n, { p10: (psi + delta) / 2, p01: (psi - delta) / 2 }, alpha) >= power;
  if (!reaches(psi)) return null;
  let low = 0;
  let high = psi;
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (reaches(middle)) high = middle;
    else low = middle;
  }
  return high;
}

export interface ScorePlan {
  /** Variance of the true difference between questions. */
  readonly omega2: number;
  readonly sigmaA2: number;
  readonly sigmaB2: number;
  readonly KA: number;
  readonly KB: number;
  readonly delta: number;
  readonly alpha: number;
  readonly power: number;
}

/** The questions needed for a difference of mean scores, unrounded. Source: Miller 2024. */
export function millerQuestions(plan: ScorePlan): number {
  const z = normalQuantile(1 - plan.alpha / 2) + normalQuantile(plan.power);
  return (z * z * (plan.omega2 + plan.sigmaA2 / plan.KA + plan.sigmaB2 / plan.KB)) / plan.delta ** 2;
}
