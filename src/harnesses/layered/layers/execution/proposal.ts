/** Builds a task's propose request out of the turn as it stands. */

import type { TurnScope } from "../../extensions/scope.ts";
import { blocksFor, commonParts } from "../../output/whole-request.ts";
import type { Prompt } from "../../prompts/prompt.ts";
import { type PartOfRequest, proposePrompt } from "../../prompts/propose.ts";
import { taskOf } from "../planning/task-graph.ts";
import { hintOf } from "../recovery/ladder.ts";
import { NEW_RUN } from "./execution-state.ts";

/** The request for the next step of a task, and the blocks that features add to it. */
export async function proposalFor(
  scope: TurnScope,
  task: string,
): Promise<{ readonly prompt: Prompt; readonly blocks: readonly string[] }> {
  const { states } = scope;
  const blocks = await blocksFor(scope, task);
  const strategy = states.recovery.strategies[task];
  const prompt = proposePrompt({
    ...commonParts(scope),
    blocks,
    hint: strategy === undefined ? null : hintOf(strategy),
    part: partOf(scope, task),
    exchange: (states.execution.runs[task] ?? NEW_RUN).exchange,
    tools: scope.tools.map(({ spec }) => spec),
  });
  return { prompt, blocks };
}

/** Null when the whole request is one task. */
function partOf({ states, input }: TurnScope, task: string): PartOfRequest | null {
  const { tasks } = states.planning;
  const current = taskOf(states.planning, task);
  if (!current || (tasks.length === 1 && current.description === input.text.trim())) return null;
  return {
    number: tasks.indexOf(current) + 1,
    of: tasks.length,
    description: current.description,
    done: tasks
      .filter(({ state }) => state === "COMPLETE")
      .map(({ id, description }) => ({ description, answer: states.execution.runs[id]?.draft ?? "" })),
  };
}
