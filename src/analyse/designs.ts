/** Which configurations to run for k flags, and what their outcomes say about each flag. */

import { elementAt, mean } from "./kernels/summary.ts";
import { signFlip } from "./scenarios.ts";

/** One configuration: +1 is on, -1 is off, one place per flag. */
export type Configuration = readonly (1 | -1)[];

const GENERATOR: Configuration = [1, 1, -1, 1, 1, 1, -1, -1, -1, 1, -1];

/** Gives the 12-run Plackett-Burman design for up to 11 flags; mains are partly mixed with pairwise interactions. */
export function plackettBurman12(): readonly Configuration[] {
  const cyclic = GENERATOR.map((_, shift) =>
    GENERATOR.map((_, place) => elementAt(GENERATOR, (place - shift + GENERATOR.length) % GENERATOR.length)),
  );
  return [...cyclic, GENERATOR.map(() => -1 as const)];
}

/** Adds the mirror image of every configuration, which clears main effects of pairwise interactions. */
export function foldOver(design: readonly Configuration[]): readonly Configuration[] {
  return [...design, ...design.map((row) => row.map((sign): 1 | -1 => (sign === 1 ? -1 : 1)))];
}

/** Gives all 2^k configurations. */
export function fullFactorial(flags: number): readonly Configuration[] {
  return Array.from({ length: 2 ** flags }, (_, code) =>
    Array.from({ length: flags }, (_, place): 1 | -1 => ((code >> place) & 1 ? 1 : -1)),
  );
}

/** Gives the 16-run resolution IV design for up to 8 flags: E=BCD, F=ACD, G=ABC, H=ABD. */
export function fractionalFactorial16(): readonly Configuration[] {
  return fullFactorial(4).map((row) => {
    const [a, b, c, d] = [elementAt(row, 0), elementAt(row, 1), elementAt(row, 2), elementAt(row, 3)];
    return [a, b, c, d, b * c * d, a * c * d, a * b * c, a * b * d] as Configuration;
  });
}

/** Gives one configuration with every flag off, one with a single flag on for each flag. */
export function oneAtATime(flags: number): readonly Configuration[] {
  const off = Array.from({ length: flags }, () => -1 as const);
  return [off, ...off.map((_, flag) => off.map((_, place): 1 | -1 => (place === flag ? 1 : -1)))];
}

/** Gives one configuration with every flag on, one with a single flag off for each flag. */
export function leaveOneOut(flags: number): readonly Configuration[] {
  return oneAtATime(flags).map((row) => row.map((sign): 1 | -1 => (sign === 1 ? -1 : 1)));
}

/** Gives the main effect of each flag from balanced runs: mean outcome where on, less mean where off. */
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

/** Gives the sign-flip p for "the flag works the same alone and in company"; small raises the interaction alarm. */
export function interactionAlarm(seeds: readonly BracketOutcomes[]): {
  readonly meanGap: number;
  readonly p: number;
} {
  const gaps = seeds.map((seed) => seed.all - seed.allWithout - (seed.alone - seed.none));
  return { meanGap: gaps.length === 0 ? 0 : mean(gaps), p: signFlip(gaps) };
}

/** Gives a flag's importance, the mean of its effect alone and in company: the Shapley value when interactions are at most pairwise. */
export function flagImportance(effectAlone: number, effectInCompany: number): number {
  return (effectAlone + effectInCompany) / 2;
}
