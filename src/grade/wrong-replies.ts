/** The bank of wrong replies that no scenario's outcome checks may accept (ARCHITECTURE 4.1). */

import { digestOf } from "../core/digest.ts";
import { eventLog, type TurnStatus } from "../core/event.ts";
import type { LoadedScenario, Scenario } from "../core/scenario.ts";
import { outcomeOf } from "../core/score.ts";
import { startWorldOf } from "../core/start-world.ts";
import type { TrialOutcome, TurnRecord } from "../core/trial.ts";
import { gradeTrial } from "./grade-trial.ts";

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
    const outcome = playWrongly(loaded.scenario, wrong);
    const { scores } = await gradeTrial({ outcome, loaded, flagOn: null, judge: null });
    if (outcomeOf(scores) === "pass")
      passes.push({ name: wrong.name, reply: outcome.turns.at(-1)?.reply ?? "" });
  }
  return passes;
}

function playWrongly(scenario: Scenario, wrong: WrongReply): TrialOutcome {
  const turns: TurnRecord[] = [];
  const log = eventLog();
  const status = wrong.status ?? "ok";
  let session = 1;
  log.emit({ type: "session-start", session }, { session, turn: 0, iteration: 0, task: "" });
  for (const step of scenario.conversation) {
    const turn = turns.length + 1;
    if ("new-session" in step) {
      log.emit({ type: "session-end", session }, { session, turn: turn - 1, iteration: 0, task: "" });
      session += 1;
      log.emit({ type: "session-start", session }, { session, turn: turn - 1, iteration: 0, task: "" });
    }
    if (!("user" in step)) continue;
    const place = { session, turn, iteration: 0, task: "" };
    const reply = wrong.say(step.user, turns, scenario);
    log.emit({ type: "turn-start", text: step.user, source: "user" }, place);
    log.emit({ type: "turn-end", reply, status, trivial: false }, place);
    turns.push({ session, turn, user: step.user, reply, status, staged: [] });
  }
  log.emit({ type: "session-end", session }, { session, turn: turns.length, iteration: 0, task: "" });
  const world = startWorldOf(scenario.world);
  return {
    key: { experiment: "wrong-reply-bank", scenario: scenario.id, seed: wrong.name, arm: "none", attempt: 1 },
    position: 0,
    error: null,
    turns,
    events: log.events,
    calls: [],
    startWorld: world,
    world,
    startedAt: world.now,
    wallMs: 0,
    virtualMs: null,
    transcriptDigest: digestOf(log.events),
  };
}
