/** Opens and closes a database file: waits while another process has it, and makes it where it is to be written. */

import { existsSync, statSync } from "node:fs";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { explain, holderPid, isTaken, missingStore, takenStore } from "./file-errors.ts";
import { isCurrent, migrate } from "./migrations.ts";
import { describeHolder } from "./run-lock.ts";
import { loadDuckDb, type Sql, sqlOn } from "./sql.ts";

export type OpenMode = "read" | "write";

/** An open database; `close` writes everything to the file and gives it free. */
export interface OpenDatabase {
  readonly sql: Sql;
  close(): Promise<void>;
}

/** Opens a file with the layout of this version. */
export async function openDatabase(path: string, mode: OpenMode, waitMs: number): Promise<OpenDatabase> {
  if (mode === "write") await makeStore(path);
  else if (!existsSync(path)) throw missingStore(path);
  const database = await openPatiently(path, mode, waitMs);
  try {
    if (await isCurrent(database.sql, path)) return database;
    if (mode === "write") {
      await migrate(database.sql);
      return database;
    }
  } catch (error) {
    await database.close();
    throw explain(error, path);
  }
  // An older layout: readers cannot bring it up to date, so it is done in a moment of writing.
  await database.close();
  await (await openDatabase(path, "write", waitMs)).close();
  return openPatiently(path, mode, waitMs);
}

/** Opens an empty database that lives in memory. */
export async function openMemoryDatabase(): Promise<OpenDatabase> {
  const database = await open(":memory:", "write");
  await migrate(database.sql, false);
  return database;
}

async function openPatiently(path: string, mode: OpenMode, waitMs: number): Promise<OpenDatabase> {
  const deadline = Date.now() + waitMs;
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 1.5, 100)) {
    try {
      return await open(path, mode);
    } catch (error) {
      if (!isTaken(error)) throw explain(error, path);
      if (Date.now() + pauseMs > deadline)
        throw takenStore(path, await describeHolder(path, holderPid(error)), waitMs, error);
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }
}

/** The one database engine of this process, empty itself: stores are attached to it, since starting one takes longer. */
let engine: Promise<DuckDBInstance> | null = null;
let attached = 0;

async function startEngine(): Promise<DuckDBInstance> {
  const duckdb = await loadDuckDb();
  return duckdb.DuckDBInstance.create(":memory:", { threads: "1" });
}

/** Below this size a query is over before a second thread has found its work, and starting it costs a quarter more. */
const WORTH_THREADS_BYTES = 64 * 2 ** 20;

async function threadsFor(path: string, connection: DuckDBConnection): Promise<void> {
  const size = path === ":memory:" ? 0 : statSync(path, { throwIfNoEntry: false })?.size;
  if ((size ?? 0) > WORTH_THREADS_BYTES) await connection.run(`SET threads = ${availableParallelism()}`);
}

/** After a failure the engine may refuse all further work, so the next store gets another one. */
function abandonEngine(): void {
  engine = null;
}

async function open(path: string, mode: OpenMode): Promise<OpenDatabase> {
  engine ??= startEngine();
  const duckdb = await loadDuckDb();
  const connection = await (await engine).connect();
  attached += 1;
  const name = `store_${attached}`;
  // What a crash has left there is put into the file when it is closed.
  const left = existsSync(`${path}.wal`);
  try {
    const access = mode === "read" ? " (READ_ONLY)" : "";
    await connection.run(`ATTACH '${path.replaceAll("'", "''")}' AS ${name}${access}`);
    await connection.run(`USE ${name}`);
    await threadsFor(path, connection);
  } catch (error) {
    connection.closeSync();
    if (!isTaken(error)) abandonEngine();
    throw error;
  }
  const sql = sqlOn(duckdb, connection);
  return {
    sql,
    async close() {
      try {
        // Done by itself, since detaching would do it without telling of a failure.
        if (mode === "write" && path !== ":memory:" && (left || sql.hasWritten()))
          await connection.run(`CHECKPOINT ${name}`);
        await connection.run("USE memory");
        await connection.run(`DETACH ${name}`);
      } catch (error) {
        abandonEngine();
        throw error;
      } finally {
        connection.closeSync();
      }
    },
  };
}

/** The bytes of an empty store: its documented layout takes a third of a second to make, so a process makes it once. */
let emptyStore: Buffer | null = null;

/** Writes an empty store to a file and returns its bytes. */
async function makeEmptyStore(file: string): Promise<Buffer> {
  await rm(file, { force: true });
  const database = await open(file, "write");
  try {
    await migrate(database.sql);
  } finally {
    await database.close();
  }
  return readFile(file);
}

/** Makes a new store beside its place and moves it there whole, so that no reader ever meets half a file. */
async function makeStore(path: string): Promise<void> {
  try {
    // An empty file is what a crash before the first byte leaves; DuckDB refuses it.
    if (existsSync(path) && statSync(path).size > 0) return;
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.new-${process.pid}`;
    if (emptyStore === null) emptyStore = await makeEmptyStore(draft);
    else await writeFile(draft, emptyStore);
    if (existsSync(path)) await rm(path);
    await putInPlace(draft, path);
  } catch (error) {
    throw explain(error, path);
  }
}

/** Never replaces a store that another process has made meanwhile. */
async function putInPlace(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Some file systems have no hard links.
    if (code !== "EEXIST") return rename(draft, path);
  }
  await rm(draft, { force: true });
}
