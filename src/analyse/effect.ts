/** The effect on outcomes: pooled test and interval, by scenario, over scenarios, graded and sequential. */
import type {
  Effect,
  GradedEffect,
  Posterior,
  ScenarioLevel,
  ScenarioRow,
  SequentialEvidence,
} from "../core/comparison.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairCounts, PairedUnit, Range } from "../core/pairs.ts";
import { boundedDifference } from "./bounded-difference.ts";
import { deltaSequence, passFailDifferences } from "./confidence-sequences.ts";
import { type CountedOutcomes, countOutcomes } from "./count-outcomes.ts";
import { eValue } from "./e-process.ts";
import { tangoInterval } from "./intervals.ts";
import { totalsRatio } from "./metric-ratios.ts";
import { finishedPairs, groupBy } from "./pair-counts.ts";
import { posteriorAbove, posteriorBetter } from "./posterior.ts";
import { possible, scenarioT } from "./scenarios.ts";
import { signFlip } from "./sign-flip.ts";

/** The effect with every figure known, before anything is withheld. */
export type FullEffect = Effect & {
  readonly exactP: number;
  readonly interval95: Range;
  readonly interval90: Range;
};

/** Describes the pooled difference of pass rates: one test and the interval that belongs to it. */
export function effectOf(
  counted: CountedOutcomes,
  plan: Pick<ComparisonPlan, "pairing">,
  family: Pick<Effect, "adjustedP" | "neededInFamily">,
): FullEffect {
  const { figures, counts } = counted;
  const paired = plan.pairing === "seed";
  return {
    delta: figures.n === 0 ? null : figures.lead / figures.n,
    test: paired ? "exact-mcnemar" : "stratified-fisher",
    exactP: figures.testP,
    betterP: figures.betterP,
    worseP: figures.worseP,
    midP: figures.midP,
    midBetterP: figures.midBetterP,
    midWorseP: figures.midWorseP,
    ...family,
    interval95: figures.interval(0.95),
    interval90: figures.interval(0.9),
    tango95: paired ? tangoInterval(counts, 0.95) : null,
  };
}

/** One row for each scenario, with a result or none, with the conflict flag of STATISTICS 2.2. */
export function scenarioRows(
  units: readonly PairedUnit[],
  plan: ComparisonPlan,
  costMetric: "uncachedCostUsd" | "costUsd",
): readonly ScenarioRow[] {
  const rows = [...groupBy(units, (unit) => unit.scenario)].map(([scenario, group]) => {
    const { counts, figures } = countOutcomes(group, plan);
    return {
      scenario,
      ...counts,
      delta: figures.n === 0 ? null : figures.lead / figures.n,
      costRatio: totalsRatio(finishedPairs(group), costMetric)?.ratio ?? null,
    };
  });
  const points = (sign: 1 | -1) => rows.filter(({ b, c }) => b + c >= 3 && Math.sign(b - c) === sign);
  const torn = plan.pairing === "seed" && points(1).length > 0 && points(-1).length > 0;
  return rows.map((row) => ({ ...row, conflict: torn && row.b + row.c >= 3 && row.b !== row.c }));
}

/** Describes the claim about scenarios like these, one mean each; the interval needs 5 of them with some spread. */
export function scenarioLevelOf(
  rows: readonly ScenarioRow[],
  adjust: (signFlipP: number) => number | null,
): ScenarioLevel & { readonly signFlipP: number } {
  const means = rows.map(({ delta }) => delta).filter((delta) => delta !== null);
  const {
    S,
    mean: meanDelta,
    se,
    interval,
    p,
  } = scenarioT(
    means.map((value) => [value]),
    0.95,
  );
  const signFlipP = signFlip(means);
  const enough = S >= 5 && se > 0;
  const few =
    S <= 3
      ? `tested on ${S} scenario${S === 1 ? "" : "s"}; says nothing about others`
      : "5 scenarios are needed";
  return {
    scenarios: S,
    differing: means.filter((value) => value !== 0).length,
    meanDelta: S === 0 ? null : meanDelta,
    signFlipP,
    adjustedP: adjust(signFlipP),
    interval95: enough && interval !== null ? possible(interval) : null,
    standardError: S >= 2 ? se : null,
    tP: enough ? p : null,
    reason: enough
      ? null
      : S < 5
        ? few
        : "every scenario has the same mean difference, so no interval exists",
  };
}

/** Describes the difference of graded scores; null where there are none beyond pass and fail. */
export function gradedOf(units: readonly PairedUnit[]): GradedEffect | null {
  const scored = finishedPairs(units).flatMap((unit) => {
    const [control, treatment] = [unit.control.score, unit.treatment.score];
    return control === null || treatment === null ? [] : [{ scenario: unit.scenario, control, treatment }];
  });
  if (
    scored.every(({ control, treatment }) =>
      [control, treatment].every((score) => score === 0 || score === 1),
    )
  )
    return null;
  const { n, mean, signFlipP, interval95, method } = boundedDifference(
    scored.map(({ scenario, control, treatment }) => ({ scenario, difference: treatment - control })),
  );
  return mean === null || interval95 === null
    ? null
    : { pairs: n, meanDelta: mean, signFlipP, interval95, method };
}

/** The e-process of a sequential design; null for a fixed one. */
export function sequentialOf(counts: PairCounts, plan: ComparisonPlan): SequentialEvidence | null {
  if (plan.design === "fixed") return null;
  return {
    ...eValue(counts.b, counts.c),
    threshold: plan.family / plan.alpha,
    interval95: deltaSequence(passFailDifferences(counts), 0.05),
  };
}

/** The descriptive posterior; null for no pairs. */
export function posteriorOf(counts: PairCounts, deltaMin: number): Posterior | null {
  if (counts.n === 0) return null;
  return {
    better: posteriorBetter(counts.b, counts.c),
    aboveDeltaMin: posteriorAbove(counts, deltaMin),
    aboveMinusDeltaMin: posteriorAbove(counts, -deltaMin),
  };
}
