/** Saving again leaves the same rows: by order, repetition and name. */

import { expect, test } from "vitest";
import type { GradedTrial } from "../core/trial.ts";
import { blockOf, experimentOf } from "../testing/stored-experiment.ts";
import { trial } from "../testing/trial-builder.ts";
import { openMemoryStore } from "./store.ts";
import type { Store } from "./store-port.ts";

const SEEDS = ["1", "2", "3", "4", "5"];
const TABLES = ["trials", "turns", "events", "model_calls", "bodies", "scores"];

/** All rows of all tables as a set, in no order. */
async function rowsOf(store: Store): Promise<Record<string, readonly unknown[]>> {
  const rows: Record<string, readonly unknown[]> = {};
  for (const table of TABLES) rows[table] = await store.query(`FROM ${table} ORDER BY ALL`);
  return rows;
}

test("the order in which blocks end leaves the same rows", async () => {
  await using forth = await openMemoryStore();
  await using back = await openMemoryStore();
  for (const seed of SEEDS) await forth.saveBlock(blockOf(seed));
  for (const seed of [...SEEDS].reverse()) await back.saveBlock([...blockOf(seed)].reverse());
  expect(await rowsOf(back)).toEqual(await rowsOf(forth));
});

test("storing the same block again, whole or with another trial beside it, adds what is new alone (RES)", async () => {
  await using store = await openMemoryStore();
  for (const seed of SEEDS) await store.saveBlock(blockOf(seed));
  const before = await rowsOf(store);
  for (let again = 0; again < 5; again++) for (const seed of SEEDS) await store.saveBlock(blockOf(seed));
  expect(await rowsOf(store)).toEqual(before);
  await store.saveBlock([...blockOf("5"), ...blockOf("6")]);
  const [count] = await store.query("SELECT count(*) AS trials, count(DISTINCT id) AS ids FROM trials");
  expect(count).toEqual({ trials: 12, ids: 12 });
});

test("saves that overlap are carried out one after the other", async () => {
  await using store = await openMemoryStore();
  await Promise.all([...SEEDS, ...SEEDS].map((seed) => store.saveBlock(blockOf(seed))));
  expect((await store.trials()).length).toBe(10);
});

test("a block that cannot be stored leaves nothing of itself behind, and the store goes on", async () => {
  await using store = await openMemoryStore();
  const [good, bad] = blockOf("1");
  if (!good || !bad) throw new Error("a block has two trials");
  const broken = { ...bad, scores: [{ ...bad.scores[0], judged: undefined }] } as unknown as GradedTrial;
  await expect(store.saveBlock([good, broken])).rejects.toThrow("judged");
  const rows = await rowsOf(store);
  expect(TABLES.flatMap((table) => rows[table] ?? [])).toEqual([]);
  await store.saveBlock([good, bad]);
  expect((await store.trials()).length).toBe(2);
});

test("the file refuses a second trial of the same experiment, scenario, seed, arm and attempt", async () => {
  await using store = await openMemoryStore();
  await store.saveBlock(blockOf("1"));
  await expect(
    store.query("INSERT INTO trials SELECT * REPLACE ('another' AS id) FROM trials"),
  ).rejects.toThrow(/constraint/i);
});

test("planned trials are completed, errored and missing ones, and nothing else", async () => {
  await using store = await openMemoryStore();
  const { experiment, provenance, scenarios } = experimentOf({ seeds: SEEDS });
  await store.saveExperiment(experiment, provenance, scenarios);
  for (const seed of ["1", "2", "unplanned"]) await store.saveBlock(blockOf(seed));
  const totals = await store.totals(experiment.id);
  expect(totals).toMatchObject({
    trialsPlanned: 30,
    trialsCompleted: 4,
    trialsErrored: 0,
    trialsMissing: 26,
  });
});

test("reports-1, smaller: replies cut at a token limit are counted by trial and by arm, the judge's apart", async () => {
  await using store = await openMemoryStore();
  const { experiment, provenance, scenarios } = experimentOf();
  await store.saveExperiment(experiment, provenance, scenarios);
  const cut = (arm: string, ...cuts: readonly boolean[]) =>
    cuts
      .reduce((so, isCut) => so.model("propose", { cut: isCut }), trial("stress/one").as({ arm }).user("x"))
      .model("judge", { cut: true })
      .reply("y")
      .score("pass")
      .graded();
  await store.saveBlock([cut("off", true, false), cut("on", true, true)]);
  const rows = await store.trials();
  expect(rows.map(({ key, cutReplies, calls }) => [key.arm, cutReplies, calls]).toSorted()).toEqual([
    ["off", 1, 2],
    ["on", 2, 2],
  ]);
  expect((await store.totals(experiment.id)).cutReplies).toEqual([
    { arm: "on", replies: 2 },
    { arm: "off", replies: 1 },
  ]);
});

test("sums of unknown members are unknown, sums of nothing are 0", async () => {
  await using store = await openMemoryStore();
  const [row] = await store.query(`SELECT
    (SELECT sum_known(x) FROM (VALUES (1), (2)) v(x)) AS known,
    (SELECT sum_known(x) FROM (VALUES (1), (NULL)) v(x)) AS partly,
    (SELECT sum_known(x) FROM (VALUES (1)) v(x) WHERE x > 1) AS none,
    (SELECT sum_known_where(x, x IS NULL OR x > 1) FROM (VALUES (1), (NULL)) v(x)) AS partly_where,
    (SELECT sum_known_where(x, x > 1) FROM (VALUES (1), (NULL)) v(x)) AS none_where`);
  expect(row).toEqual({ known: 3, partly: null, none: 0, partly_where: null, none_where: 0 });
});

test("a long conversation comes back whole, by call_messages too, and each message is stored once (MEM)", async () => {
  await using store = await openMemoryStore();
  const [graded] = blockOf("1");
  const [call] = graded?.outcome.calls ?? [];
  if (!graded || !call) throw new Error("a block has trials with calls");
  const said = Array.from(
    { length: 60 },
    (_, i) => ({ role: i % 2 ? "assistant" : "user", content: `m${i}` }) as const,
  );
  const calls = Array.from({ length: 30 }, (_, index) => ({
    ...call,
    index,
    request: {
      ...call.request,
      messages: [
        { role: "system" as const, content: `system ${index}` },
        // Call 20 begins anew, as after a compaction, and call 25 goes back to what was said before.
        ...(index >= 20 && index < 25 ? said.slice(30, 2 * index + 1) : said.slice(0, 2 * index + 1)),
      ],
    },
  }));
  const long = { ...graded, outcome: { ...graded.outcome, calls } };
  await store.saveBlock([long]);
  const [trial] = await store.trials();
  if (!trial) throw new Error("nothing was stored");
  expect(await store.loadTrial(trial.id)).toStrictEqual(long);
  expect(await store.query(`SELECT call, position, role, content FROM call_messages('${trial.id}')`)).toEqual(
    calls.flatMap(({ index, request }) =>
      request.messages.map(({ role, content }, position) => ({ call: index, position, role, content })),
    ),
  );
  const [size] = await store.query("SELECT sum(len(added)) AS added FROM model_calls");
  expect(size?.added).toBeLessThan(80);
});
