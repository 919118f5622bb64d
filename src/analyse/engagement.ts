/** Engagement of the flag: reached, fired, changed a request, and its own calls. */
import type { Comparison, Engagement } from "../core/comparison.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PurposeCalls } from "../core/metric.ts";
import type { ByArm, PairedUnit } from "../core/pairs.ts";
import { mean } from "./kernels/summary.ts";
import { zeroEventUpper } from "./noise.ts";
import { byArm, countPairs, finishedPairs, tally } from "./pair-counts.ts";

function meanShared(valid: readonly PairedUnit[]): ByArm<number | null> {
  return byArm((arm) => {
    const known = valid.map((unit) => unit[arm].sharedCalls).filter((share) => share !== null);
    return known.length === 0 ? null : mean(known);
  });
}

/** Counts reached, fired and diverged over the valid pairs; unknown never counts as no. */
export function engagementOf(valid: readonly PairedUnit[]): Engagement {
  const { n, b, c } = countPairs(valid);
  const fired = byArm((arm) => tally(valid.map((unit) => unit[arm].fired)));
  const diverged = tally(valid.map((unit) => unit.diverged));
  return {
    reached: byArm((arm) => tally(valid.map((unit) => unit[arm].reached))),
    fired,
    diverged,
    effectWhenFired:
      fired.treatment.unknown > 0 || fired.treatment.yes === 0 ? null : (b - c) / fired.treatment.yes,
    divergesBelow: n > 0 && diverged.no === n ? zeroEventUpper(n, 0.95) : null,
    sharedReplies: meanShared(valid),
  };
}

/** Totals the calls of each purpose over the pairs in which both arms ran to their end. */
export function callsByPurposeOf(units: readonly PairedUnit[]): readonly PurposeCalls[] {
  const finished = finishedPairs(units);
  const purposes = new Set(
    finished.flatMap((unit) => [
      ...Object.keys(unit.control.callsByPurpose),
      ...Object.keys(unit.treatment.callsByPurpose),
    ]),
  );
  const total = (purpose: string, arm: "control" | "treatment") =>
    finished.reduce((count, unit) => count + (unit[arm].callsByPurpose[purpose] ?? 0), 0);
  return [...purposes].sort().map((purpose) => ({ purpose, ...byArm((arm) => total(purpose, arm)) }));
}

/** True where the flag's own calls happen in the treatment and never in the control. */
export function ownCallCheck(
  units: readonly PairedUnit[],
  plan: ComparisonPlan,
): Comparison["ownCallOnlyInTreatment"] {
  if (!plan.flagMakesCalls) return "not-applicable";
  const finished = finishedPairs(units);
  const calls = (arm: "control" | "treatment") => finished.map((unit) => unit[arm].ownCalls);
  if (calls("control").some((count) => count !== null && count > 0)) return "no";
  if (finished.length === 0 || [...calls("control"), ...calls("treatment")].includes(null))
    return "not-checked";
  return calls("treatment").some((count) => count !== null && count > 0) ? "yes" : "no";
}

/** True where no single model answered in every trial that has to be comparable: across arms for a flag, within each arm otherwise. */
export function backendChanged(units: readonly PairedUnit[], plan: ComparisonPlan): boolean {
  const named = (arm: "control" | "treatment") =>
    units.map((unit) => unit[arm].models).filter((models) => models.length > 0);
  const groups =
    plan.flag === null
      ? [named("control"), named("treatment")]
      : [[...named("control"), ...named("treatment")]];
  return groups.some((lists) => {
    const [first, ...rest] = lists;
    return first !== undefined && !first.some((model) => rest.every((models) => models.includes(model)));
  });
}
