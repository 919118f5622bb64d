/** Finding experiments and trials by the names people use for them. */

import { afterAll, beforeAll, expect, test } from "vitest";
import type { LabError } from "../core/errors.ts";
import { trialId } from "../core/trial.ts";
import { experimentOf } from "../testing/stored-experiment.ts";
import { trial } from "../testing/trial-builder.ts";
import { openMemoryStore } from "./store.ts";
import type { Store } from "./store-port.ts";

let store: Store & AsyncDisposable;
const ARM = "AUDIT_X=0,AUDIT_Y=1";

/** An older and a newer experiment with the same scenario and seed; seed 2 of the older one has two attempts. */
beforeAll(async () => {
  store = await openMemoryStore();
  const older = experimentOf({ id: "aaa111", name: "older" });
  const newer = experimentOf({ id: "aab222", name: "newer" });
  const save = (experiment: string, seed: string, arm: string, attempt: number, fails = false) => {
    const start = trial("stress/one")
      .as({ experiment, seed, arm, attempt })
      .user("x")
      .model("propose")
      .reply("y");
    return store.saveBlock([
      (fails ? start.breaks("infrastructure", "503") : start).score(seed === "3" ? "fail" : "pass").graded(),
    ]);
  };
  await store.saveExperiment(older.experiment, older.provenance, older.scenarios);
  await save("aaa111", "1", "off", 1);
  await save("aaa111", "2", "off", 1, true);
  await save("aaa111", "2", "off", 2);
  await save("aaa111", "3", "on", 1);
  // The order of `updated_at` is what tells older from newer.
  await new Promise((done) => setTimeout(done, 5));
  await store.saveExperiment(newer.experiment, newer.provenance, newer.scenarios);
  await save("aab222", "1", "off", 1);
  await save("aab222", "1", ARM, 1);
});
afterAll(() => store[Symbol.asyncDispose]());

const idOf = (experiment: string, seed: string, arm: string, attempt = 1) =>
  trialId({ experiment, scenario: "stress/one", seed, arm, attempt });

test.each([
  ["its id", idOf("aaa111", "1", "off"), undefined, idOf("aaa111", "1", "off")],
  ["a beginning of its id", idOf("aaa111", "1", "off").slice(0, 8), undefined, idOf("aaa111", "1", "off")],
  ["its name, in the experiment started last", "stress/one#1@off", undefined, idOf("aab222", "1", "off")],
  ["its name, in a given experiment", "stress/one#1@off", "aaa111", idOf("aaa111", "1", "off")],
  ["a name with an arm that has flags", `stress/one#1@${ARM}`, undefined, idOf("aab222", "1", ARM)],
  ["scenario and seed where one arm was run", "stress/one#3", undefined, idOf("aaa111", "3", "on")],
  ["its name, the newest attempt", "stress/one#2@off", undefined, idOf("aaa111", "2", "off", 2)],
  ["its name with an older attempt", "stress/one#2@off!1", undefined, idOf("aaa111", "2", "off", 1)],
  ["latest", "latest", undefined, idOf("aab222", "1", ARM)],
  ["latest of an experiment", "latest", "aaa111", idOf("aaa111", "3", "on")],
])("a trial is found by %s", async (_, ref, experiment, id) => {
  expect((await store.findTrial(ref, experiment)).id).toBe(id);
});

test("scenario and seed with two arms is ambiguous, and both are named", async () => {
  await expect(store.findTrial("stress/one#1")).rejects.toMatchObject({
    code: "ambiguous-trial",
    exitCode: 2,
    remedy: expect.stringMatching(
      /stress\/one#1@AUDIT_X=0,AUDIT_Y=1\n {2}stress\/one#1@off|stress\/one#1@off\n {2}stress/,
    ),
  });
});

test.each(["stress/one#9@off", "nothing", "", "'; DROP TABLE trials; --"])(
  "an unknown trial %j is an error with candidates",
  async (ref) => {
    await expect(store.findTrial(ref)).rejects.toMatchObject({
      code: "unknown-trial",
      remedy: expect.stringContaining("stress/one#"),
    });
  },
);

test("an experiment is found by id, unique beginning, name and latest", async () => {
  const found = await Promise.all(
    ["aaa111", "aab", "older", "latest"].map((ref) => store.findExperiment(ref)),
  );
  expect(found.map((row) => row.id)).toEqual(["aaa111", "aab222", "aaa111", "aab222"]);
  await expect(store.findExperiment("aa")).rejects.toMatchObject({
    code: "ambiguous-experiment",
    remedy: expect.stringMatching(/^ {2}aab222 {2}[-\d]+ [\d:]+ UTC {2}newer\n {2}aaa111 .* older$/m),
  });
  await expect(store.findExperiment("zzz")).rejects.toMatchObject({ code: "unknown-experiment" });
});

