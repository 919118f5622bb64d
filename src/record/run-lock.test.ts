/** The run lock: one runner at a time, and a dead one does not keep it. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { expect, test } from "vitest";
import { tempFolder } from "../testing/temp-folder.ts";
import { acquireRunLock, lockFileOf } from "./run-lock.ts";

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  return child.pid ?? 0;
}

test("a second run is refused with the first one's process and start, exit code 2", async () => {
  using folder = tempFolder();
  const db = folder.file("deep/lab.duckdb");
  await using lock = await acquireRunLock(db);
  await expect(acquireRunLock(db)).rejects.toMatchObject({
    code: "run-in-progress",
    exitCode: 2,
    message: expect.stringMatching(new RegExp(`${process.pid}.*${lock.holder.since}.*lab.duckdb.lock`)),
  });
});

test("the lock is free again when it is disposed, and nothing is left behind", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  const first = await acquireRunLock(db);
  await first[Symbol.asyncDispose]();
  const second = await acquireRunLock(db);
  await first[Symbol.asyncDispose]();
  expect(existsSync(lockFileOf(db))).toBe(true);
  await second[Symbol.asyncDispose]();
  expect(readdirSync(folder.path)).toEqual([]);
});

test("of many at once, one gets it", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  writeFileSync(
    lockFileOf(db),
    JSON.stringify({ pid: await deadPid(), host: hostname(), born: "1", since: "then" }),
  );
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => acquireRunLock(db)));
  expect(results.filter((result) => result.status === "fulfilled").length).toBe(1);
});

test("a dead process's lock is taken over, and so is one whose process number lives on as another process", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  for (const stale of [
    { pid: await deadPid(), host: hostname(), born: "1", since: "then" },
    { pid: process.ppid, host: hostname(), born: "1", since: "then" },
  ]) {
    writeFileSync(lockFileOf(db), JSON.stringify(stale));
    const lock = await acquireRunLock(db);
    expect(JSON.parse(readFileSync(lockFileOf(db), "utf8")).pid).toBe(process.pid);
    await lock[Symbol.asyncDispose]();
  }
});

test("a lock file that cannot be read is stale, one of another machine is not", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  writeFileSync(lockFileOf(db), "");
  await (await acquireRunLock(db))[Symbol.asyncDispose]();
  writeFileSync(
    lockFileOf(db),
    JSON.stringify({ pid: 1, host: "elsewhere", born: null, since: "yesterday" }),
  );
  await expect(acquireRunLock(db)).rejects.toThrow("elsewhere");
});

test("a folder that cannot be made is named", async () => {
  using folder = tempFolder();
  writeFileSync(folder.file("file"), "");
  await expect(acquireRunLock(folder.file("file/lab.duckdb"))).rejects.toMatchObject({
    code: "unwritable-store",
  });
  mkdirSync(folder.file("ok"));
});
