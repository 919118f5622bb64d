/** Confidence sequences: intervals that hold at every look at once, dual to the e-process. */
import type { Range } from "../core/pairs.ts";
import { type DifferenceCounts, eGreaterThan, LAMBDAS, mirror } from "./e-process.ts";
import { logBeta } from "./kernels/gamma.ts";
import { invertMonotone } from "./kernels/root.ts";

function lowest(differences: DifferenceCounts, bar: number, lambdas: readonly number[]): number {
  const rises = differences.some(([d, times]) => times > 0 && d > -1);
  if (!rises) return -1;
  return invertMonotone((s) => bar - eGreaterThan(differences, s, lambdas), -1, 1);
}

/** The confidence sequence of the mean difference; valid at any n for differences in [-1, 1]. */
export function deltaSequence(
  differences: DifferenceCounts,
  alpha: number,
  lambdas: readonly number[] = LAMBDAS,
): Range {
  return [lowest(differences, 2 / alpha, lambdas), -lowest(mirror(differences), 2 / alpha, lambdas)];
}

/** The differences of a pass/fail run as counts. */
export function passFailDifferences(counts: {
  readonly b: number;
  readonly c: number;
  readonly n: number;
}): DifferenceCounts {
  return [
    [1, counts.b],
    [-1, counts.c],
    [0, counts.n - counts.b - counts.c],
  ];
}

/** The Beta(a, a)-mixture confidence sequence of P(win | discordant). */
export function thetaSequence(
  counts: { readonly b: number; readonly c: number },
  alpha: number,
  a = 0.5,
): Range {
  const { b, c } = counts;
  const bar = logBeta(b + a, c + a) - logBeta(a, a) + Math.log(alpha);
  const logLikelihood = (t: number) => (b === 0 ? 0 : b * Math.log(t)) + (c === 0 ? 0 : c * Math.log1p(-t));
  const peak = b + c === 0 ? 0.5 : b / (b + c);
  return [
    b === 0 ? 0 : invertMonotone((t) => logLikelihood(t) - bar, 0, peak),
    c === 0 ? 1 : invertMonotone((t) => bar - logLikelihood(t), peak, 1),
  ];
}
