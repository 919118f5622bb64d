/** A session of a harness that stages nothing and knows no command: all it has to write is how a turn is answered. */

import type { EventSink, TurnStatus } from "../../core/event.ts";
import type { Session, TurnInput } from "./harness.ts";

interface TurnAnswer {
  readonly reply: string;
  readonly status: TurnStatus;
}

/** A session that answers each turn by the function and emits its end. */
export function plainSession(
  { events, session }: { readonly events: EventSink; readonly session: number },
  answer: (input: TurnInput) => Promise<TurnAnswer>,
): Session {
  return {
    async turn(input) {
      const { reply, status } = await answer(input);
      const place = { session, turn: input.turn, iteration: 0, task: "" };
      events.emit({ type: "turn-end", reply, status, trivial: false }, place);
      return { reply, status, staged: [], followUps: [] };
    },
    decide: async () => ({ kind: "error", errorClass: "not-found", content: "Nothing is staged." }),
    command: async (line) => `There is no command ${line}.`,
    [Symbol.asyncDispose]: async () => {},
  };
}
