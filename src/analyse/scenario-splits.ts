/** Differences between scenarios: their means, and their disagreement beyond one common effect. */

import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
import { countOutcomes } from "./count-outcomes.ts";
import { countedPairs } from "./counted-pairs.ts";
import { mean } from "./kernels/summary.ts";
import { countPairs, groupBy } from "./pair-counts.ts";
import { scenarioConflict } from "./scenario-conflict.ts";

/** The mean difference of every scenario that has a result. */
export function scenarioMeans(units: readonly PairedUnit[], plan: ComparisonPlan): readonly number[] {
  return [...groupBy(units, ({ scenario }) => scenario).values()].flatMap((group) => {
    const { figures } = countOutcomes(group, plan);
    return figures.n === 0 ? [] : [figures.lead / figures.n];
  });
}

/** Scenarios on either side, before any adjustment. */
export interface Conflict {
  readonly p: number;
  readonly better: readonly string[];
  readonly worse: readonly string[];
  /** The mean over scenarios has strictly the opposite sign of the pooled difference. */
  readonly meansOpposed: boolean;
}

/** The disagreement of scenarios; null where they all point one way, or nothing is paired. */
export function conflictOf(units: readonly PairedUnit[], plan: ComparisonPlan): Conflict | null {
  if (plan.pairing === "none") return null;
  const rows = [...groupBy(countedPairs(units, plan), ({ scenario }) => scenario)].map(
    ([scenario, group]) => ({ scenario, ...countPairs(group) }),
  );
  const better = rows.filter(({ b, c }) => b > c).map(({ scenario }) => scenario);
  const worse = rows.filter(({ b, c }) => b < c).map(({ scenario }) => scenario);
  if (better.length === 0 || worse.length === 0) return null;
  const pooled = rows.reduce((net, { b, c }) => net + b - c, 0);
  const means = mean(rows.map(({ n, b, c }) => (b - c) / n));
  return {
    p: scenarioConflict(rows.map(({ b, c }) => [b, c] as const)).p,
    better,
    worse,
    meansOpposed: Math.abs(means) > 1e-12 && Math.sign(means) === -Math.sign(pooled),
  };
}
