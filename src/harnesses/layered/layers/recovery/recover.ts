/** The recovery phase: switches strategy for what failed, lets features re-queue it, replans (A-103..A-113). */

import type { LayerStates } from "../../engine/layer-states.ts";
import type { Halt, PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import type { TaskFailure } from "../execution/execution-state.ts";
import { rebuildPlan, replanLocally } from "../planning/build-plan.ts";
import { moveTask, type Plan, taskOf } from "../planning/task-graph.ts";
import { chooseStrategy } from "./choose-strategy.ts";
import type { Directive } from "./directive.ts";
import { directiveAt, gather, haltOf } from "./follow-directive.ts";
import type { RecoveryState } from "./recovery-state.ts";
import { stallReason } from "./stall.ts";

/** Runs only when something failed in this iteration. */
export async function recover(context: TurnScope): Promise<PhaseResult> {
  const failed = context.states.execution.failures.filter(({ iteration }) => iteration === context.iteration);
  let { states } = context;
  let halt: Halt | null = null;
  for (const failure of failed) {
    const outcome = await recoverOne(context.seeing(states), failure);
    states = { ...states, ...outcome.states };
    halt ??= outcome.halt;
  }
  if (failed.length === 0) return {};
  const { planning, evidence, "world-model": model } = states;
  const strategies = inheritStrategies(states.recovery.strategies, context.states.planning, planning);
  const recovery = { ...states.recovery, strategies };
  return {
    states: {
      recovery,
      planning,
      ...(evidence === context.states.evidence ? {} : { evidence }),
      ...(model === context.states["world-model"] ? {} : { "world-model": model }),
    },
    ...(halt ? { halt } : {}),
  };
}

interface Recovered {
  readonly states: Partial<LayerStates>;
  readonly halt: Halt | null;
}

async function recoverOne(context: TurnScope, failure: TaskFailure): Promise<Recovered> {
  const { task } = failure;
  const { recovery: before, planning: plan, execution } = context.states;
  const match = await matchOf(context, failure, before);
  const switches = before.switches + 1;
  const stall = stallReason({ execution, recovery: { switches } });
  const directive: Directive =
    stall === null
      ? { kind: "CONTINUE" }
      : await directiveAt(context, { reason: stall, side: "failure", failure });
  const current = before.strategies[task] ?? null;
  const { strategy } = await chooseStrategy(context, { failure, current, directive, match });
  const recovery: RecoveryState = {
    ...before,
    strategies: { ...before.strategies, [task]: strategy },
    switches,
    match: match ?? before.match,
    matched: match ? [...before.matched, task] : before.matched,
  };
  const halt = haltOf(directive);
  // A failure before it, in the same iteration, has had the graph rebuilt: the work is queued again already.
  if (taskOf(plan, task) === undefined) {
    context.emit({ type: "recovery", task, strategy, requeued: false, reason: stall ?? failure.kind }, task);
    return { states: { recovery, ...gather(context, directive) }, halt };
  }
  const answers = await context.consult("strategySwitched", { failure, strategy }, task);
  // A paused run goes on with the task that failed, once its question is answered.
  const requeued =
    answers.some(({ value }) => value) || directive.kind === "REDIRECT_STRATEGY" || halt?.status === "paused";
  context.emit({ type: "recovery", task, strategy, requeued, reason: stall ?? failure.kind }, task);
  if (requeued) context.emit({ type: "task-state", task, state: "PENDING", reason: "re-queued" }, task);
  const planning = requeued
    ? moveTask(plan, task, "PENDING", "recovery")
    : replan(context, plan, { task, stall, directive });
  return { states: { recovery, planning, ...gather(context, directive) }, halt };
}

function replan(
  context: TurnScope,
  plan: Plan,
  { task, stall, directive }: { task: string; stall: string | null; directive: Directive },
): Plan {
  if (directive.kind !== "REFRAME_PLAN" && stall === null) return replanAround(context, plan, task);
  const { input, states } = context;
  context.emit({ type: "warning", about: "planning", message: `task graph rebuilt: ${stall}` }, task);
  return rebuildPlan(plan, input.text, states["world-model"].beliefs);
}

/** The local replan, with an event for each task that it moves or drops. */
function replanAround(context: TurnScope, plan: Plan, failed: string): Plan {
  const after = replanLocally(plan, failed);
  for (const { id: task, state } of plan.tasks) {
    const now = taskOf(after, task)?.state ?? "dropped";
    if (now !== state)
      context.emit(
        { type: "task-state", task, state: now, reason: `rests on ${failed}, which failed` },
        task,
      );
  }
  return after;
}

/** A rebuilt task goes on where the ladder stood for the same piece of work. */
function inheritStrategies(
  strategies: RecoveryState["strategies"],
  before: Plan,
  after: Plan,
): RecoveryState["strategies"] {
  const reached = new Map(
    before.tasks.flatMap(({ id, description }) => {
      const strategy = strategies[id];
      return strategy === undefined ? [] : [[description, strategy] as const];
    }),
  );
  const made = after.tasks.flatMap(({ id, description }) => {
    const strategy = taskOf(before, id) ? undefined : reached.get(description);
    return strategy === undefined ? [] : [[id, strategy] as const];
  });
  return { ...strategies, ...Object.fromEntries(made) };
}

async function matchOf(context: TurnScope, failure: TaskFailure, recovery: RecoveryState) {
  if (recovery.matched.includes(failure.task)) return null;
  const answers = await context.consult("failureMatched", { failure }, failure.task);
  return answers.map(({ value }) => value).find((value) => value !== null) ?? null;
}
