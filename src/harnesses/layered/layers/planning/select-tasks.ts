/** Picks what acts in this iteration: highest risk first, two side by side when neither can hurt the other (A-074..A-076). */

import type { RiskLevel } from "../../classify/classification.ts";
import type { PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { type Plan, readyTasks, type Task } from "./task-graph.ts";

const SIDE_BY_SIDE = 2;
const TOLERATED_CONFLICT = 0.5;
const RANK: Readonly<Record<RiskLevel, number>> = { HIGH: 2, MEDIUM: 1, LOW: 0 };

/** Selects up to two tasks; one that is running goes on before a new one starts. */
export function selectTasks(context: TurnScope): PhaseResult {
  const { planning } = context.states;
  const selected = selectionOf(planning);
  return { states: { planning: { ...planning, selected } } };
}

/** The ids to act on, in the order in which they were put in the graph at equal risk. */
export function selectionOf(plan: Plan): readonly string[] {
  const running = plan.tasks.filter(({ state }) => state === "RUNNING");
  const ready = [...readyTasks(plan)].sort((a, b) => RANK[b.risk] - RANK[a.risk]);
  const chosen: Task[] = [];
  for (const task of [...running, ...ready]) {
    if (chosen.length === SIDE_BY_SIDE) break;
    if (chosen.every((other) => mayRunBeside(plan, task, other))) chosen.push(task);
  }
  return chosen.map(({ id }) => id);
}

/** True where two ready tasks may run at once. */
export function mayRunBeside(plan: Plan, a: Task, b: Task): boolean {
  if (a.risk === "HIGH" || b.risk === "HIGH") return false;
  if (!a.writes.some((domain) => b.writes.includes(domain))) return true;
  const probability = plan.conflictProbability[[a.id, b.id].sort().join("|")];
  return probability !== undefined && probability <= TOLERATED_CONFLICT;
}
