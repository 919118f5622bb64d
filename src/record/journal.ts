/** The journal of a run: paid replies, written down as they arrive, until the block they belong to is stored. */

import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import type { ModelReply } from "../core/model.ts";
import { explain } from "./file-errors.ts";

/**
 * Contract: `put` has the reply on disc when it returns; `take` hands out each reply of an earlier run once; what a run
 * that was killed has put, the next one may take, until its block is settled.
 */
export interface Journal {
  take(key: string): ModelReply | undefined;
  put(key: string, reply: ModelReply): void;
  /** Throws what a `put` failed with: whoever asked may have taken it for a failure of the model. */
  requireWritten(): void;
  /** Every reply that is paid and whose block is not stored, by its key. */
  unsettled(): readonly (readonly [key: string, reply: ModelReply])[];
  /**
   * Forgets the replies of a block that is stored, named `scenario#seed`; of one attempt of it where that is given, so
   * that the next attempt, begun meanwhile, keeps its own. Keys begin with `scenario#seed@arm!attempt` and a space.
   */
  settle(block: string, attempt?: number): void;
  /** Ends writing; the file goes when every reply in it is settled. */
  close(): Promise<void>;
}

/** One line of the file: a reply by its key, or a block that is settled. */
type Line =
  | { readonly key: string; readonly reply: ModelReply }
  | { readonly settled: string; readonly attempt?: number };

/** Settled bytes that are worth writing the file anew for. */
const WASTE_BYTES = 8 * 1024 * 1024;

/** Path of the journal of an experiment. */
export function journalFileOf(dbPath: string, experimentId: string): string {
  return `${dbPath}.${experimentId}.journal`;
}

/**
 * Opens the journal beside the store with what an interrupted run has left in it. Replies that cost nothing
 * (`isPaid: false`) are not forced to the disc one by one, which takes a quarter of the time of a simulated run.
 */
export function openJournal(
  dbPath: string,
  experimentId: string,
  { isPaid = true }: { readonly isPaid?: boolean } = {},
): Journal {
  const file = journalFileOf(dbPath, experimentId);
  const live = explainedBy(file, () => readLive(file));
  const waiting = new Map(live);
  let handle: number | null = null;
  let waste = 0;
  let failed: { readonly reason: unknown } | null = null;

  const write = (line: Line, sync: boolean): void =>
    explainedBy(file, () => {
      try {
        handle ??= openFresh(file, live);
        writeWhole(handle, line);
        if (sync) fdatasyncSync(handle);
      } catch (error) {
        // Half a line may be there, and what came behind it would be read as its end.
        release();
        throw error;
      }
    });
  const release = (): void => {
    if (handle !== null) closeSync(handle);
    handle = null;
  };
  return {
    take(key) {
      const reply = waiting.get(key);
      waiting.delete(key);
      return reply;
    },
    put(key, reply) {
      live.set(key, reply);
      try {
        write({ key, reply }, isPaid);
      } catch (reason) {
        failed ??= { reason };
        throw reason;
      }
    },
    requireWritten() {
      if (failed) throw failed.reason;
    },
    unsettled: () => [...live],
    settle(block, attempt) {
      let dropped = 0;
      for (const [key, reply] of live)
        if (isOf(block, attempt, key)) {
          dropped += JSON.stringify(reply).length;
          live.delete(key);
          waiting.delete(key);
        }
      if (dropped === 0) return;
      waste += dropped;
      // The next write begins the file anew with what is live.
      if (waste > WASTE_BYTES) {
        waste = 0;
        release();
      } else write({ settled: block, ...(attempt === undefined ? {} : { attempt }) }, false);
    },
    async close() {
      explainedBy(file, () => {
        release();
        if (live.size === 0) rmSync(file, { force: true });
      });
    },
  };
}

/** Does what reads or writes a file; its failure is one that the operator can read. */
function explainedBy<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explain(error, file);
  }
}

function isOf(block: string, attempt: number | undefined, key: string): boolean {
  return key.startsWith(`${block}@`) && (attempt === undefined || key.includes(`!${attempt} `, block.length));
}

/** Replays the lines of a file; what kill -9 left of the last one is no line. */
function readLive(file: string): Map<string, ModelReply> {
  const live = new Map<string, ModelReply>();
  if (!existsSync(file)) return live;
  for (const text of readFileSync(file, "utf8").split("\n")) {
    const line = parseLine(text);
    if (!line) continue;
    if ("settled" in line) {
      for (const key of live.keys()) if (isOf(line.settled, line.attempt, key)) live.delete(key);
    } else live.set(line.key, line.reply);
  }
  return live;
}

function parseLine(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Line;
    return "settled" in line || (typeof line.key === "string" && line.reply) ? line : null;
  } catch {
    return null;
  }
}

/** Writes what is live to a new file, puts it in the place of the old one, and goes on writing there. */
function openFresh(file: string, live: ReadonlyMap<string, ModelReply>): number {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.new`;
  const handle = openSync(draft, "w");
  try {
    for (const [key, reply] of live) writeWhole(handle, { key, reply });
    fsyncSync(handle);
    renameSync(draft, file);
    return handle;
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** A full disc takes a part of what is written before it refuses the rest. */
function writeWhole(handle: number, line: Line): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
}
