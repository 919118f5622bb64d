/** The Wilcoxon signed-rank test with the Hodges-Lehmann estimate and its exact interval. */
import type { Range } from "../core/pairs.ts";
import { ascending, elementAt, quantileOfSorted } from "./kernels/summary.ts";
import { signFlip } from "./sign-flip.ts";

const tables = new Map<number, Float64Array>();

/** Tabulates P(W = w) for n untied values, by adding one rank at a time. */
function rankSumTable(n: number): Float64Array {
  const known = tables.get(n);
  if (known !== undefined) return known;
  const table = new Float64Array((n * (n + 1)) / 2 + 1);
  table[0] = 1;
  for (let rank = 1; rank <= n; rank++) {
    for (let w = (rank * (rank + 1)) / 2; w >= 0; w--) {
      table[w] = ((table[w] ?? 0) + (w >= rank ? (table[w - rank] ?? 0) : 0)) / 2;
    }
  }
  tables.set(n, table);
  return table;
}

function atMost(w: number, n: number): number {
  const table = rankSumTable(n);
  let total = 0;
  for (let i = 0; i <= w; i++) total += table[i] ?? 0;
  return total;
}

/** The ranks of absolute values, ties sharing their mean rank. */
function midRanks(values: readonly number[]): readonly number[] {
  const sorted = ascending(values.map(Math.abs));
  return values.map((value) => {
    const first = sorted.indexOf(Math.abs(value));
    const last = sorted.lastIndexOf(Math.abs(value));
    return (first + last) / 2 + 1;
  });
}

/** The exact two-sided signed-rank p for tied values: zeros dropped, mid-ranks, all sign patterns. */
export function signedRankPermutation(values: readonly number[]): number {
  const live = values.filter((value) => value !== 0);
  return signFlip(midRanks(live).map((rank, i) => rank * Math.sign(elementAt(live, i))));
}

export interface PseudoMedian {
  /** The median of all pairwise means. */
  readonly estimate: number;
  /** Null below 6 values at 95 %: no exact interval of that level exists. */
  readonly interval: Range | null;
  /** Confidence the interval really has. */
  readonly achieved: number | null;
}

/** The Hodges-Lehmann estimate with its exact interval, for values without ties. */
export function hodgesLehmann(values: readonly number[], level: number): PseudoMedian {
  const n = values.length;
  const walsh: number[] = [];
  values.forEach((left, i) => {
    for (let j = i; j < n; j++) walsh.push((left + elementAt(values, j)) / 2);
  });
  const sorted = ascending(walsh);
  const table = rankSumTable(n);
  let cut = 0;
  let tail = 0;
  while (cut < walsh.length && tail + (table[cut] ?? 0) <= (1 - level) / 2) {
    tail += table[cut] ?? 0;
    cut += 1;
  }
  return {
    estimate: quantileOfSorted(sorted, 0.5),
    interval: cut === 0 ? null : [elementAt(sorted, cut - 1), elementAt(sorted, sorted.length - cut)],
    achieved: cut === 0 ? null : 1 - 2 * tail,
  };
}

export interface SignedRank extends PseudoMedian {
  /** Sum of the ranks of positive values. */
  readonly W: number;
  /** Largest possible W. */
  readonly maxW: number;
  readonly p: number;
}

/** Tests whether the values centre on 0 and estimates where they centre; ties are tested by permutation. */
export function signedRank(values: readonly number[], level: number): SignedRank {
  const live = values.filter((value) => value !== 0);
  const W = midRanks(live).reduce((total, rank, i) => total + (elementAt(live, i) > 0 ? rank : 0), 0);
  const maxW = (live.length * (live.length + 1)) / 2;
  const tied = new Set(live.map(Math.abs)).size < live.length;
  const tail = Math.min(W, maxW - W);
  const p =
    live.length === 0 ? 1 : tied ? signedRankPermutation(values) : Math.min(1, 2 * atMost(tail, live.length));
  return { W, maxW, p, ...hodgesLehmann(values, level) };
}
