/** Attempts of this conversation whose outcome is not known yet, and what was tried on each task. */

import { sessionState } from "../../extensions/kept-state.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import type { TaskFailure } from "../../layers/execution/execution-state.ts";
import { taskOf } from "../../layers/planning/task-graph.ts";
import type { Strategy } from "../../layers/recovery/ladder.ts";
import { keepOutcome } from "./experience-store.ts";
import type { Tried } from "./weights.ts";

interface Attempt {
  readonly task: string;
  readonly description: string;
  /** The strategy that the task is tried under now; null once that has failed. */
  readonly open: Tried | null;
  readonly tried: readonly Strategy[];
}

const ATTEMPTS = sessionState<readonly Attempt[]>("experience-learning", []);

/** The attempts on a task, also where a rebuilt graph has given it another number. */
export function attemptAt(scope: TurnScope, task: string): Attempt | undefined {
  const { planning } = scope.states;
  const description = taskOf(planning, task)?.description;
  const attempts = ATTEMPTS.read(scope);
  const isSame = (one: Attempt): boolean => description === undefined || one.description === description;
  return (
    attempts.find((one) => one.task === task && isSame(one)) ??
    attempts.find((one) => one.description === description && taskOf(planning, one.task) === undefined)
  );
}

/** The strategy that a task was tried under has failed; says what was learned, null where nothing was. */
export function settleFailure(scope: TurnScope, { task }: TaskFailure): string | null {
  const attempt = attemptAt(scope, task);
  if (!attempt?.open) return null;
  replace(scope, attempt, { ...attempt, open: null });
  return keepOutcome(scope, attempt.open, false);
}

/** The task is tried under a strategy from here on. */
export function openAttempt(scope: TurnScope, failure: TaskFailure, strategy: Strategy): void {
  const before = attemptAt(scope, failure.task);
  const description = taskOf(scope.states.planning, failure.task)?.description ?? failure.task;
  replace(scope, before, {
    task: failure.task,
    description,
    open: { strategy, class: failure.class },
    tried: [...(before?.tried ?? []), strategy],
  });
}

/** The turn is over: what was completed under a strategy worked; a task that was not tried again says nothing. */
export function settleAttempts(scope: TurnScope): string | null {
  const { tasks } = scope.states.planning;
  const attempts = ATTEMPTS.read(scope);
  if (attempts.length === 0) return null;
  const learned = tasks
    .filter(({ state }) => state === "COMPLETE")
    .flatMap(({ id }) => attemptAt(scope, id)?.open ?? [])
    .flatMap((open) => keepOutcome(scope, open, true) ?? []);
  ATTEMPTS.write(scope, []);
  return learned.length === 0 ? null : learned.join("; ");
}

function replace(scope: TurnScope, before: Attempt | undefined, after: Attempt): void {
  ATTEMPTS.write(scope, [...ATTEMPTS.read(scope).filter(({ task }) => task !== before?.task), after]);
}
