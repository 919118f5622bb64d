/** resolve_control_state: five tiers in strict order, the first that fires wins (A-064..A-069, REFERENCE 1.3). */

import { decimals } from "../../../../core/format.ts";
import type { Contradictions } from "../contradiction/contradictions.ts";
import { openOf } from "../contradiction/contradictions.ts";
import {
  DIMENSIONS,
  type Diagnostics,
  type Dimension,
  healthOf,
  RECOVERY_ACTION,
} from "../diagnostics/dimensions.ts";
import type { Review } from "../reviewer/findings.ts";
import type { WorldModel } from "../world-model/world-model.ts";
import type { ControlState } from "./control-state.ts";

const CRITICAL = 0.2;
const CAUTION = 0.4;
const ELEVATION = 0.05;
const COVERAGE: readonly Dimension[] = ["symptom_coverage", "explanation_coverage"];
const MATCH_SHARE = 0.2;

/** The dimensions that a recovery action needs to be healthy; a cycle among blocked ones is a deadlock (INV-04). */
export type RequiredMap = Readonly<Record<string, readonly string[]>>;

/** As published: every chain ends at `dep_graph_quality`, which is not a dimension, so no cycle can form. */
export const REQUIRED: RequiredMap = {
  dep_graph_refresh: ["verification_strength"],
  verification_pass: ["dep_graph_quality"],
  execution_retry: ["dep_graph_quality"],
  failure_recovery: ["dep_graph_quality"],
  feasibility_check: ["dep_graph_quality"],
  belief_refresh: ["verification_feasibility"],
  coverage_expand: ["verification_strength"],
  consistency_repair: ["verification_strength"],
  oscillation_stabilise: ["belief_freshness"],
  support_augment: ["belief_freshness"],
  explanation_expand: ["belief_freshness"],
};

export interface ResolveInput {
  readonly diagnostics: Diagnostics;
  readonly contradictions: Contradictions;
  readonly model: WorldModel;
  /** Confidence of a matched failure pattern, null when none matched. */
  readonly matchConfidence: number | null;
  /** The last reviewer verdict that nobody has acted on yet (INV-18). */
  readonly review: Review;
  readonly required?: RequiredMap;
}

type Decision = Pick<ControlState, "permission" | "mode" | "escalation" | "tags" | "note">;

/** Resolves the control state of this step. */
export function resolveControlState(input: ResolveInput): ControlState {
  const { values } = input.diagnostics;
  const state: Omit<ControlState, symbol> = {
    ...decide(input),
    pinned: input.model.generation,
    confidenceEstimate: mean(DIMENSIONS.slice(0, 5).map((name) => healthOf(name, values))),
    riskEstimate: 1 - mean(DIMENSIONS.slice(5).map((name) => healthOf(name, values))),
  };
  return state as ControlState;
}

function decide(input: ResolveInput): Decision {
  const { values } = input.diagnostics;
  const health = (name: Dimension): number => healthOf(name, values);
  // Tier 1
  if (openOf(input.contradictions).some(({ severity }) => severity === "SYSTEM_BREAKING"))
    return deny("SYSTEM_BREAKING", ["world_model_integrity:consistency_repair"]);
  // Tier 2
  const critical = DIMENSIONS.filter((name) => health(name) < CRITICAL);
  if (critical.length > 0) {
    const deadlock = hasCycle(critical, input.required ?? REQUIRED);
    return deny(
      deadlock ? "HUMAN_REQUIRED" : null,
      critical.map((name) => `${name}:${RECOVERY_ACTION[name]}`),
    );
  }
  // Tier 3 goes on to 4, which can only raise NORMAL.
  const thin = COVERAGE.filter((name) => health(name) < CAUTION);
  if (thin.length > 0) return cautious(`thin coverage: ${thin.join(", ")}`);
  // Tier 4
  const factor = elevation(DIMENSIONS.map(health), input.matchConfidence);
  if (factor > ELEVATION) return cautious(`elevation ${decimals(factor, 2)}`);
  if (input.review.findings.length > 0) return cautious("a reviewer finding is pending");
  // Tier 5
  return { permission: "ALLOW", mode: "NORMAL", escalation: null, tags: [], note: null };
}

/** Mean shortfall below 0.4 over the dimensions that fall short, blended 80/20 with a match. */
export function elevation(health: readonly number[], matchConfidence: number | null): number {
  const short = health.filter((value) => value < CAUTION);
  const factor = short.length === 0 ? 0 : Math.min(1, mean(short.map((value) => CAUTION - value)) / CAUTION);
  return matchConfidence === null ? factor : factor * (1 - MATCH_SHARE) + matchConfidence * MATCH_SHARE;
}

/** True where the blocked dimensions wait for one another in a circle. */
export function hasCycle(blockedNames: readonly Dimension[], required: RequiredMap): boolean {
  const next = (name: Dimension): readonly Dimension[] =>
    blockedNames.filter((other) => (required[RECOVERY_ACTION[name]] ?? []).includes(other));
  const reaches = (from: Dimension, goal: Dimension, seen: readonly Dimension[]): boolean =>
    next(from).some(
      (other) => other === goal || (!seen.includes(other) && reaches(other, goal, [...seen, other])),
    );
  return blockedNames.some((name) => reaches(name, name, []));
}

function deny(escalation: ControlState["escalation"], tags: readonly string[]): Decision {
  return { permission: "DENY", mode: "RECOVERY", escalation, tags, note: null };
}

function cautious(note: string): Decision {
  return { permission: "ALLOW", mode: "CAUTIOUS", escalation: null, tags: [], note };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
