/** Evidence that a flag saves, and that success does not pay for it (STATISTICS 11.1). */
import type { AimedMetric, NotWorse, SavingEvidence, SavingTest } from "../core/aim.ts";
import type { PairedUnit, Range } from "../core/pairs.ts";
import { mean, sum } from "./kernels/summary.ts";
import { type KnownPair, knownPairs } from "./metric-ratios.ts";
import { nonInferiority } from "./non-inferiority.ts";
import { countPairs, finishedPairs, isScored, pairsWithinBudget, validPairs } from "./pair-counts.ts";
import { ratioOfTotals } from "./ratios.ts";
import { signFlip } from "./sign-flip.ts";

/** Tests that log ratios are symmetric about 0, which they are under a flag that neither saves nor costs. */
export function testSaving(logRatios: readonly number[]): SavingTest & { readonly p: number } {
  const total = sum(logRatios);
  return { p: signFlip(logRatios), direction: total < 0 ? "saves" : total > 0 ? "costs" : null };
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

/** The interval of a ratio that all pairs share; null below two pairs, or where they differ. */
function commonRatio(known: readonly KnownPair[]): Range | null {
  const above = sum(known.map((pair) => pair.treatment));
  const below = sum(known.map((pair) => pair.control));
  const isShared = known.every(
    ({ control, treatment }) => Math.abs(treatment * below - control * above) <= 1e-9 * control * above,
  );
  return known.length >= 2 && isShared ? [above / below, above / below] : null;
}

/** Gathers what the pairs show about one metric. */
export function savingEvidence(
  units: readonly PairedUnit[],
  metric: AimedMetric,
): SavingEvidence & {
  readonly suite: { readonly p: number };
  readonly general: { readonly p: number };
} {
  const finished = finishedPairs(units);
  const known = knownPairs(finished, metric);
  const [treatment, control] = [known.map((pair) => pair.treatment), known.map((pair) => pair.control)];
  const measurable = sum(treatment) > 0 && sum(control) > 0;
  const logs = logsByScenario(known);
  const intervalAt = (level: number) =>
    measurable ? (ratioOfTotals(treatment, control, level).interval ?? commonRatio(known)) : null;
  return {
    metric,
    known: known.length,
    of: finished.length,
    saving: known.filter((pair) => pair.treatment < pair.control).length,
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

/**
 * Completes lost pairs against the treatment, a known result of one arm standing, and tests "worse by the margin".
 * Pairs that the budget set aside were never lost, so they are left out.
 */
export function testNotWorse(
  units: readonly PairedUnit[],
  margin: number,
): NotWorse & { readonly p: number } {
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
