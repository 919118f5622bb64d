/** The binomial distribution, with exact whole-number tails for a fair coin. */
import { betaCdfWith } from "./beta.ts";
import { logChoose } from "./gamma.ts";

/** Gives P(X = k) for X ~ Bin(n, p). */
export function binomialPmf(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return 0;
  if (p <= 0) return k === 0 ? 1 : 0;
  if (p >= 1) return k === n ? 1 : 0;
  return Math.exp(logChoose(n, k) + k * Math.log(p) + (n - k) * Math.log1p(-p));
}

/** Gives P(X <= k) for X ~ Bin(n, p). */
export function binomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  return betaCdfWith(n - k, k + 1)(1 - p, p);
}

// The largest power of two that leaves room for a sum in a double.
const MOST_BITS = 1000;

const tailTables = new Map<number, readonly number[]>();

/** Tabulates P(X <= k), k = 0..m, for a fair coin thrown m times, from exact integers. */
function fairTails(m: number): readonly number[] {
  const known = tailTables.get(m);
  if (known !== undefined) return known;
  // Beyond 1000 throws only tails below 1e-280 lose bits by the shift.
  const spare = Math.max(0, m - MOST_BITS);
  const total = 2 ** (m - spare);
  const tails: number[] = [];
  let coefficient = 1n;
  let sum = 0n;
  for (let k = 0; k <= m; k++) {
    sum += coefficient;
    tails.push(Number(sum >> BigInt(spare)) / total);
    coefficient = (coefficient * BigInt(m - k)) / BigInt(k + 1);
  }
  tailTables.set(m, tails);
  return tails;
}

/** Gives P(X <= k) for X ~ Bin(m, 1/2), correct to the last bit. */
export function fairCoinAtMost(k: number, m: number): number {
  if (k < 0) return 0;
  return k >= m ? 1 : (fairTails(m)[k] ?? 1);
}

/** Gives P(X >= k) for X ~ Bin(m, 1/2), correct to the last bit. */
export function fairCoinAtLeast(k: number, m: number): number {
  return fairCoinAtMost(m - k, m);
}

/** Gives P(X = k) for X ~ Bin(m, 1/2). */
export function fairCoinPmf(k: number, m: number): number {
  return binomialPmf(k, m, 0.5);
}
