/** False alarms and power of gate rules, by number of pairs. */

import { gateOnCounts } from "./gate-decision.ts";
import { binomialPmf, fairCoinAtLeast } from "./kernels/binomial.ts";
import { ascending, elementAt, quantileOfSorted } from "./kernels/summary.ts";
import { mulberry32 } from "./mulberry32.ts";
import { isAtMost } from "./paired-tests.ts";

/** Chances of a win and of a loss in one pair. */
export interface TrueState {
  readonly name: string;
  readonly win: number;
  readonly loss: number;
}

export interface ErrorRates {
  readonly n: number;
  readonly state: TrueState;
  /** Exact chances of our gate's outcomes. */
  readonly regression: number;
  readonly pass: number;
  readonly inconclusive: number;
  /** Chance that our gate blocks twice in a row: with the confirm rerun. */
  readonly confirmed: number;
  /** Exact chance that the candidate passes fewer pairs than the base. */
  readonly anyDrop: number;
  /** Chance that the 95 % percentile bootstrap interval of the difference lies below 0. */
  readonly bootstrap95: number;
  /** The same with the 90 % interval, which has the one-sided level of our gate. */
  readonly bootstrap90: number;
}

export interface RateOptions {
  readonly margin: number;
  readonly alpha: number;
  readonly seed: number;
  readonly resamples: number;
}

type Table = { readonly b: number; readonly c: number; readonly n: number };

/** Resamples the pairs of one table and says whether the upper limits of its 95 % and 90 % intervals lie below 0. */
function bootstrapBlocks({ b, c, n }: Table, { seed, resamples }: RateOptions): readonly [boolean, boolean] {
  if (c <= b) return [false, false];
  const random = mulberry32(seed * 1_000_003 + n * 10_007 + b * 101 + c);
  const draws = Array.from({ length: resamples }, () => {
    let net = 0;
    for (let i = 0; i < n; i++) {
      const pick = random() * n;
      if (pick < b) net += 1;
      else if (pick < b + c) net -= 1;
    }
    return net;
  });
  const sorted = ascending(draws);
  return [quantileOfSorted(sorted, 0.975) < 0, quantileOfSorted(sorted, 0.95) < 0];
}

/** The exact chance that our gate blocks a candidate without effect, at discordance psi on n pairs. */
export function harmFalseAlarm(n: number, psi: number, alpha: number): number {
  let total = 0;
  for (let m = 1; m <= n; m++) {
    let losses = 0;
    while (losses <= m && !isAtMost(fairCoinAtLeast(losses, m), alpha)) losses += 1;
    if (losses <= m) total += binomialPmf(m, n, psi) * fairCoinAtLeast(losses, m);
  }
  return total;
}

/** Computes the rates of every rule for several true states at one n; each table of wins and losses is judged once. */
export function errorRates(
  n: number,
  states: readonly TrueState[],
  options: RateOptions,
): readonly ErrorRates[] {
  const totals = states.map(() => ({
    regression: 0,
    pass: 0,
    inconclusive: 0,
    broken: 0,
    anyDrop: 0,
    bootstrap95: 0,
    bootstrap90: 0,
  }));
  for (let b = 0; b <= n; b++) {
    for (let c = 0; c + b <= n; c++) {
      const chances = states.map(({ win, loss }) =>
        win + loss === 0
          ? b + c === 0
            ? 1
            : 0
          : binomialPmf(b + c, n, win + loss) * binomialPmf(b, b + c, win / (win + loss)),
      );
      // Tables this rare change no printed digit, and there are thousands of them.
      if (chances.every((chance) => chance < 1e-7)) continue;
      const outcome = gateOnCounts({ b, c, n }, options);
      const [at95, at90] = bootstrapBlocks({ b, c, n }, options);
      chances.forEach((chance, i) => {
        const total = elementAt(totals, i);
        total[outcome] += chance;
        if (c > b) total.anyDrop += chance;
        if (at95) total.bootstrap95 += chance;
        if (at90) total.bootstrap90 += chance;
      });
    }
  }
  return states.map((state, i) => {
    const { broken, ...rates } = elementAt(totals, i);
    return {
      n,
      state,
      ...rates,
      inconclusive: rates.inconclusive + broken,
      confirmed: rates.regression ** 2,
    };
  });
}
