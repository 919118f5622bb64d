/** Weights of strategies by the class of failure they answered, and the order that they give the ladder. */

import { LADDER, type Strategy } from "../../layers/recovery/ladder.ts";

/** By `STRATEGY:failure-class`; what is not there weighs 0. */
export type Weights = Readonly<Record<string, number>>;

/** A strategy that was tried, and the class of the failure it answered. */
export interface Tried {
  readonly strategy: Strategy;
  readonly class: string;
}

interface Ranked {
  readonly strategy: Strategy;
  /** Share of the softmax over the class's weights. */
  readonly share: number;
}

/** Ten outcomes of one kind outweigh each other no further (our choice). */
const LIMIT = 10;

/** ESCALATE tells the user what stands in the way: it always "works", so it is the end of the order and not learned. */
const LEARNED: readonly Strategy[] = LADDER.filter((strategy) => strategy !== "ESCALATE");

/** One point more for what worked, one less for what failed. */
export function learn(weights: Weights, tried: Tried, worked: boolean): Weights {
  if (!LEARNED.includes(tried.strategy)) return weights;
  return { ...weights, [keyOf(tried)]: clamp(weightOf(weights, tried) + (worked ? 1 : -1)) };
}

/** The strategies by their share, equal ones in the fixed order; null where no weight says anything about the class. */
export function rank(weights: Weights, failureClass: string): readonly Ranked[] | null {
  const of = LEARNED.map((strategy) => weightOf(weights, { strategy, class: failureClass }));
  if (of.every((weight) => weight === 0)) return null;
  const shares = softmax(of);
  return LEARNED.map((strategy, index) => ({ strategy, share: shares[index] ?? 0 })).sort(
    (a, b) => b.share - a.share,
  );
}

function weightOf(weights: Weights, tried: Tried): number {
  return clamp(weights[keyOf(tried)] ?? 0);
}

function clamp(weight: number): number {
  return Math.max(-LIMIT, Math.min(LIMIT, weight));
}

function softmax(values: readonly number[]): readonly number[] {
  const powers = values.map(Math.exp);
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

function keyOf({ strategy, class: failureClass }: Tried): string {
  return `${strategy}:${failureClass}`;
}
