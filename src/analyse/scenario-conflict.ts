/** Test of whether scenarios disagree more than one common effect would make them (STATISTICS 11.2, `mixed`). */
import { fairCoinPmf } from "./kernels/binomial.ts";
import { elementAt, sum } from "./kernels/summary.ts";
import { mulberry32 } from "./mulberry32.ts";

/** Wins and losses of one scenario, or of another stratum such as a model. */
export type Split = readonly [b: number, c: number];

export interface ScenarioConflict {
  /** Sum over the scenarios of |wins - losses|. */
  readonly t: number;
  /** P of a sum at least as large when every scenario has the same effect, all totals given. */
  readonly p: number;
}

// Exact work grows with the third power of the discordant pairs.
const MOST_EXACT = 400;
const DEALS = 9_999;
// A p of this many hits is known to a tenth of itself; more deals would not change what is said.
const ENOUGH_HITS = 400;

/**
 * Tests that every scenario has the same effect: given the discordant pairs of each and the wins of all, the wins fall
 * on the scenarios as the multivariate hypergeometric has it. Exact up to 400 discordant pairs, by dealing the wins out
 * at random beyond.
 */
export function scenarioConflict(scenarios: readonly Split[]): ScenarioConflict {
  const split = scenarios.filter(([b, c]) => b + c > 0);
  const t = sum(split.map(([b, c]) => Math.abs(b - c)));
  const wins = sum(split.map(([b]) => b));
  const sizes = split.map(([b, c]) => b + c);
  const all = sum(sizes);
  // All one way, the sum is as small as the totals allow.
  if (t === Math.abs(2 * wins - all)) return { t, p: 1 };
  const p = all <= MOST_EXACT ? exactTail(sizes, { wins, t }) : dealtTail(sizes, { wins, t });
  return { t, p: Math.min(1, p) };
}

interface Observed {
  readonly wins: number;
  readonly t: number;
}

/** Adds scenario after scenario to a table of chances by wins so far and sum so far, the sum cut off where it suffices. */
function exactTail(sizes: readonly number[], { wins, t }: Observed): number {
  const width = t + 1;
  let table = new Float64Array((wins + 1) * width);
  table[0] = 1;
  let seen = 0;
  for (const size of sizes) {
    const chances = Array.from({ length: size + 1 }, (_, b) => fairCoinPmf(b, size));
    const next = new Float64Array(table.length);
    for (let won = 0; won <= Math.min(seen, wins); won++)
      for (let total = 0; total < width; total++) {
        const chance = table[won * width + total] ?? 0;
        if (chance === 0) continue;
        for (let b = 0; b <= Math.min(size, wins - won); b++) {
          const place = (won + b) * width + Math.min(t, total + Math.abs(2 * b - size));
          next[place] = (next[place] ?? 0) + chance * elementAt(chances, b);
        }
      }
    table = next;
    seen += size;
  }
  return (table[wins * width + t] ?? 0) / fairCoinPmf(wins, seen);
}

/** Deals the wins out to the discordant pairs until enough deals reach the sum; the observed one counts as a deal. */
function dealtTail(sizes: readonly number[], { wins, t }: Observed): number {
  const random = mulberry32(1);
  const all = sum(sizes);
  let hits = 0;
  for (let deal = 1; deal <= DEALS; deal++) {
    let left = all;
    let toDeal = wins;
    let total = 0;
    for (let i = 0; i < sizes.length; i++) {
      const size = elementAt(sizes, i);
      let b = 0;
      for (let pair = 0; pair < size; pair++) {
        if (random() * left < toDeal) {
          b += 1;
          toDeal -= 1;
        }
        left -= 1;
      }
      total += Math.abs(2 * b - size);
    }
    if (total >= t) hits += 1;
    if (hits === ENOUGH_HITS) return hits / deal;
  }
  return (1 + hits) / (1 + DEALS);
}
