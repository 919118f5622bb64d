/** The poll at the start of each iteration: what the user said meanwhile becomes a note or a turn of its own. */

import type { PhaseResult } from "../extensions/phase-result.ts";
import type { TurnScope } from "../extensions/scope.ts";

/** Polls once; every message ends in exactly one of the two places. */
export async function pollUpdates(context: TurnScope): Promise<PhaseResult> {
  const messages = context.input.poll(context.iteration);
  if (messages.length === 0) return {};
  const { notes, followUps } = await context.use("steering", (provider) =>
    provider.absorb(context, messages),
  );
  for (const text of notes) context.emit({ type: "steered", text, landing: "note" });
  for (const text of followUps) context.emit({ type: "steered", text, landing: "follow-up" });
  const { execution } = context.states;
  return {
    followUps,
    ...(notes.length > 0
      ? { states: { execution: { ...execution, notes: [...execution.notes, ...notes] } } }
      : {}),
  };
}
