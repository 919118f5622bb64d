/** One more try for a task and never a second one, also where a rebuilt graph has given it a new id. */

import { taskOf } from "../layers/planning/task-graph.ts";
import { type KeptState, sessionState } from "./kept-state.ts";
import type { TurnScope } from "./scope.ts";

interface Try {
  readonly turn: number;
  readonly task: string;
  readonly description: string;
}

/** The tries that a feature gave. */
export function triesOf(feature: string): KeptState<readonly Try[]> {
  return sessionState<readonly Try[]>(feature, []);
}

/**
 * Takes the one try of a task; false where it is gone. A rebuild makes a task anew with the same description, so a
 * description has as many tries in a turn as the graph has tasks of it.
 */
export function takeTry(tries: KeptState<readonly Try[]>, scope: TurnScope, task: string): boolean {
  const { turn } = scope.input;
  const { planning } = scope.states;
  const description = taskOf(planning, task)?.description ?? task;
  const given = tries.read(scope);
  const ofTurn = given.filter((one) => one.turn === turn);
  const alike = planning.tasks.filter((one) => one.description === description).length;
  const gone =
    ofTurn.some((one) => one.task === task) ||
    ofTurn.filter((one) => one.description === description).length >= Math.max(1, alike);
  if (gone) return false;
  tries.write(scope, [...given, { turn, task, description }]);
  return true;
}
