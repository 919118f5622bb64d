/** Stores blocks as they end, several in one go: opening and closing the file costs more than the rows of a block. */

import type { GradedTrial } from "../core/trial.ts";
import { withStore } from "./store.ts";

interface WaitingBlock {
  readonly trials: readonly GradedTrial[];
  readonly stored: () => void;
}

/**
 * Contract: a block is stored whole or not at all, in the order of adding. Once storing has failed, `add` and `close`
 * reject with the reason, so that a run does not go on into nowhere. What waits is lost with the process: its paid
 * replies are in the journal, which is to be settled by `stored` and not before.
 */
export interface BlockQueue {
  /** Takes a block, and waits only while too many are waiting; `stored` is called when it is on disc. */
  add(trials: readonly GradedTrial[], stored?: () => void): Promise<void>;
  /** Resolves when all that was added is stored. */
  close(): Promise<void>;
}

export interface QueueOptions {
  /** Time between two saves, in which readers have the file to themselves; 1 s when absent. */
  readonly pauseMs?: number;
}

/** Blocks that may wait before the pause is cut short and `add` waits. */
const MAX_WAITING = 64;

/** Opens a queue into a store. */
export function openBlockQueue(dbPath: string, { pauseMs = 1_000 }: QueueOptions = {}): BlockQueue {
  let waiting: readonly WaitingBlock[] = [];
  let failed: { readonly reason: unknown } | null = null;
  let closing = false;
  let writing: Promise<void> | null = null;
  let endPause = (): void => undefined;
  let makeRoom = (): void => undefined;
  let room: Promise<void> | null = null;

  const saveWaiting = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    try {
      await withStore(dbPath, "write", (store) => store.saveBlock(batch.flatMap((block) => block.trials)));
      for (const block of batch) block.stored();
    } catch (reason) {
      failed ??= { reason };
    }
    makeRoom();
  };
  const pause = (): Promise<void> =>
    new Promise((done) => {
      const timer = setTimeout(done, closing || waiting.length >= MAX_WAITING ? 0 : pauseMs);
      endPause = () => {
        clearTimeout(timer);
        done();
      };
    });
  const saveAll = async (): Promise<void> => {
    while (waiting.length > 0 && !failed) {
      await saveWaiting();
      await pause();
    }
    writing = null;
  };
  const throwFailure = (): void => {
    if (failed) throw failed.reason;
  };
  return {
    async add(trials, stored = () => undefined) {
      throwFailure();
      waiting = [...waiting, { trials, stored }];
      writing ??= saveAll();
      if (waiting.length < MAX_WAITING) return;
      room ??= new Promise((done) => {
        makeRoom = () => {
          room = null;
          done();
        };
      });
      endPause();
      await room;
      throwFailure();
    },
    async close() {
      closing = true;
      endPause();
      await writing;
      throwFailure();
    },
  };
}
