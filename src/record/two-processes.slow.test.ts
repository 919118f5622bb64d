/** Two processes on one store: readers work meanwhile, and kill -9 tears nothing. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { blockOf, experimentOf } from "../testing/stored-experiment.ts";
import { tempFolder } from "../testing/temp-folder.ts";
import { openBlockQueue } from "./block-queue.ts";
import { withStore } from "./store.ts";

const SEEDS = Array.from({ length: 20 }, (_, i) => String(i + 1));

async function prepare(db: string): Promise<void> {
  const { experiment, provenance, scenarios } = experimentOf({ seeds: SEEDS });
  await withStore(db, "write", (store) => store.saveExperiment(experiment, provenance, scenarios));
}

/** Runs TypeScript in another process; `lines` are what it prints. */
function otherProcess(code: string): {
  readonly child: ChildProcess;
  readonly lines: string[];
  readonly ended: Promise<unknown>;
} {
  const from = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const program = `
    Promise.all([import(${from("./store.ts")}), import(${from("../testing/stored-experiment.ts")})])
      .then(async ([{ withStore }, { blockOf }]) => { ${code} })
      .catch((error) => { console.log("FAILED " + error.stack); process.exit(1); });`;
  const child = spawn(process.execPath, ["--import", "tsx", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  return { child, lines, ended: once(child, "close") };
}

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 5) {
    if (waited > 90_000) throw new Error("waited 90 s in vain");
    await sleep(5);
  }
}

test("readers read whole blocks while another process writes them", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  await prepare(db);
  const writer = otherProcess(`
    for (const seed of ${JSON.stringify(SEEDS.slice(0, 8))}) {
      await withStore(${JSON.stringify(db)}, "write", (store) => store.saveBlock(blockOf(seed)));
      console.log(seed);
      // A moment in which the file is free, however fast the machine is.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }`);
  let ended = false;
  void writer.ended.then(() => {
    ended = true;
  });
  let seen = 0;
  let reads = 0;
  await until(() => writer.lines.length > 0 || ended);
  while (!ended) {
    const trials = await withStore(db, "read", (store) => store.trials());
    expect(trials.length % 2).toBe(0);
    expect(trials.length).toBeGreaterThanOrEqual(seen);
    seen = trials.length;
    reads += 1;
    await sleep(5);
  }
  expect(writer.lines).toEqual(SEEDS.slice(0, 8));
  expect(reads).toBeGreaterThan(0);
  expect((await withStore(db, "read", (store) => store.trials())).length).toBe(16);
});

test("after kill -9 in the middle of storing, every block is whole or absent, and storing all again ends alike (RES)", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  await prepare(db);
  for (const [round, delayMs] of [3, 15].entries()) {
    const writer = otherProcess(`
      for (const seed of ${JSON.stringify(SEEDS)}) {
        await withStore(${JSON.stringify(db)}, "write", (store) => store.saveBlock(blockOf(seed)));
        console.log(seed);
      }`);
    await until(() => writer.lines.length > round * 2 || writer.child.exitCode !== null);
    await sleep(delayMs);
    writer.child.kill("SIGKILL");
    await writer.ended;
    expect(writer.lines.filter((line) => line.startsWith("FAILED"))).toEqual([]);
    await withStore(db, "read", async (store) => {
      const byBlock = await store.finishedBlocks("experiment-1");
      expect(byBlock.every((one) => one.arms.length === 2)).toBe(true);
      expect(byBlock.map((one) => one.seed)).toEqual(expect.arrayContaining(writer.lines));
      for (const { id, key } of await store.trials({ limit: 2 }))
        expect(await store.loadTrial(id)).toStrictEqual(
          blockOf(key.seed).find((graded) => graded.outcome.key.arm === key.arm),
        );
    });
  }
  const queue = openBlockQueue(db);
  for (const seed of SEEDS) await queue.add(blockOf(seed));
  await queue.close();
  await withStore(db, "read", async (store) => {
    expect((await store.trials()).length).toBe(40);
    const [rows] = await store.query(
      `SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM model_calls) AS calls,
        (SELECT count(*) FROM turns) AS turns, (SELECT count(*) FROM scores) AS scores,
        (SELECT count(*) - count(DISTINCT digest) FROM bodies) AS doubled`,
    );
    expect(rows).toEqual({ events: 40 * 5, calls: 40, turns: 40, scores: 40, doubled: 0 });
    expect((await store.totals("experiment-1")).spentUsd).toBeCloseTo(0.04, 9);
  });
});

test("a file that another process keeps open is named with its holder", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  await prepare(db);
  const holder = otherProcess(`
    await withStore(${JSON.stringify(db)}, "write", () => { console.log("open"); return new Promise((done) => setTimeout(done, 60000)); });`);
  await until(() => holder.lines.includes("open"));
  await expect(withStore(db, "read", (store) => store.trials(), { waitMs: 150 })).rejects.toMatchObject({
    code: "store-taken",
    message: expect.stringContaining(`process ${holder.child.pid}`),
  });
  holder.child.kill("SIGKILL");
  await holder.ended;
  expect(await withStore(db, "read", (store) => store.trials())).toEqual([]);
});
