/** Layer 5: the ten health dimensions by name, in the document's order, with the recovery each asks for (A-048, A-051..A-060). */

export const DIMENSIONS = [
  "belief_freshness",
  "belief_consistency",
  "belief_support",
  "symptom_coverage",
  "explanation_coverage",
  "verification_strength",
  "verification_feasibility",
  "progress_rate",
  "failure_recurrence",
  "oscillation_score",
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export interface Diagnostics {
  readonly values: Readonly<Record<Dimension, number>>;
  /** Share of tasks no more than one level above the beliefs; recomputed when the task graph changed (REFERENCE 1.2). */
  readonly abstractionFit: number;
  /** Identity of the task graph that `abstractionFit` rests on. */
  readonly graph: string;
  /** Text about gaps of more than one abstraction level; advisory, never a number (INV-07). */
  readonly note: string | null;
}

/** The recovery action class that a dimension below 0.2 asks for. */
export const RECOVERY_ACTION: Readonly<Record<Dimension, string>> = {
  belief_freshness: "belief_refresh",
  belief_consistency: "consistency_repair",
  belief_support: "support_augment",
  symptom_coverage: "coverage_expand",
  explanation_coverage: "explanation_expand",
  verification_strength: "verification_pass",
  verification_feasibility: "feasibility_check",
  progress_rate: "execution_retry",
  failure_recurrence: "failure_recovery",
  oscillation_score: "oscillation_stabilise",
};

/** Stored with 0 as healthy, so turned round before any test. */
const INVERTED: readonly Dimension[] = ["failure_recurrence", "oscillation_score"];

/**
 * The value with 1 as healthy. `1 - value` is written as is: at 8 of 10 failures it is 0.19999999999999996, which is
 * below 0.2, so the ninth attempt is the first to be refused (A-071, the float trap of REFERENCE 1.3).
 */
export function healthOf(dimension: Dimension, values: Diagnostics["values"]): number {
  return INVERTED.includes(dimension) ? 1 - values[dimension] : values[dimension];
}