test("reports-1, annoyance 3: of many experiments an error lists eight, one a line, those spelt alike first", async () => {
  await using many = await openMemoryStore();
  const { experiment, provenance, scenarios } = experimentOf();
  for (let n = 0; n < 12; n++)
    await many.saveExperiment(
      { ...experiment, id: `id-${n}`, name: n === 11 ? "two\nlines" : `night ${n}` },
      provenance,
      scenarios,
    );
  const error = await many.findExperiment("nigth 0").catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "unknown-experiment", what: 'no experiment fits "nigth 0"' });
  const lines = (error as LabError).remedy?.split("\n") ?? [];
  expect(lines).toHaveLength(1 + 8 + 1);
  expect(lines[1]).toMatch(/^ {2}id-0 .* night 0$/);
  expect(lines.filter((line) => line.endsWith("  two lines"))).toHaveLength(1);
  expect(lines.at(-1)).toBe("  and 4 more: harness-lab experiments");
});

test("reports-1 F5: an experiment that is run under another name keeps the names it had, each of which finds it", async () => {
  await using own = await openMemoryStore();
  const { experiment, provenance, scenarios } = experimentOf({ id: "aaa111" });
  const save = (name: string) => own.saveExperiment({ ...experiment, name }, provenance, scenarios);
  for (const name of ["before", "half \ud83d emoji", "after", "before"]) {
    await save(name);
    await new Promise((done) => setTimeout(done, 3));
  }
  for (const ref of ["before", "half \ud83d emoji", "after", "aaa111", "latest"])
    expect(await own.findExperiment(ref)).toMatchObject({
      id: "aaa111",
      name: "before",
      formerNames: ["after", "half \ud83d emoji"],
    });
  // The name of another experiment goes before the former name of this one.
  await own.saveExperiment({ ...experiment, id: "bbb222", name: "after" }, provenance, scenarios);
  expect((await own.findExperiment("after")).id).toBe("bbb222");
});

test("an experiment's row counts planned, completed and errored trials and what was spent", async () => {
  const rows = await store.experimentRows();
  expect(rows.map(({ id }) => id)).toEqual((await store.experiments()).map(({ id }) => id));
  const older = rows.find(({ name }) => name === "older");
  if (!older) throw new Error("an experiment is missing");
  const { id, name, planned, completed, errored, spentUsd, seeds, scenarios } = older;
  expect({ id, name, planned, completed, errored, seeds, scenarios }).toEqual({
    id: "aaa111",
    name: "older",
    planned: 12,
    completed: 3,
    errored: 0,
    seeds: 2,
    scenarios: 3,
  });
  expect(spentUsd).toBeCloseTo(0.004, 9);
});

test("a list of trials narrows by every field and pages", async () => {
  const count = async (filter: Parameters<Store["trials"]>[0]) => (await store.trials(filter)).length;
  expect(await count({})).toBe(6);
  expect(await count({ experiment: "aaa111" })).toBe(4);
  expect(await count({ seed: "2" })).toBe(2);
  expect(await count({ arm: ARM })).toBe(1);
  expect(await count({ scenario: "stress/two" })).toBe(0);
  expect(await count({ failed: true })).toBe(2);
  expect(await count({ failed: false })).toBe(4);
  expect(await count({ flag: "AUDIT_SEMANTIC_CONTRADICTION" })).toBe(5);
  expect(await count({ flag: "AUDIT_STEERING" })).toBe(0);
  expect(await count({ limit: 2, offset: 5 })).toBe(1);
});

test("a list of trials tells attempts that no longer count and why they broke", async () => {
  const rows = await store.trials({ experiment: "aaa111", seed: "2" });
  expect(
    rows.map(({ key, outcome, superseded, error }) => [key.attempt, outcome, superseded, error?.message]),
  ).toEqual(
    expect.arrayContaining([
      [1, "error", true, "503"],
      [2, "pass", false, undefined],
    ]),
  );
});

test("unknown ids are errors, not empty answers", async () => {
  await expect(store.loadTrial("nope")).rejects.toMatchObject({ code: "unknown-trial" });
  await expect(store.loadExperiment("nope")).rejects.toMatchObject({ code: "unknown-experiment" });
  await expect(
    store.addGrading("nope", { checksDigest: "d", scores: [], judged: null }),
  ).rejects.toMatchObject({ code: "unknown-trial" });
});

test("an empty store says how to fill it", async () => {
  await using empty = await openMemoryStore();
  await expect(empty.findExperiment("latest")).rejects.toMatchObject({ code: "no-experiment" });
  await expect(empty.findTrial("latest")).rejects.toMatchObject({
    remedy: expect.stringContaining("ablate"),
  });
});
