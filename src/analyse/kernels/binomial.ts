/** The binomial distribution, with exact whole-number tails for a fair coin. */
import { betaCdfWith } from "./beta.ts";
import { logChoose } from "./gamma.ts";

/** P(X = k) for X ~ Bin(n, p). */
export function binomialPmf(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return 0;
  if (p <= 0) return k === 0 ? 1 : 0;
  if (p >= 1) return k === n ? 1 : 0;
  return Math.exp(logChoose(n, k) + k * Math.log(p) + (n - k) * Math.log1p(-p));
}

/** P(X <= k) for X ~ Bin(n, p). */
export function binomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  return betaCdfWith(n - k, k + 1)(1 - p, p);
}

// Beyond this many throws whole-number tables cost more than they are worth: the beta function has 11 digits.
const MOST_EXACT = 300;

const tailTables = new Map<number, readonly number[]>();

/** Tabulates P(X <= k), k = 0..m, for a fair coin thrown m times, from exact integers. */
function fairTails(m: number): readonly number[] {
  const known = tailTables.get(m);
  if (known !== undefined) return known;
  const total = 2 ** m;
  const tails: number[] = [];
  let coefficient = 1n;
  let sum = 0n;
  for (let k = 0; k <= m; k++) {
    sum += coefficient;
    tails.push(Number(sum) / total);
    coefficient = (coefficient * BigInt(m - k)) / BigInt(k + 1);
  }
  tailTables.set(m, tails);
  return tails;
}

/** P(X <= k) for X ~ Bin(m, 1/2), correct to the last bit up to 300 throws and to 11 digits beyond. */
export function fairCoinAtMost(k: number, m: number): number {
  if (k < 0) return 0;
  if (k >= m) return 1;
  return m > MOST_EXACT ? binomialCdf(k, m, 0.5) : (fairTails(m)[k] ?? 1);
}

/** P(X >= k) for X ~ Bin(m, 1/2), as exact as `fairCoinAtMost`. */
export function fairCoinAtLeast(k: number, m: number): number {
  return fairCoinAtMost(m - k, m);
}

/** P(X = k) for X ~ Bin(m, 1/2). */
export function fairCoinPmf(k: number, m: number): number {
  if (m > MOST_EXACT) return binomialPmf(k, m, 0.5);
  // The rarer side, so that the difference of two tails keeps its digits and both sides agree to the last bit.
  const rare = Math.min(k, m - k);
  return fairCoinAtMost(rare, m) - fairCoinAtMost(rare - 1, m);
}
