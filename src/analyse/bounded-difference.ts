/** Tests and bounds the mean of paired differences that lie in [-1, 1], whatever their shape (STATISTICS 1.3). */
import type { Range } from "../core/pairs.ts";
import { deltaSequence } from "./confidence-sequences.ts";
import { each } from "./e-process.ts";
import { mean } from "./kernels/summary.ts";
import { possible, scenarioT } from "./scenarios.ts";
import { signFlip } from "./sign-flip.ts";

export interface BoundedDifference {
  readonly n: number;
  /** Subject of the interval: scenario means where it goes over them, else all pairs; null for none. */
  readonly mean: number | null;
  readonly signFlipP: number;
  /** Null for none. */
  readonly interval95: Range | null;
  readonly method: "t-over-scenarios" | "betting-sequence";
}

/** The sign-flip p, and t over scenario means from 5 scenarios on, else the betting interval, valid at any n. */
export function boundedDifference(
  differences: readonly { readonly scenario: string; readonly difference: number }[],
): BoundedDifference {
  const values = differences.map(({ difference }) => difference);
  if (values.length === 0)
    return { n: 0, mean: null, signFlipP: 1, interval95: null, method: "betting-sequence" };
  const byScenario = new Map<string, number[]>();
  for (const { scenario, difference } of differences)
    byScenario.set(scenario, [...(byScenario.get(scenario) ?? []), difference]);
  const { interval, se, mean: ofScenarios } = scenarioT([...byScenario.values()], 0.95);
  const over = byScenario.size >= 5 && se > 0 && interval !== null ? possible(interval) : null;
  const shared = { n: values.length, signFlipP: signFlip(values) };
  return over === null
    ? {
        ...shared,
        mean: mean(values),
        interval95: deltaSequence(each(values), 0.05),
        method: "betting-sequence",
      }
    : { ...shared, mean: ofScenarios, interval95: over, method: "t-over-scenarios" };
}
