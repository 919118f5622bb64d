/** The bars that a change brings with it: a flag that is switched on to save something must not use more of it. */

import { guardrail } from "../../analyse/gate-decision.ts";
import { isSavingAim, type SavingAim } from "../../core/aim.ts";
import type { Arm } from "../../core/arm.ts";
import type { Flag } from "../../core/flag.ts";
import type { Guardrail } from "../../core/gate.ts";
import type { Metric, MetricRatio } from "../../core/metric.ts";

/** Aims of flags that the candidate switches on and the base leaves off; each aim once. */
export function savingAims(
  flags: readonly Flag[],
  [base, candidate]: readonly Pick<Arm, "flags">[],
): readonly SavingAim[] {
  const aims = flags
    .filter(({ name, on }) => candidate?.flags[name] === on && base?.flags[name] !== on)
    .map(({ aim }) => aim)
    .filter(isSavingAim);
  return [...new Set(aims)];
}

/** A proven cost breaks the bar; a saving that is not proven does not, since nobody asked for a proof. */
export function aimBar(ratio: MetricRatio, scripted: boolean): Guardrail {
  const held = guardrail(ratio, 1, scripted);
  return held.outcome === "inconclusive"
    ? { ...held, outcome: "pass", reason: `${held.reason}; more is not shown` }
    : held;
}

/** The metric that a gate holds an aim by; `cost` is the price that the comparison rests on. */
export function metricOfAim(aim: SavingAim, cost: Metric): Metric {
  switch (aim) {
    case "cost":
      return cost;
    case "cost-as-billed":
      return "costUsd";
    case "tokens":
      return "totalTokens";
    case "latency":
      return "latencyMs";
    case "calls":
      return "calls";
  }
}
