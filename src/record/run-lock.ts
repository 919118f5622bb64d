/** The lock of a run: a file beside the store that names the one process that may run experiments into it. */

import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { LabError } from "../core/errors.ts";
import { explain } from "./file-errors.ts";

interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** Start of the process, as the system counts it; tells it from a later process with the same pid. */
  readonly born: string | null;
  /** Time at which the lock was taken, ISO 8601. */
  readonly since: string;
}

/** A held lock. Contract: disposing twice is harmless, and never removes a lock that another process took over. */
export interface RunLock extends AsyncDisposable {
  readonly file: string;
  readonly holder: LockHolder;
}

/** Path of the lock file of a store. */
export function lockFileOf(dbPath: string): string {
  return `${dbPath}.lock`;
}

/** Takes the lock, over from a dead process if need be; a living holder is a LabError that names it. */
export async function acquireRunLock(dbPath: string): Promise<RunLock> {
  const file = lockFileOf(dbPath);
  const holder: LockHolder = {
    pid: process.pid,
    host: hostname(),
    born: statOf(process.pid)?.born ?? null,
    since: new Date().toISOString(),
  };
  try {
    mkdirSync(dirname(file), { recursive: true });
    while (!createWhole(file, holder)) {
      const other = readHolder(file);
      if (other && isAlive(other)) throw heldLock(file, other);
      discardStale(file, other);
    }
  } catch (error) {
    throw explain(error, file);
  }
  let held = true;
  return {
    file,
    holder,
    async [Symbol.asyncDispose]() {
      if (!held) return;
      held = false;
      const now = readHolder(file);
      try {
        if (now && isSame(now, holder)) rmSync(file, { force: true });
      } catch {
        // What cannot be removed names a process that will be gone, and the next run takes it over.
      }
    },
  };
}

/** Holder of the store, in words, as far as the lock file or DuckDB tells. */
export async function describeHolder(dbPath: string, pid: string | null): Promise<string> {
  const holder = readHolder(lockFileOf(dbPath));
  if (holder && isAlive(holder) && (pid === null || Number(pid) === holder.pid))
    return `the run of process ${holder.pid} on ${holder.host}, begun ${holder.since}`;
  if (pid === String(process.pid)) return "this process itself";
  return pid === null ? "another process" : `process ${pid}`;
}

/** Creates the file with its whole content at once; false when it exists. */
function createWhole(file: string, holder: LockHolder): boolean {
  const draft = `${file}.${process.pid}-${Math.random().toString(36).slice(2)}`;
  const handle = openSync(draft, "wx");
  try {
    writeSync(handle, JSON.stringify(holder));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS") throw error;
    return createWithoutLinks(file, holder);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** For file systems without hard links; a reader may meet the file before its content and then takes it for stale. */
function createWithoutLinks(file: string, holder: LockHolder): boolean {
  try {
    const handle = openSync(file, "wx");
    writeSync(handle, JSON.stringify(holder));
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Moves a stale lock aside first: of several processes that see it, one succeeds, and a fresh lock is put back. */
function discardStale(file: string, expected: LockHolder | null): void {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const moved = readHolder(aside);
  const fresh = moved !== null && (expected === null || !isSame(moved, expected)) && isAlive(moved);
  try {
    if (fresh) linkSync(aside, file);
  } catch {
    // Another process has taken the lock meanwhile; that one is respected on the next look.
  }
  rmSync(aside, { force: true });
}

function heldLock(file: string, holder: LockHolder): LabError {
  return new LabError({
    code: "run-in-progress",
    what: `process ${holder.pid} on ${holder.host} has been running experiments into this store since ${holder.since}`,
    where: file,
    remedy: "wait for it or stop it, or name another store with --db; show, trials and report work meanwhile",
  });
}

function readHolder(file: string): LockHolder | null {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as Partial<LockHolder> | null;
    if (typeof value?.pid !== "number" || typeof value.host !== "string") return null;
    return {
      pid: value.pid,
      host: value.host,
      born: value.born ?? null,
      since: value.since ?? "an unknown time",
    };
  } catch {
    return null;
  }
}

/** A holder on another machine cannot be looked at, so it counts as alive. */
function isAlive(holder: LockHolder): boolean {
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const stat = statOf(holder.pid);
  // Z: ended, but its parent has not looked yet.
  if (stat?.state === "Z") return false;
  return stat === null || holder.born === null || stat.born === holder.born;
}

function isSame(a: LockHolder, b: LockHolder): boolean {
  return a.pid === b.pid && a.host === b.host && a.born === b.born && a.since === b.since;
}

/** State and start (in clock ticks since boot) of a process; null where the system does not tell (outside Linux). */
function statOf(pid: number): { readonly state: string; readonly born: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", born: fields[19] ?? "" };
  } catch {
    return null;
  }
}
