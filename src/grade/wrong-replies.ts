/** The bank of wrong replies that no scenario's outcome checks may accept (ARCHITECTURE 4.1). */

import type { TurnStatus } from "../core/event.ts";
import type { LoadedScenario, Scenario } from "../core/scenario.ts";
import { outcomeOf } from "../core/score.ts";
import type { TurnRecord } from "../core/trial.ts";
import { gradeTrial } from "./grade-trial.ts";
import { playOut } from "./played-out.ts";

/** A wrong reply that a scenario's checks let pass. */
export interface WrongReplyPass {
  readonly name: string;
  /** The last reply of the conversation as the checks saw it. */
  readonly reply: string;
}

interface WrongReply {
  readonly name: string;
  readonly status?: TurnStatus;
  /** What is said in answer to a user entry, given the conversation so far. */
  readonly say: (user: string, before: readonly TurnRecord[], scenario: Scenario) => string;
}

const BANK: readonly WrongReply[] = [
  { name: "empty", say: () => "" },
  { name: "noted", say: () => "Noted." },
  { name: "prompt-echoed", say: (user) => user },
  { name: "earlier-reply-repeated", say: repeatEarlier },
  { name: "refusal", say: () => "I'm sorry, but I can't help with that.", status: "refused" },
  { name: "refusal-as-ok", say: () => "I'm sorry, but I can't help with that." },
  {
    name: "bluff",
    say: () =>
      "Done! Everything you asked for has been taken care of, checked and confirmed. All of it worked.",
  },
];

/**
 * Repeats the reply that stood before: the last one of the history, else a bare acknowledgement. One that restated the
 * user's words would hold the fact that a question about an earlier turn rightly asks for.
 */
function repeatEarlier(_user: string, before: readonly TurnRecord[], { history }: Scenario): string {
  const earlier = before.at(-1)?.reply ?? history.findLast(({ role }) => role === "assistant")?.content;
  return earlier ?? "Thank you, I will keep that in mind.";
}

/** Gives the wrong replies that a scenario's outcome checks accept, said in every turn over the unchanged world. */
export async function passesOnWrongReply(loaded: LoadedScenario): Promise<readonly WrongReplyPass[]> {
  const passes: WrongReplyPass[] = [];
  for (const wrong of BANK) {
    const outcome = playOut(loaded, {
      name: wrong.name,
      status: wrong.status ?? "ok",
      say: (user, before) => wrong.say(user, before, loaded.scenario),
    });
    const { scores } = await gradeTrial({ outcome, loaded, flagOn: null, judge: null });
    if (outcomeOf(scores) === "pass")
      passes.push({ name: wrong.name, reply: outcome.turns.at(-1)?.reply ?? "" });
  }
  return passes;
}
