/** A conversation in the durable store: a session opened again under its number goes on. */

import type { Json } from "../../core/json.ts";
import type { Message } from "../../core/model.ts";
import type { DurableStore } from "../contract/harness.ts";
import type { PausedRun } from "./engine/paused-run.ts";

export interface KeptConversation {
  transcript: readonly Message[];
  /** Conditions on all later replies. */
  lastingConstraints: readonly string[];
  /** A run whose question waits for its answer. */
  paused: PausedRun | null;
}

/** Opens what is kept under the session's number, or begins with a history. */
export function keptConversation(
  durable: DurableStore,
  session: number,
  history: readonly Message[],
): KeptConversation {
  const key = `conversation/session-${session}`;
  const read = (): KeptConversation =>
    (durable.get(key) as unknown as KeptConversation | undefined) ?? {
      transcript: history,
      lastingConstraints: [],
      paused: null,
    };
  const write = (change: Partial<KeptConversation>): void => {
    durable.set(key, { ...read(), ...change } as unknown as Json);
  };
  return {
    get transcript() {
      return read().transcript;
    },
    set transcript(transcript) {
      write({ transcript });
    },
    get lastingConstraints() {
      return read().lastingConstraints;
    },
    set lastingConstraints(lastingConstraints) {
      write({ lastingConstraints });
    },
    get paused() {
      return read().paused;
    },
    set paused(paused) {
      write({ paused });
    },
  };
}
