/** Betting e-processes: evidence that stays valid however often one looks. */

import { betaCdf } from "./kernels/beta.ts";
import { logBeta } from "./kernels/gamma.ts";

/** Bets of equal weight: lambda = 2 theta - 1, so theta .65, .80 and .95. */
export const LAMBDAS: readonly number[] = [0.3, 0.6, 0.9];

export interface EValues {
  readonly eTwo: number;
  readonly eGreater: number;
  readonly eLess: number;
}

/** Count of each paired difference; a graded run has one entry a pair. */
export type DifferenceCounts = readonly (readonly [difference: number, times: number])[];

/** Averages exp of logs without overflow of the parts. */
function meanOfExp(logs: readonly number[]): number {
  const top = Math.max(...logs);
  if (top === Number.NEGATIVE_INFINITY) return 0;
  return (Math.exp(top) * logs.reduce((total, log) => total + Math.exp(log - top), 0)) / logs.length;
}

/**
 * The e-value against "the mean difference is at most s" (STATISTICS 4.1): each factor has conditional mean
 * at most 1 under that hypothesis, so P(ever >= 1/alpha) <= alpha (Ville). Differences must lie in [-1, 1].
 */
export function eGreaterThan(
  differences: DifferenceCounts,
  s: number,
  lambdas: readonly number[] = LAMBDAS,
): number {
  return meanOfExp(
    lambdas.map((lambda) =>
      differences.reduce(
        (log, [d, times]) => (times === 0 ? log : log + times * Math.log1p((lambda * (d - s)) / (1 + s))),
        0,
      ),
    ),
  );
}

/** Turns a list of differences into counts of one. */
export function each(differences: readonly number[]): DifferenceCounts {
  return differences.map((d) => [d, 1] as const);
}

/** Turns a list of counts round: wins become losses. */
export function mirror(differences: DifferenceCounts): DifferenceCounts {
  return differences.map(([d, times]) => [-d, times] as const);
}

/** The e-values of b wins and c losses; concordant pairs multiply by 1. */
export function eValue(b: number, c: number, lambdas: readonly number[] = LAMBDAS): EValues {
  return eGraded(
    [
      [1, b],
      [-1, c],
    ],
    lambdas,
  );
}

/** The e-values of paired differences in [-1, 1]. */
export function eGraded(differences: DifferenceCounts, lambdas: readonly number[] = LAMBDAS): EValues {
  const eGreater = eGreaterThan(differences, 0, lambdas);
  const eLess = eGreaterThan(mirror(differences), 0, lambdas);
  return { eTwo: (eGreater + eLess) / 2, eGreater, eLess };
}

/** The e-value against "the mean difference is at least dMin": at 10 a flag that truly gains it is dropped at most once in ten. */
export function eFutility(
  differences: DifferenceCounts,
  dMin: number,
  lambdas: readonly number[] = LAMBDAS,
): number {
  return eGreaterThan(mirror(differences), -dMin, lambdas);
}

/** The Beta(a, a)-mixture e-values of b wins and c losses, an alternative to the bets. */
export function eValueBeta(
  b: number,
  c: number,
  a: number,
): { readonly eTwo: number; readonly eGreater: number } {
  const eTwo = Math.exp(logBeta(b + a, c + a) - logBeta(a, a) + (b + c) * Math.LN2);
  return { eTwo, eGreater: 2 * eTwo * (1 - betaCdf(0.5, b + a, c + a)) };
}
