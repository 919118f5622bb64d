/** The figures of pass and fail that a label rests on: of matched pairs, or of runs that nothing ties together. */

import type { Range } from "../core/pairs.ts";
import { fayLumbardInterval } from "./fay-lumbard.ts";
import { newcombeIndependent } from "./intervals.ts";
import { smallestP } from "./multiplicity.ts";
import { mcnemar } from "./paired-tests.ts";
import { powerExact } from "./power.ts";
import { stratifiedFisher } from "./uncoupled.ts";
import type { UncoupledRuns } from "./uncoupled-runs.ts";

export interface OutcomeFigures {
  /** Pairs, or runs of the smaller arm. */
  readonly n: number;
  /** Above 0 where the treatment leads; in units of pairs. */
  readonly lead: number;
  /** Pairs that differ; null where nothing is paired. */
  readonly discordant: number | null;
  readonly testP: number;
  /** One-sided, for "the treatment is better" and "worse". */
  readonly betterP: number;
  readonly worseP: number;
  /** Two-sided; shown, never decides. */
  readonly midP: number;
  readonly midBetterP: number;
  readonly midWorseP: number;
  /** The smallest p that any outcome of so many could have. */
  readonly floorP: number;
  readonly interval: (level: number) => Range;
  /** Chance to see a difference of this size. */
  readonly power: (deltaMin: number, alpha: number) => number;
}

/** Wins, losses and pairs. */
export interface Counts {
  readonly n: number;
  readonly b: number;
  readonly c: number;
}

/** The figures of matched pairs. */
export function pairedFigures(counts: Counts): OutcomeFigures {
  const { n, b, c } = counts;
  const test = mcnemar(b, c);
  return {
    n,
    lead: b - c,
    discordant: b + c,
    testP: test.exactTwoSided,
    betterP: test.exactGreater,
    worseP: test.exactLess,
    midP: test.midPTwoSided,
    midBetterP: test.midPGreater,
    midWorseP: test.midPLess,
    floorP: smallestP(n),
    interval: (level) => fayLumbardInterval(counts, level),
    // The discordance is what the run suggests, and no less than the effect needs.
    power: (deltaMin, alpha) => {
      const psi = Math.min(1, Math.max(deltaMin, (b + c + 1) / (n + 2)));
      return powerExact(n, { p10: (psi + deltaMin) / 2, p01: (psi - deltaMin) / 2 }, alpha);
    },
  };
}

/** The figures of uncoupled arms: Fisher's test by scenario, Newcombe's interval, which is approximate. */
export function uncoupledFigures({ strata, treatment, control }: UncoupledRuns): OutcomeFigures {
  const n = Math.min(treatment.of, control.of);
  const test = stratifiedFisher(strata);
  const rate = ({ passes, of }: typeof control) => (of === 0 ? 0 : passes / of);
  const at = test.greater + test.less - 1;
  const extreme = strata.map(([a, b, c, d]) => [a + b, 0, 0, c + d] as const);
  return {
    n,
    lead: (rate(treatment) - rate(control)) * n,
    discordant: null,
    testP: test.twoSided,
    betterP: test.greater,
    worseP: test.less,
    midP: Math.max(0, test.twoSided - at / 2),
    midBetterP: test.greater - at / 2,
    midWorseP: test.less - at / 2,
    floorP: n === 0 ? 1 : stratifiedFisher(extreme).twoSided,
    interval: (level) => newcombeIndependent(treatment, control, level),
    power: (deltaMin, alpha) => {
      const base = rate(control);
      const other = base + deltaMin <= 1 ? base + deltaMin : base - deltaMin;
      return powerExact(n, { p10: other * (1 - base), p01: base * (1 - other) }, alpha);
    },
  };
}
