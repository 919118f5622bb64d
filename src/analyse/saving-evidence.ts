/** What shows that a flag saves, and that success does not pay for it (STATISTICS 11.1). */
import type { Metric } from "../core/metric.ts";
import type { PairCounts, PairedUnit, Range, UnitName } from "../core/pairs.ts";
import { mean, sum } from "./kernels/summary.ts";
import { type KnownPair, knownPairs } from "./metric-ratios.ts";
import { nonInferiority } from "./non-inferiority.ts";
import { countPairs, finishedPairs, isScored, pairsWithinBudget, validPairs } from "./pair-counts.ts";
import { ratioOfTotals } from "./ratios.ts";
import { signFlip } from "./sign-flip.ts";

/** Which way the log ratios point, and how often as far by chance. */
export interface SavingTest {
  /** Two-sided exact sign-flip p; 1 for no ratios. */
  readonly p: number;
  /** Null where the ratios cancel out exactly, or there are none. */
  readonly direction: "saves" | "costs" | null;
}

/** Tests that log ratios are symmetric about 0, which they are under a flag that neither saves nor costs. */
export function testSaving(logRatios: readonly number[]): SavingTest {
  const total = sum(logRatios);
  return { p: signFlip(logRatios), direction: total < 0 ? "saves" : total > 0 ? "costs" : null };
}

/** The aimed metric over the pairs in which both arms tell it. */
export interface SavingEvidence {
  readonly metric: Metric;
  readonly known: number;
  /** Pairs in which both arms ran to their end. */
  readonly of: number;
  /** Ratio of totals, treatment over control; null where a total is 0 or nothing is known. */
  readonly ratio: number | null;
  /** Jackknife intervals; null where none exists. */
  readonly interval95: Range | null;
  readonly interval90: Range | null;
  /** Over the pairs' log ratios: the suite claim. */
  readonly suite: SavingTest;
  /** Over the scenarios' means of them: the general claim. */
  readonly general: SavingTest & { readonly scenarios: number };
  /** Pairs in which exactly one value is 0: they have no logarithm and forbid the word "saves". */
  readonly oneZero: readonly UnitName[];
}

function logsByScenario(known: readonly KnownPair[]): readonly (readonly number[])[] {
  const byScenario = new Map<string, number[]>();
  for (const { unit, control, treatment } of known.filter((pair) => pair.control > 0 && pair.treatment > 0)) {
    const logs = byScenario.get(unit.scenario) ?? [];
    logs.push(Math.log(treatment / control));
    byScenario.set(unit.scenario, logs);
  }
  return [...byScenario.values()];
}

/** Gathers what the pairs show about one metric. */
export function savingEvidence(units: readonly PairedUnit[], metric: Metric): SavingEvidence {
  const finished = finishedPairs(units);
  const known = knownPairs(finished, metric);
  const [treatment, control] = [known.map((pair) => pair.treatment), known.map((pair) => pair.control)];
  const measurable = sum(treatment) > 0 && sum(control) > 0;
  const logs = logsByScenario(known);
  const intervalAt = (level: number) =>
    measurable ? ratioOfTotals(treatment, control, level).interval : null;
  return {
    metric,
    known: known.length,
    of: finished.length,
    ratio: measurable ? sum(treatment) / sum(control) : null,
    interval95: intervalAt(0.95),
    interval90: intervalAt(0.9),
    suite: testSaving(logs.flat()),
    general: { ...testSaving(logs.map(mean)), scenarios: logs.length },
    oneZero: known
      .filter((pair) => (pair.control === 0) !== (pair.treatment === 0))
      .map(({ unit: { scenario, seed } }) => ({ scenario, seed })),
  };
}

/** The question "is success worse by the margin", every lost pair held against the treatment. */
export interface NotWorse {
  readonly counts: PairCounts;
  /** Pairs completed against the treatment. */
  readonly lost: number;
  /** Exact one-sided p for "worse by the margin or more". */
  readonly p: number;
}

/**
 * Completes lost pairs against the treatment, a known result of one arm standing, and tests "worse by the margin".
 * Pairs that the budget set aside were never lost, so they are left out.
 */
export function testNotWorse(units: readonly PairedUnit[], margin: number): NotWorse {
  const due = pairsWithinBudget(units);
  const completed = due.map(
    (unit): PairedUnit => ({
      ...unit,
      control: isScored(unit.control.outcome) ? unit.control : { ...unit.control, outcome: "pass" },
      treatment: isScored(unit.treatment.outcome) ? unit.treatment : { ...unit.treatment, outcome: "fail" },
    }),
  );
  const counts = countPairs(completed);
  const lost = due.length - validPairs(due).length;
  return { counts, lost, p: nonInferiority(counts, margin).exactP };
}
