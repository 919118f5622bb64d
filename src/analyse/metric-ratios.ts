/** Ratios of cost, tokens, calls and latency between the arms, over the pairs in which both are known. */
import type { AimedMetric } from "../core/aim.ts";
import type { Metric, MetricRatio, RatioEstimate, Waiting } from "../core/metric.ts";
import type { ArmOutcome, ByArm, PairedUnit } from "../core/pairs.ts";
import { ascending, elementAt, mean, median, quantileOfSorted, sum } from "./kernels/summary.ts";
import { byArm, finishedPairs, groupBy, lopsidedP } from "./pair-counts.ts";
import { logRatio, ratioOfTotals } from "./ratios.ts";
import { hodgesLehmann } from "./signed-rank.ts";

const LEVEL = 0.95;
// The table of all pairwise means grows with the square of the pairs.
const MOST_FOR_WALSH = 200;
// A t interval of fewer logarithms is not to be relied on.
const FEWEST_UNITS = 5;

/** Every metric that is compared, in the order in which reports show them. */
const METRICS: readonly Metric[] = [
  "uncachedCostUsd",
  "costUsd",
  "inputTokens",
  "cachedInputTokens",
  "outputTokens",
  "totalTokens",
  "calls",
  "latencyMs",
];

/** A metric of one trial; null when unknown. */
function metricOf(outcome: ArmOutcome, metric: AimedMetric): number | null {
  if (metric !== "totalTokens") return outcome[metric];
  const { inputTokens, outputTokens, totalTokens } = outcome;
  if (totalTokens !== undefined) return totalTokens;
  return inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens;
}

/** A pair in which both arms tell a metric. */
export interface KnownPair {
  readonly unit: PairedUnit;
  readonly control: number;
  readonly treatment: number;
}

/** Keeps the pairs in which both arms tell a metric. */
export function knownPairs(units: readonly PairedUnit[], metric: AimedMetric): readonly KnownPair[] {
  return units.flatMap((unit) => {
    const control = metricOf(unit.control, metric);
    const treatment = metricOf(unit.treatment, metric);
    return control === null || treatment === null ? [] : [{ unit, control, treatment }];
  });
}

function ratioOf(treatment: ArrayLike<number>, control: ArrayLike<number>): RatioEstimate | null {
  const { ratio, interval } = ratioOfTotals(treatment, control, LEVEL);
  return ratio > 0 && Number.isFinite(ratio) ? { ratio, interval95: interval } : null;
}

/** A function from a name to the ratio of totals of the pairs that are not called so; null when a total is 0. */
export function ratioWithout(
  known: readonly KnownPair[],
  nameOf: (unit: PairedUnit) => string,
): (name: string) => RatioEstimate | null {
  const names = known.map(({ unit }) => nameOf(unit));
  // Room for all is taken once: a hundred names of 50,000 pairs would else take it a hundred times.
  const treatment = new Float64Array(known.length);
  const control = new Float64Array(known.length);
  return (name) => {
    let kept = 0;
    for (let i = 0; i < known.length; i++) {
      const pair = elementAt(known, i);
      if (names[i] === name) continue;
      treatment[kept] = pair.treatment;
      control[kept] = pair.control;
      kept += 1;
    }
    return ratioOf(treatment.subarray(0, kept), control.subarray(0, kept));
  };
}

/** The ratio of totals of some finished pairs; null when a total is unknown or 0. */
export function totalsRatio(finished: readonly PairedUnit[], metric: Metric): RatioEstimate | null {
  const known = knownPairs(finished, metric);
  return ratioOf(
    Float64Array.from(known, (pair) => pair.treatment),
    Float64Array.from(known, (pair) => pair.control),
  );
}

type Typical = Pick<MetricRatio, "geometricMean" | "hodgesLehmann" | "difference" | "outliers" | "reason">;

const NO_TYPICAL: Typical = {
  geometricMean: null,
  hodgesLehmann: null,
  difference: null,
  outliers: [],
  reason: null,
};

/** Difference and its interval where zeros forbid a logarithm. */
function typicalDifference(known: readonly KnownPair[]): Typical {
  if (known.length > MOST_FOR_WALSH)
    return { ...NO_TYPICAL, reason: "zeros occur, so only totals are compared" };
  const { estimate, interval } = hodgesLehmann(
    known.map(({ control, treatment }) => treatment - control),
    LEVEL,
  );
  return {
    ...NO_TYPICAL,
    difference: { estimate, interval95: interval },
    reason: "zeros occur, so no mean of ratios exists",
  };
}

/** Log ratios of the units that a typical ratio is a mean over: pairs of one scenario, else scenarios (STATISTICS 3). */
function unitLogs(known: readonly KnownPair[]): readonly number[] {
  const byScenario = new Map<string, number[]>();
  for (const { unit, control, treatment } of known) {
    const logs = byScenario.get(unit.scenario) ?? [];
    logs.push(Math.log(treatment / control));
    byScenario.set(unit.scenario, logs);
  }
  const groups = [...byScenario.values()];
  return groups.length === 1 ? groups.flat() : groups.map(mean);
}

