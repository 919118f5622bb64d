/** Opens the store for a moment: a file other processes may want too, or one in memory. */

import { explain, takenStore } from "./file-errors.ts";
import { inTurn } from "./file-gate.ts";
import { type OpenMode, openDatabase, openMemoryDatabase } from "./open-database.ts";
import { storeOn } from "./sql-store.ts";
import type { Store } from "./store-port.ts";

export interface StoreOptions {
  /** Milliseconds to wait for a file that another user has open; 20 s for reading and 60 s for writing when absent. */
  readonly waitMs?: number;
}

/** A write may hold results that cost money, so a writer is more patient than a reader. */
const WAIT_MS = { read: 20_000, write: 60_000 } as const;

/**
 * Opens the file, uses it and closes it; creates it when writing. Keep `use` short: nobody else can write meanwhile,
 * and when writing nobody can read. Not to be nested on one file.
 */
export function withStore<T>(
  path: string,
  mode: OpenMode,
  use: (store: Store) => Promise<T>,
  options: StoreOptions = {},
): Promise<T> {
  const waitMs = options.waitMs ?? WAIT_MS[mode];
  return inTurn(
    path,
    waitMs,
    () => takenStore(path, "this process itself", waitMs),
    () =>
      useOnce(path, mode, { waitMs, use }).catch((error: unknown) => Promise.reject(explain(error, path))),
  );
}

/** Closing writes what is left, and fails where a disc is full; a failure of the use comes first. */
async function useOnce<T>(
  path: string,
  mode: OpenMode,
  { waitMs, use }: { readonly waitMs: number; readonly use: (store: Store) => Promise<T> },
): Promise<T> {
  const database = await openDatabase(path, mode, waitMs);
  let result: T;
  try {
    result = await use(storeOn(database.sql));
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
  await database.close();
  return result;
}

/** Opens an empty store in memory; disposing it forgets everything. */
export async function openMemoryStore(): Promise<Store & AsyncDisposable> {
  const database = await openMemoryDatabase();
  return { ...storeOn(database.sql), [Symbol.asyncDispose]: () => database.close() };
}
