/** Compares the pairs in which the treatment ran first with those in which it ran second. */
import type { PositionCheck, PositionHalf } from "../core/comparison.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { Metric } from "../core/metric.ts";
import type { PairedUnit, Range } from "../core/pairs.ts";
import { fayLumbardInterval } from "./fay-lumbard.ts";
import { totalsRatio } from "./metric-ratios.ts";
import { countPairs } from "./pair-counts.ts";

function half(units: readonly PairedUnit[], cost: Metric): PositionHalf {
  const { n, b, c } = countPairs(units);
  return {
    pairs: n,
    b,
    c,
    interval95: n === 0 ? null : fayLumbardInterval({ b, c, n }, 0.95),
    cost: totalsRatio(units, cost),
    latency: totalsRatio(units, "latencyMs"),
  };
}

function apart(left: Range | null | undefined, right: Range | null | undefined): boolean {
  if (!left || !right) return false;
  return left[1] < right[0] || right[1] < left[0];
}

/** Checks whether order can explain a difference; a run in which one arm always went first is confounded. */
export function positionCheck(
  valid: readonly PairedUnit[],
  plan: ComparisonPlan,
  cost: Metric,
): PositionCheck {
  const known = plan.orderKnown
    ? valid.filter(({ control, treatment }) => control.position !== null && treatment.position !== null)
    : [];
  const ranFirst = ({ control, treatment }: PairedUnit) =>
    (treatment.position ?? 0) < (control.position ?? 0);
  const first = known.filter(ranFirst);
  const second = known.filter((unit) => !ranFirst(unit));
  const treatmentFirst = half(first, cost);
  const treatmentSecond = half(second, cost);
  const state =
    known.length === 0 ? "unknown" : first.length === 0 || second.length === 0 ? "one-sided" : "checked";
  const disagreeing = [
    apart(treatmentFirst.interval95, treatmentSecond.interval95) && ("outcome" as const),
    apart(treatmentFirst.cost?.interval95, treatmentSecond.cost?.interval95) && ("cost" as const),
    apart(treatmentFirst.latency?.interval95, treatmentSecond.latency?.interval95) && ("latency" as const),
  ].filter((name) => name !== false);
  return {
    state,
    treatmentFirst,
    treatmentSecond,
    disagreeing,
    confounded: state === "one-sided" || disagreeing.length > 0,
  };
}
