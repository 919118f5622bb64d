/** Closes the iteration's books: answered tasks are complete or failed by their verification, and history grows. */

import type { PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { moveTask } from "../planning/task-graph.ts";
import { criticalFailures } from "../verification/verification.ts";
import type { TaskFailure } from "./execution-state.ts";

/** Only execution's own moves are made here: complete, or failed. */
export function settleTasks(context: TurnScope): PhaseResult {
  const { execution, verification, "control-state": control } = context.states;
  let { planning } = context.states;
  const failures: TaskFailure[] = [];
  for (const step of execution.steps) {
    if (step.kind !== "answer") continue;
    const { task } = step;
    const checked = verification.byTask[task];
    const critical = criticalFailures(checked ?? []);
    const state = critical.length === 0 ? "COMPLETE" : "FAILED";
    planning = moveTask(planning, task, state, "execution");
    const reason = critical.map(({ check, reason: why }) => `${check}: ${why}`).join("; ");
    context.emit(
      { type: "task-state", task, state, reason: reason || (checked ? "verified" : "not verified") },
      task,
    );
    if (critical.length === 0) continue;
    failures.push({
      task,
      kind: "verification",
      message: reason,
      class: "verification",
      iteration: context.iteration,
    });
    context.emit({ type: "task-failed", task, kind: "verification", message: reason }, task);
  }
  // A task that goes on with its tools is neither progress nor stagnation: its own step budget bounds it.
  const carriedOver = planning.tasks.some(({ state }) => state === "RUNNING");
  const entry = {
    completed: planning.tasks.filter(({ state }) => state === "COMPLETE").length,
    normal: control.mode === "NORMAL",
  };
  return {
    states: {
      planning,
      execution: {
        ...execution,
        failures: [...execution.failures, ...failures],
        history: carriedOver ? execution.history : [...execution.history, entry],
      },
    },
  };
}
