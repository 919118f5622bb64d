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
import type { PairedUnit } from "../core/pairs.ts";
import { boundedDifference } from "./bounded-difference.ts";
import { deltaSequence, passFailDifferences } from "./confidence-sequences.ts";
import { eValue } from "./e-process.ts";
import { fayLumbardInterval } from "./fay-lumbard.ts";
import { tangoInterval } from "./intervals.ts";
import { mean } from "./kernels/summary.ts";
import { totalsRatio } from "./metric-ratios.ts";
import { countPairs, differenceOf, finishedPairs, groupBy } from "./pair-counts.ts";
import { mcnemar } from "./paired-tests.ts";
import { posteriorAbove, posteriorBetter } from "./posterior.ts";
import { possible, scenarioT } from "./scenarios.ts";
import { signFlip } from "./sign-flip.ts";
import { type Stratum, stratifiedFisher } from "./uncoupled.ts";

/** Gives the p that decides a fixed design, before any adjustment for the family. */
export function decidingP(valid: readonly PairedUnit[], pairing: ComparisonPlan["pairing"]): number {
  if (pairing === "seed") {
    const { b, c } = countPairs(valid);
    return mcnemar(b, c).exactTwoSided;
  }
  const strata = [...groupBy(valid, (unit) => unit.scenario).values()].map((units): Stratum => {
    const passes = (arm: "control" | "treatment") =>
      units.filter((unit) => unit[arm].outcome === "pass").length;
    return [
      passes("treatment"),
      units.length - passes("treatment"),
      passes("control"),
      units.length - passes("control"),
    ];
  });
  return stratifiedFisher(strata).twoSided;
}

/** Describes the pooled difference of pass rates. */
export function effectOf(
  valid: readonly PairedUnit[],
  plan: ComparisonPlan,
  family: Pick<Effect, "adjustedP" | "neededInFamily">,
): Effect {
  const { n, b, c } = countPairs(valid);
  const test = mcnemar(b, c);
  return {
    delta: n === 0 ? null : (b - c) / n,
    exactP: test.exactTwoSided,
    betterP: test.exactGreater,
    worseP: test.exactLess,
    midP: test.midPTwoSided,
    midBetterP: test.midPGreater,
    midWorseP: test.midPLess,
    test: plan.pairing === "seed" ? "exact-mcnemar" : "stratified-fisher",
    testP: decidingP(valid, plan.pairing),
    ...family,
    interval95: fayLumbardInterval({ b, c, n }, 0.95),
    interval90: fayLumbardInterval({ b, c, n }, 0.9),
    tango95: tangoInterval({ b, c, n }, 0.95),
  };
}

/** Gives one row for each scenario, valid pairs or none, with the conflict flag of STATISTICS 2.2. */
export function scenarioRows(
  units: readonly PairedUnit[],
  costMetric: "uncachedCostUsd" | "costUsd",
): readonly ScenarioRow[] {
  const rows = [...groupBy(units, (unit) => unit.scenario)].map(([scenario, group]) => {
    const counts = countPairs(group.filter((unit) => isValid(unit)));
    const delta = counts.n === 0 ? null : (counts.b - counts.c) / counts.n;
    return {
      scenario,
      ...counts,
      delta,
      costRatio: totalsRatio(finishedPairs(group), costMetric)?.ratio ?? null,
    };
  });
  const points = (sign: 1 | -1) => rows.filter(({ b, c }) => b + c >= 3 && Math.sign(b - c) === sign);
  const torn = points(1).length > 0 && points(-1).length > 0;
  return rows.map((row) => ({ ...row, conflict: torn && row.b + row.c >= 3 && row.b !== row.c }));
}

function isValid(unit: PairedUnit): boolean {
  return [unit.control, unit.treatment].every(({ outcome }) => outcome === "pass" || outcome === "fail");
}

/** Describes the claim about scenarios like these; the interval needs 5 scenarios with some spread. */
export function scenarioLevelOf(valid: readonly PairedUnit[]): ScenarioLevel {
  const groups = [...groupBy(valid, (unit) => unit.scenario).values()].map((units) =>
    units.map(differenceOf),
  );
  const means = groups.map((group) => mean(group));
  const { S, mean: meanDelta, se, interval, p } = scenarioT(groups, 0.95);
  const enough = S >= 5 && se > 0;
  const few =
    S <= 3
      ? `tested on ${S} scenario${S === 1 ? "" : "s"}; says nothing about others`
      : "5 scenarios are needed";
  return {
    scenarios: S,
    differing: means.filter((value) => value !== 0).length,
    meanDelta: S === 0 ? null : meanDelta,
    signFlipP: signFlip(means),
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

/** Gives the e-process of a sequential design; null for a fixed one. */
export function sequentialOf(valid: readonly PairedUnit[], plan: ComparisonPlan): SequentialEvidence | null {
  if (plan.design === "fixed") return null;
  const counts = countPairs(valid);
  return {
    ...eValue(counts.b, counts.c),
    threshold: plan.family / plan.alpha,
    interval95: deltaSequence(passFailDifferences(counts), 0.05),
  };
}

/** Gives the descriptive posterior; null for no pairs. */
export function posteriorOf(valid: readonly PairedUnit[], deltaMin: number): Posterior | null {
  const counts = countPairs(valid);
  if (counts.n === 0) return null;
  return {
    better: posteriorBetter(counts.b, counts.c),
    aboveDeltaMin: posteriorAbove(counts, deltaMin),
    aboveMinusDeltaMin: posteriorAbove(counts, -deltaMin),
  };
}
