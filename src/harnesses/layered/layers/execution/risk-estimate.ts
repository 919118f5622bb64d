/** Risk of one action, estimated at the review gate from the task's own risk and its place in the graph. */

import type { RiskLevel } from "../../classify/classification.ts";
import { dependentsOf, type Plan, type Task } from "../planning/task-graph.ts";

interface ProposedChange {
  readonly kind: "infrastructure" | "test" | "other";
  /** Share of the other tasks that wait for this one, 0 to 1. */
  readonly centrality: number;
  readonly lines: number;
  readonly functions: number;
}

const HIGH_FROM = 0.5;
const MEDIUM_FROM = 0.3;
const FULL_SCOPE = { lines: 500, functions: 20 };
/** The third term of the formula is a constant: nothing measures it. */
const UNMEASURED = 0.5;

/** Risk of a change by the weights of REFERENCE 1.6; the larger of lines and functions as its scope is our choice. */
export function estimateRisk({ kind, centrality, lines, functions }: ProposedChange): RiskLevel {
  if (kind === "infrastructure") return "HIGH";
  if (kind === "test") return "LOW";
  const scope = Math.min(1, Math.max(lines / FULL_SCOPE.lines, functions / FULL_SCOPE.functions));
  const value = 0.3 * centrality + 0.4 * scope + 0.3 * UNMEASURED;
  if (value >= HIGH_FROM) return "HIGH";
  return value >= MEDIUM_FROM ? "MEDIUM" : "LOW";
}

/** Estimate for a task of a chat turn: a HIGH one counts as infrastructure, and none changes lines of code. */
export function riskOfAction(plan: Plan, task: Task): RiskLevel {
  const others = plan.tasks.length - 1;
  return estimateRisk({
    kind: task.risk === "HIGH" ? "infrastructure" : "other",
    centrality: others === 0 ? 0 : dependentsOf(plan, task.id).length / others,
    lines: 0,
    functions: 0,
  });
}
