/** Plays a conversation out without a harness: given replies over a given end of the world, as a trial that checks can grade. */

import { digestOf } from "../core/digest.ts";
import { type EventBody, eventLog, type TurnStatus } from "../core/event.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import { startWorldOf } from "../core/start-world.ts";
import type { TrialOutcome, TurnRecord } from "../core/trial.ts";
import type { WorldSnapshot } from "../core/world-snapshot.ts";

/** Stand-in for a harness. */
export interface Ending {
  readonly name: string;
  /** The reply to a user entry, given the turns so far. */
  readonly say: (user: string, before: readonly TurnRecord[]) => string;
  /** With which every turn ends. */
  readonly status: TurnStatus;
  /** The world at the end; the starting world when absent. */
  readonly world?: WorldSnapshot;
  /** Events of the last turn besides its own. */
  readonly events?: readonly EventBody[];
}

/** Walks the conversation's steps and gives what a trial would have left behind. */
export function playOut({ scenario }: LoadedScenario, ending: Ending): TrialOutcome {
  const turns: TurnRecord[] = [];
  const log = eventLog();
  const last = scenario.conversation.findLastIndex((step) => "user" in step);
  let session = 1;
  const between = (turn: number) => ({ session, turn, iteration: 0, task: "" });
  log.emit({ type: "session-start", session }, between(0));
  for (const [index, step] of scenario.conversation.entries()) {
    if ("new-session" in step) {
      log.emit({ type: "session-end", session }, between(turns.length));
      session += 1;
      log.emit({ type: "session-start", session }, between(turns.length));
    }
    if (!("user" in step)) continue;
    const turn = turns.length + 1;
    const reply = ending.say(step.user, turns);
    log.emit({ type: "turn-start", text: step.user, source: "user" }, between(turn));
    if (index === last) for (const event of ending.events ?? []) log.emit(event, between(turn));
    log.emit({ type: "turn-end", reply, status: ending.status, trivial: false }, between(turn));
    turns.push({ session, turn, user: step.user, reply, status: ending.status, staged: [] });
  }
  log.emit({ type: "session-end", session }, between(turns.length));
  const startWorld = startWorldOf(scenario.world);
  return {
    key: { experiment: "played-out", scenario: scenario.id, seed: ending.name, arm: "none", attempt: 1 },
    position: 0,
    error: null,
    turns,
    events: log.events,
    calls: [],
    startWorld,
    world: ending.world ?? startWorld,
    startedAt: startWorld.now,
    wallMs: 0,
    virtualMs: null,
    transcriptDigest: digestOf(log.events),
  };
}
