/** Layer 7: the turn's task graph, its six states and who may change them. */

import type { RiskLevel } from "../../classify/classification.ts";

export type TaskState = "PENDING" | "RUNNING" | "COMPLETE" | "FAILED" | "BLOCKED" | "HUMAN_REQUIRED";

export interface Task {
  readonly id: string;
  readonly description: string;
  readonly state: TaskState;
  /** Ids of tasks that must be complete first. */
  readonly after: readonly string[];
  readonly risk: RiskLevel;
  /** Parts of the world it says it writes; tasks of a chat turn declare none. */
  readonly writes: readonly string[];
  /** True for a task that answers the user; a belief the harness wants verified is its own business. */
  readonly answers: boolean;
}

export interface Plan {
  readonly tasks: readonly Task[];
  /** Criteria that the graph is rebuilt from. */
  readonly criteria: readonly string[];
  /** Tasks that act in this iteration. */
  readonly selected: readonly string[];
  /** Recorded conflict probability of two tasks whose writes overlap, by `id|id` in sorted order. */
  readonly conflictProbability: Readonly<Record<string, number>>;
  /** Tasks that a local replan took out of the graph: they failed, and so did what they rest on. */
  readonly dropped: readonly Task[];
}

export const GENERIC_CRITERION = "Respond helpfully to the request.";

/** The movers of a task; each may make only its own moves. */
export type Mover = "execution" | "recovery" | "reviewer" | "caller";

const MOVES: Readonly<Record<Mover, readonly `${TaskState}>${TaskState}`[]>> = {
  execution: ["PENDING>RUNNING", "RUNNING>COMPLETE", "RUNNING>FAILED", "RUNNING>PENDING"],
  recovery: ["FAILED>PENDING"],
  reviewer: ["COMPLETE>PENDING"],
  caller: ["PENDING>BLOCKED", "RUNNING>BLOCKED"],
};

/** Moves one task; a move that its mover may not make is a bug. */
export function moveTask(plan: Plan, id: string, to: TaskState, by: Mover): Plan {
  return {
    ...plan,
    tasks: plan.tasks.map((task) => {
      if (task.id !== id || task.state === to) return task;
      if (!MOVES[by].includes(`${task.state}>${to}`))
        throw new Error(`${by} may not move ${id} from ${task.state} to ${to}`);
      return { ...task, state: to };
    }),
  };
}

/** The task of an id. */
export function taskOf(plan: Plan, id: string): Task | undefined {
  return plan.tasks.find((task) => task.id === id);
}

/** Pending tasks whose predecessors are all complete. */
export function readyTasks(plan: Plan): readonly Task[] {
  const done = new Set(plan.tasks.filter(({ state }) => state === "COMPLETE").map(({ id }) => id));
  return plan.tasks.filter(({ state, after }) => state === "PENDING" && after.every((id) => done.has(id)));
}

/** True where any task waits for itself, directly or through others. */
export function hasTaskCycle(tasks: readonly Pick<Task, "id" | "after">[]): boolean {
  const settled = new Set<string>();
  const walk = (id: string, path: readonly string[]): boolean => {
    if (path.includes(id)) return true;
    if (settled.has(id)) return false;
    const cyclic = (tasks.find((task) => task.id === id)?.after ?? []).some((next) =>
      walk(next, [...path, id]),
    );
    settled.add(id);
    return cyclic;
  };
  return tasks.some(({ id }) => walk(id, []));
}

/** Tasks that wait for a task, directly or through others. */
export function dependentsOf(plan: Plan, id: string): readonly string[] {
  const found = new Set<string>();
  const visit = (of: string): void => {
    for (const task of plan.tasks)
      if (task.after.includes(of) && !found.has(task.id)) {
        found.add(task.id);
        visit(task.id);
      }
  };
  visit(id);
  return [...found];
}
