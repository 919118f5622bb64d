/** Contents of a request for a reply, whoever asks: the parts that no task adds, and the whole request of a finished run. */

import type { TurnScope } from "../extensions/scope.ts";
import { openOf } from "../layers/contradiction/contradictions.ts";
import { NEW_RUN } from "../layers/execution/execution-state.ts";
import { hintOf } from "../layers/recovery/ladder.ts";
import type { ProposeInput } from "../prompts/propose.ts";

/** The parts that every request for a reply has. */
export function commonParts(
  scope: TurnScope,
): Pick<ProposeInput, "now" | "facts" | "conflicts" | "constraints" | "transcript" | "maxTokens"> {
  return {
    now: scope.clock.now().toISOString(),
    facts: scope.factsBlock,
    conflicts: openOf(scope.states.contradiction).map(({ texts: [a, b], description }) => ({
      a,
      b,
      why: description,
    })),
    constraints: scope.constraints,
    transcript: scope.transcript,
    maxTokens: scope.settings.replies.proposeMaxTokens,
  };
}

/** Blocks that features add to a request for a reply, in catalogue order. */
export async function blocksFor(scope: TurnScope, task: string): Promise<readonly string[]> {
  const blocks = await scope.consult("proposing", { task }, task);
  return blocks.flatMap(({ value }) => value ?? []);
}

/** Everything that the requests behind a run's reply held: blocks, tools, and what the tools gave. */
export function wholeRequest(scope: TurnScope): ProposeInput {
  const { planning, execution, recovery } = scope.states;
  const tasks = planning.tasks.filter(({ answers }) => answers);
  const runs = tasks.map(({ id }) => execution.runs[id] ?? NEW_RUN);
  const [only] = tasks.length === 1 ? tasks : [];
  const strategy = only ? recovery.strategies[only.id] : undefined;
  return {
    ...commonParts(scope),
    blocks: [...new Set(runs.flatMap(({ blocks }) => blocks))],
    hint: strategy === undefined ? null : hintOf(strategy),
    part: null,
    exchange: runs.flatMap(({ exchange }) => exchange),
    tools: scope.tools.map(({ spec }) => spec),
  };
}
