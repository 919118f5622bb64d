/** Builds a task's propose request out of the turn as it stands. */

import type { TurnScope } from "../../extensions/scope.ts";
import type { Prompt } from "../../prompts/prompt.ts";
import { type PartOfRequest, proposePrompt } from "../../prompts/propose.ts";
import { openOf } from "../contradiction/contradictions.ts";
import { taskOf } from "../planning/task-graph.ts";
import { hintOf } from "../recovery/ladder.ts";
import { NEW_RUN } from "./execution-state.ts";

/** The request for the next step of a task, with what features add to it. */
export async function proposalFor(context: TurnScope, task: string): Promise<Prompt> {
  const { states } = context;
  const blocks = await context.consult("proposing", { task }, task);
  const strategy = states.recovery.strategies[task];
  return proposePrompt({
    now: context.clock.now().toISOString(),
    facts: context.factsBlock,
    conflicts: openOf(states.contradiction).map(({ texts: [a, b], description }) => ({
      a,
      b,
      why: description,
    })),
    constraints: context.constraints,
    blocks: blocks.map(({ value }) => value).filter((block) => block !== null),
    hint: strategy === undefined ? null : hintOf(strategy),
    part: partOf(context, task),
    transcript: context.transcript,
    exchange: (states.execution.runs[task] ?? NEW_RUN).exchange,
    tools: context.tools.map(({ spec }) => spec),
    maxTokens: context.settings.replies.proposeMaxTokens,
  });
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
