/** The block queue: blocks are stored in order, several at a time, and a failed save stops the run. */

import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { blockOf } from "../testing/stored-experiment.ts";
import { tempFolder } from "../testing/temp-folder.ts";
import { openBlockQueue } from "./block-queue.ts";
import { withStore } from "./store.ts";

const seedsOf = (db: string) =>
  withStore(db, "read", async (store) =>
    (await store.query("SELECT DISTINCT seed FROM trials ORDER BY seed::INT")).map((row) => row.seed),
  );

test("blocks are told of when they are on disc, and all are when the queue has closed", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  const queue = openBlockQueue(db);
  const stored: string[] = [];
  const seeds = Array.from({ length: 80 }, (_, i) => String(i));
  let firstStored = (): void => undefined;
  const first = new Promise<void>((done) => {
    firstStored = done;
  });
  await queue.add(blockOf("0"), () => {
    stored.push("0");
    firstStored();
  });
  await first;
  expect(await seedsOf(db)).toEqual(["0"]);
  for (const seed of seeds.slice(1)) await queue.add(blockOf(seed), () => stored.push(seed));
  await queue.close();
  expect(stored).toEqual(seeds);
  expect(await seedsOf(db)).toEqual(seeds);
});

test("a block that cannot be stored fails the queue, and is not told of as stored", async () => {
  using folder = tempFolder();
  mkdirSync(folder.file("lab.duckdb"));
  const queue = openBlockQueue(folder.file("lab.duckdb"), { pauseMs: 0 });
  const stored: string[] = [];
  await queue.add(blockOf("1"), () => stored.push("1"));
  await expect(queue.close()).rejects.toMatchObject({ name: "LabError" });
  await expect(queue.add(blockOf("2"))).rejects.toMatchObject({ name: "LabError" });
  expect(stored).toEqual([]);
});

test("a queue that got nothing closes at once and makes no file", async () => {
  using folder = tempFolder();
  await openBlockQueue(folder.file("lab.duckdb")).close();
  await expect(seedsOf(folder.file("lab.duckdb"))).rejects.toMatchObject({ code: "no-store" });
});
