/** The recovery phase: switches strategy for what failed, lets features re-queue it, replans (A-103..A-113). */

import type { PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import type { TaskFailure } from "../execution/execution-state.ts";
import { rebuildPlan, replanLocally } from "../planning/build-plan.ts";
import { moveTask, type Plan } from "../planning/task-graph.ts";
import { nextStrategy } from "./ladder.ts";
import type { RecoveryState } from "./recovery-state.ts";
import { stallReason } from "./stall.ts";

const REBUILDS = 1;

/** Runs only when something failed in this iteration. */
export async function recover(context: TurnScope): Promise<PhaseResult> {
  const { execution } = context.states;
  const failed = execution.failures.filter(({ iteration }) => iteration === context.iteration);
  let { recovery, planning } = context.states;
  for (const failure of failed) {
    ({ recovery, planning } = await recoverOne(context, failure, recovery, planning));
  }
  if (failed.length === 0) return {};
  return { states: { recovery, planning } };
}

async function recoverOne(
  context: TurnScope,
  failure: TaskFailure,
  before: RecoveryState,
  plan: Plan,
): Promise<{ recovery: RecoveryState; planning: Plan }> {
  const { task } = failure;
  const match = await matchOf(context, failure, before);
  const strategy = nextStrategy(before.strategies[task], match);
  const recovery: RecoveryState = {
    ...before,
    strategies: { ...before.strategies, [task]: strategy },
    switches: before.switches + 1,
    match: match ?? before.match,
    matched: match ? [...before.matched, task] : before.matched,
  };
  const answers = await context.consult("strategySwitched", { failure, strategy }, task);
  const stall = stallReason({ execution: context.states.execution, recovery });
  const directives = stall === null ? [] : await context.consult("stalled", { reason: stall, failure }, task);
  const requeued = [...answers, ...directives].some(({ value }) => value);
  context.emit({ type: "recovery", task, strategy, requeued, reason: stall ?? failure.kind }, task);
  if (requeued) {
    context.emit({ type: "task-state", task, state: "PENDING", reason: "re-queued" }, task);
    return { recovery, planning: moveTask(plan, task, "PENDING", "recovery") };
  }
  // A second rebuild would try the same criteria again: the run ends with the honest reply instead (our choice).
  if (stall === null || plan.rebuilds >= REBUILDS) return { recovery, planning: replanLocally(plan, task) };
  const { input, states } = context;
  const planning = rebuildPlan(plan, input.text, states["world-model"].beliefs);
  context.emit({ type: "warning", about: "planning", message: `task graph rebuilt: ${stall}` }, task);
  return { recovery, planning };
}

async function matchOf(context: TurnScope, failure: TaskFailure, recovery: RecoveryState) {
  if (recovery.matched.includes(failure.task)) return null;
  const answers = await context.consult("failureMatched", { failure }, failure.task);
  return answers.map(({ value }) => value).find((value) => value !== null) ?? null;
}
