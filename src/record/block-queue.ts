/** Stores blocks as they end, several in one go: opening and closing the file costs more than the rows of a block. */

import type { GradedTrial } from "../core/trial.ts";
import { withStore } from "./store.ts";

/** A block on its way into the store. */
interface WaitingBlock {
  readonly trials: readonly GradedTrial[];
  readonly stored: () => void;
}

/**
 * Contract: a block is either not stored or stored whole, in the order of adding; `add` rejects once storing has failed,
 * so that a run does not go on into nowhere. What is not stored yet is lost with the process: the journal has its replies.
 */
export interface BlockQueue {
  /** Takes a block; waits only while too many are waiting. `stored` is called when it is on disc. */
  add(trials: readonly GradedTrial[], stored?: () => void): Promise<void>;
  /** Resolves when all that was added is stored; rejects when some of it could not be. */
  close(): Promise<void>;
}

/** Blocks that may wait before `add` waits too. */
const MAX_WAITING = 64;
/** Readers get at least this multiple of the time a save takes before the next one begins. */
const READERS_SHARE = 3;
const MAX_PAUSE_MS = 1_000;

/** Opens a queue into a store; nothing is open between the saves, so that readers can read. */
export function openBlockQueue(dbPath: string): BlockQueue {
  let waiting: WaitingBlock[] = [];
  let failure: unknown = null;
  let closing = false;
  let writing: Promise<void> | null = null;
  let wake = (): void => undefined;

  const write = async (): Promise<void> => {
    while (waiting.length > 0 && failure === null) {
      const batch = waiting;
      waiting = [];
      const began = performance.now();
      try {
        await withStore(dbPath, "write", async (store) => {
          for (const block of batch) await store.saveBlock(block.trials);
        });
        for (const block of batch) block.stored();
      } catch (error) {
        failure = error ?? new Error("storing a block failed");
        return;
      }
      const pauseMs = Math.min((performance.now() - began) * READERS_SHARE, MAX_PAUSE_MS);
      await pause(pauseMs);
    }
  };
  const pause = (ms: number): Promise<void> =>
    new Promise((done) => {
      if (closing) return done();
      const timer = setTimeout(done, ms);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  const start = (): void => {
    writing ??= write().finally(() => {
      writing = null;
    });
  };
  return {
    async add(trials, stored = () => undefined) {
      if (failure !== null) throw failure;
      waiting.push({ trials, stored });
      start();
      if (waiting.length >= MAX_WAITING) {
        wake();
        while (waiting.length >= MAX_WAITING && failure === null) await (writing ?? Promise.resolve());
        if (failure !== null) throw failure;
      }
    },
    async close() {
      closing = true;
      wake();
      while (waiting.length > 0 && failure === null) {
        start();
        await writing;
      }
      await writing;
      if (failure !== null) throw failure;
    },
  };
}
