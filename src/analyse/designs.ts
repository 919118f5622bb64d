/** Estimates for a design of several flags: main effects, interactions, importance of each flag. */

import type { Configuration } from "../core/configurations.ts";
import { elementAt, mean } from "./kernels/summary.ts";
import { signFlip } from "./sign-flip.ts";

/** The main effect of each flag from balanced runs: mean outcome where on, less mean where off. */
export function mainEffects(
  design: readonly Configuration[],
  outcomes: readonly number[],
): readonly number[] {
  const flags = elementAt(design, 0).length;
  return Array.from({ length: flags }, (_, flag) => {
    const side = (sign: 1 | -1) =>
      mean(outcomes.filter((_, run) => elementAt(elementAt(design, run), flag) === sign));
    return side(1) - side(-1);
  });
}

/** The outcome of one seed under the four configurations that bracket a flag. */
interface BracketOutcomes {
  readonly all: number;
  readonly allWithout: number;
  readonly alone: number;
  readonly none: number;
}

/** The sign-flip p for "the flag works the same alone and with the others"; small raises the interaction alarm. */
export function interactionAlarm(seeds: readonly BracketOutcomes[]): {
  readonly meanGap: number;
  readonly p: number;
} {
  const gaps = seeds.map((seed) => seed.all - seed.allWithout - (seed.alone - seed.none));
  return { meanGap: gaps.length === 0 ? 0 : mean(gaps), p: signFlip(gaps) };
}

/** A flag's importance, the mean of its effect alone and with the others: the Shapley value when interactions are at most pairwise. */
export function flagImportance(effectAlone: number, effectInCompany: number): number {
  return (effectAlone + effectInCompany) / 2;
}
