/** Running all failing trials of an experiment again: one table, one budget, and an exit code for every ending. */

import { afterAll, beforeAll, expect, test } from "vitest";
import type { ScenarioInput } from "../../core/scenario.ts";
import { withStore } from "../../record/store.ts";
import { fallingServer } from "../../testing/falling-server.ts";
import { JUDGED, JUDGED_FLAG } from "../../testing/judged-scenario.ts";
import { command, type Ran } from "../../testing/run-command.ts";
import { scenarioFile } from "../../testing/scenario-file.ts";
import { FREEZE_TALK, OWNER_TALK } from "../../testing/talks.ts";
import { tempFolder } from "../../testing/temp-folder.ts";

const folder = tempFolder();
const TALKS = folder.file("talks.duckdb");
const LUCK = folder.file("luck.duckdb");
const CALM = folder.file("calm.duckdb");

/** Names both limits with this chance when the check is off. */
const lucky = (id: string, chance: number): string =>
  scenarioFile(folder.path, {
    ...JUDGED,
    id,
    expect: [{ reply: { states: ["6000", "50"] } }],
    simulate: (JUDGED.simulate ?? []).map((rule) =>
      "chance" in rule ? { ...rule, chance } : rule,
    ) as NonNullable<ScenarioInput["simulate"]>,
  });
const ablate = async (db: string, seeds: number, ...scenarios: readonly string[]) => {
  const ran = await command([
    ...["ablate", JUDGED_FLAG, "--scenarios", ...scenarios],
    ...["--seeds", String(seeds), "--db", db],
  ]);
  expect(ran, ran.err).toMatchObject({ code: 0 });
};
const rerun = (db: string, ...args: readonly string[]): Promise<Ran> =>
  command(["rerun", "--failed", "--db", db, ...args]);
const dataOf = async (db: string, ...args: readonly string[]) =>
  JSON.parse((await rerun(db, "--json", ...args)).out);
const trialsOf = (db: string) => withStore(db, "read", (store) => store.trials());

beforeAll(async () => {
  await ablate(TALKS, 2, FREEZE_TALK, OWNER_TALK);
  await ablate(LUCK, 10, lucky("luck/caps", 0.9));
  await ablate(CALM, 1, lucky("calm/limits", 0.9999));
});
afterAll(() => folder[Symbol.dispose]());

test("every failing trial is run again, each has a row with its interval, and the store is left alone", async () => {
  const before = await trialsOf(TALKS);
  const ran = await rerun(TALKS, "--times", "3");
  expect(ran, ran.err).toMatchObject({ code: 1 });
  expect(ran.out.match(/3 of 3 {2}29 to 100 %/g)).toHaveLength(4);
  expect(ran.out).toContain("4 of 4 decided trials failed again.");
  expect(ran.out).not.toContain("beside the nearest");
  expect(ran.err).toMatch(/trial 1\/4 talk.*failed 3 of 3\n[\s\S]*trial 4\/4 talk.*failed 3 of 3\n/);
  expect(await trialsOf(TALKS)).toEqual(before);
});

test("the rows are the failing trials and no others, whatever the experiment is called by", async () => {
  const failing = (await trialsOf(TALKS)).filter(({ outcome }) => outcome === "fail");
  const data = await dataOf(TALKS, "--times", "1", "--experiment", failing[0]?.key.experiment ?? "");
  expect(data).toMatchObject({ format: "harness-lab-rerun-failed/1", trials: 8, failing: 4, times: 1 });
  const ids = data.results.map(({ id }: { id: string }) => id);
  expect(ids.toSorted()).toEqual(failing.map(({ id }) => id).toSorted());
  expect(await rerun(TALKS, "--experiment", "nobody")).toMatchObject({ code: 2 });
});

test("trials that pass this time end 0; a single one shows where it parts from the recorded failure", async () => {
  const failing = (await trialsOf(LUCK)).filter(({ outcome }) => outcome === "fail");
  expect(failing).toHaveLength(1);
  const ran = await rerun(LUCK, "--times", "2");
  expect(ran, ran.out).toMatchObject({ code: 0 });
  expect(ran.out).toMatch(/0 of 2 {2}0 to 84 %/);
  expect(ran.out).toContain("The recorded failure beside the nearest run that passed:");
  expect((await dataOf(LUCK, "--times", "2")).firstDifference).toMatchObject({ left: { kind: "reply" } });
});

test("no failing trial is said with the count of all trials, and ends 0", async () => {
  expect(await rerun(CALM)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/No failing trial in experiment .*: of 2 trials 2 passed/),
  });
  expect(await dataOf(CALM, "--dry-run")).toMatchObject({ trials: 2, failing: 0, results: [] });
});

test("one budget holds all the trials together, and what it cut short is no pass", async () => {
  const [first] = (await dataOf(TALKS, "--times", "1")).results;
  const budget = first.spentUsd * 3;
  const held = await dataOf(TALKS, "--times", "2", "--budget-usd", String(budget));
  expect(held.spentUsd).toBeGreaterThan(0);
  expect(held.spentUsd).toBeLessThanOrEqual(budget);
  const sum = (name: string) =>
    held.results.reduce((total: number, row: Record<string, number>) => total + (row[name] ?? 0), 0);
  expect(sum("failed")).toBeGreaterThan(0);
  expect(sum("notStarted")).toBe(8 - sum("failed"));
  const none = await rerun(LUCK, "--budget-usd", "0.0000001");
  expect(none).toMatchObject({ code: 3, out: expect.stringContaining("10 runs did not start") });
  expect(none.out).toContain("1 of 1 were not decided");
});

test("an endpoint that refuses every call ends 4, as nothing could be run again", async () => {
  const credit = { status: 400, body: JSON.stringify({ error: { message: "Your credit is too low" } }) };
  // It answers the question before the runs.
  await using server = await fallingServer(1, credit);
  const dead = ["--model", "m", "--base-url", server.url, "--retries", "0"];
  const ran = await rerun(TALKS, "--times", "1", ...dead);
  expect(ran).toMatchObject({ code: 4, out: "", err: expect.stringContaining("credit") });
});

test("a dry run adds up what all of them would take, and runs nothing", async () => {
  const plan = await dataOf(TALKS, "--times", "5", "--dry-run");
  const sum = plan.plans.reduce((total: number, { calls }: { calls: number }) => total + calls, 0);
  expect(plan).toMatchObject({ format: "harness-lab-rerun-failed-plan/1", failing: 4, calls: sum });
  expect(sum).toBeGreaterThan(0);
  const ran = await rerun(TALKS, "--dry-run");
  expect(ran).toMatchObject({ code: 0, err: "", out: expect.stringContaining("nothing was run") });
});

test.each([
  { args: ["rerun"], says: "name a trial" },
  { args: ["rerun", "latest", "--failed"], says: "leave out latest, or leave out --failed" },
  { args: ["rerun", "latest", "--experiment", "latest"], says: "add --failed" },
  { args: ["rerun", "--experiment", "latest"], says: "add --failed" },
])("$args is wrong use that names its remedy", async ({ args, says }) => {
  expect(await command([...args, "--db", TALKS])).toMatchObject({
    code: 2,
    err: expect.stringContaining(says),
  });
});