function typicalRatio(known: readonly KnownPair[]): Typical {
  const units = unitLogs(known);
  const { ratio, interval } = logRatio(
    units.map(Math.exp),
    units.map(() => 1),
    LEVEL,
  );
  const geometricMean = { ratio, interval95: units.length < FEWEST_UNITS ? null : interval };
  if (units.length > MOST_FOR_WALSH) return { ...NO_TYPICAL, geometricMean };
  const robust = hodgesLehmann(units, LEVEL);
  const apart = Math.abs(ratio / Math.exp(robust.estimate) - 1) > 0.2;
  const distances = known.map(({ control, treatment }) =>
    Math.abs(Math.log(treatment / control) - robust.estimate),
  );
  const usual = 3 * 1.4826 * median(distances);
  return {
    ...NO_TYPICAL,
    geometricMean,
    hodgesLehmann: {
      ratio: Math.exp(robust.estimate),
      interval95:
        robust.interval === null ? null : [Math.exp(robust.interval[0]), Math.exp(robust.interval[1])],
    },
    outliers: apart
      ? known
          .filter((_, i) => elementAt(distances, i) > usual)
          .map(({ unit }) => ({ scenario: unit.scenario, seed: unit.seed }))
      : [],
  };
}

function noRatioReason(
  known: readonly KnownPair[],
  finished: readonly PairedUnit[],
  metric: Metric,
): string | null {
  if (finished.length === 0) return "no pair ran to its end in both arms";
  if (known.length > 0) return null;
  const arms = (["control", "treatment"] as const).filter((arm) =>
    finished.every((unit) => metricOf(unit[arm], metric) === null),
  );
  return arms.length === 0 ? "no pair has it in both arms" : `not recorded in the ${arms.join(" and the ")}`;
}

/** The pairs that ran to their end in both arms, and the same by seed. */
interface Finished {
  readonly finished: readonly PairedUnit[];
  readonly bySeed: ReadonlyMap<string, readonly PairedUnit[]>;
}

/** Compares one metric between the arms. */
function metricRatio({ finished, bySeed }: Finished, metric: Metric): MetricRatio {
  const known = knownPairs(finished, metric);
  const unknownByArm = byArm((arm) => finished.filter((unit) => metricOf(unit[arm], metric) === null).length);
  const base = {
    metric,
    known: known.length,
    of: finished.length,
    missingSensitive:
      known.length > 0 &&
      (known.length < 0.9 * finished.length || lopsidedP(unknownByArm, finished.length) < 0.05),
    bySeed: [...bySeed].map(([seed, group]) => ({
      seed,
      ratio: known.length === 0 ? null : (totalsRatio(group, metric)?.ratio ?? null),
    })),
  };
  if (known.length === 0) {
    const reason = noRatioReason(known, finished, metric);
    return { ...base, state: "unknown", totals: null, ofTotals: null, ...NO_TYPICAL, reason };
  }
  const totals = {
    control: sum(known.map((pair) => pair.control)),
    treatment: sum(known.map((pair) => pair.treatment)),
  };
  if (known.every(({ control, treatment }) => control === treatment)) {
    return { ...base, state: "identical", totals, ofTotals: { ratio: 1, interval95: null }, ...NO_TYPICAL };
  }
  const ofTotals = totalsRatio(finished, metric);
  const zeros = known.some(({ control, treatment }) => control <= 0 || treatment <= 0);
  const typical = zeros ? typicalDifference(known) : typicalRatio(known);
  const reason =
    typical.reason ??
    (ofTotals?.interval95 === null ? "one pair, or the same ratio in every pair: no interval exists" : null);
  return { ...base, state: "estimated", totals, ofTotals, ...typical, reason };
}

/** Compares every metric between the arms. */
export function metricRatios(units: readonly PairedUnit[]): Readonly<Record<Metric, MetricRatio>> {
  const finished = finishedPairs(units);
  const pairs = { finished, bySeed: groupBy(finished, (unit) => unit.seed) };
  return Object.fromEntries(METRICS.map((metric) => [metric, metricRatio(pairs, metric)])) as Record<
    Metric,
    MetricRatio
  >;
}

/** Median and 95th percentile of each arm's waiting time, over the pairs that tell it in both. */
export function waitingOf(units: readonly PairedUnit[]): ByArm<Waiting> | null {
  const known = knownPairs(finishedPairs(units), "latencyMs");
  if (known.length === 0) return null;
  return byArm((arm) => {
    const sorted = ascending(known.map((pair) => pair[arm]));
    return { medianMs: quantileOfSorted(sorted, 0.5), p95Ms: quantileOfSorted(sorted, 0.95) };
  });
}

/** Chooses the price a cost verdict rests on: uncached unless that is unknown where the billed one is known. */
export function costBasis(ratios: Readonly<Record<Metric, MetricRatio>>): "uncachedCostUsd" | "costUsd" {
  return ratios.uncachedCostUsd.known >= ratios.costUsd.known ? "uncachedCostUsd" : "costUsd";
}
