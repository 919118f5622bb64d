/** A night's failure on the command line: diff, rerun, regrade and replay of stored trials. */

import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExperimentReport } from "../core/report-document.ts";
import type { ScenarioInput } from "../core/scenario.ts";
import type { GradedTrial } from "../core/trial.ts";
import { withStore } from "../record/store.ts";
import { JUDGED, JUDGED_FLAG } from "../testing/judged-scenario.ts";
import { command, type Ran } from "../testing/run-command.ts";
import { scenarioFile } from "../testing/scenario-file.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const folder = tempFolder();
const db = folder.file("lab.duckdb");
const NAMES_BOTH = { ...JUDGED, id: "debug/limits", expect: [{ reply: { states: ["6000", "50"] } }] };
const scenario = scenarioFile(folder.path, NAMES_BOTH);
const ON = "debug/limits#1@baseline";
const OFF = `debug/limits#1@${JUDGED_FLAG}=0`;

const run = (...args: readonly string[]): Promise<Ran> => command([...args, "--db", db]);
const dataOf = async (...args: readonly string[]) => {
  const ran = await run(...args, "--json");
  expect(ran.err).toBe("");
  return JSON.parse(ran.out);
};
const stored = () =>
  withStore(db, "read", async (store) => {
    const trials: { id: string; trial: GradedTrial; gradings: number }[] = [];
    for (const { id } of await store.trials())
      trials.push({ id, trial: await store.loadTrial(id), gradings: (await store.gradings(id)).length });
    return trials;
  });

/** Changes the scenario's file, as its author would. */
function rewrite(change: (scenario: ScenarioInput) => ScenarioInput): void {
  writeFileSync(scenario, JSON.stringify(change(JSON.parse(readFileSync(scenario, "utf8")))));
}

beforeAll(async () => {
  const ran = await run("ablate", JUDGED_FLAG, "--scenarios", scenario, "--seeds", "4");
  expect(ran, ran.err).toMatchObject({ code: 0 });
});
afterAll(() => folder[Symbol.dispose]());

test("diff shows where two trials part, and two names of one trial have no difference", async () => {
  const ran = await run("diff", OFF, ON);
  expect(ran).toMatchObject({
    code: 0,
    out: expect.stringMatching(/First difference after \d+ equal steps: contradiction-check/),
  });
  expect(await dataOf("diff", OFF, ON)).toMatchObject({
    format: "harness-lab-diff/1",
    first: { mark: "right-only" },
    firstRequest: { right: { label: "contradiction-check" } },
  });
  expect((await run("diff", ON, ON)).out).toContain("No difference in");
});

test("diff and rerun take a recording's file, and a missing one or an unknown trial is wrong use", async () => {
  expect(await run("diff", "nowhere.json", ON)).toMatchObject({
    code: 2,
    err: expect.stringContaining("nowhere.json"),
  });
  expect(await run("rerun", "nobody#9@here")).toMatchObject({ code: 2 });
  const saved = folder.file("runs");
  const ran = await run("rerun", OFF, "--times", "3", "--save", saved);
  expect(ran, ran.err).toMatchObject({ code: 0, out: expect.stringContaining("3 recordings") });
  const file = /e\.g\. (\S+\.json)/.exec(ran.out)?.[1] ?? "";
  expect(await run("replay", file)).toMatchObject({ code: 0, out: expect.stringContaining("identical") });
  expect(await run("diff", file, OFF)).toMatchObject({ code: 0 });
});

test("rerun draws anew, gives the failure rate with its interval, and leaves the store alone", async () => {
  const before = await stored();
  const data = await dataOf("rerun", OFF, "--times", "12", "-j", "2");
  expect(data).toMatchObject({ format: "harness-lab-rerun/1", times: 12, errors: 0, notStarted: 0 });
  expect(data.passed + data.failed).toBe(12);
  // Every second reply passes without the check, so 12 runs of one kind would be draws that are not fresh.
  expect(data.failed).toBeGreaterThan(0);
  expect(data.passed).toBeGreaterThan(0);
  const [low, high] = data.exact95;
  expect(low).toBeLessThan(data.failureRate);
  expect(high).toBeGreaterThan(data.failureRate);
  expect(data.exact95[0]).toBeLessThanOrEqual(data.wilson95[0]);
  expect(new Set(data.runs.map(({ seed }: { seed: string }) => seed)).size).toBe(12);
  expect(data.firstDifference).toMatchObject({ mark: "differs", left: { kind: "reply" } });
  expect(await stored()).toEqual(before);
});

test("rerun says beforehand what it would take and how much that could tell, and runs nothing", async () => {
  const plan = await dataOf("rerun", OFF, "--times", "12", "--dry-run");
  const one = await dataOf("rerun", OFF, "--times", "1");
  expect(plan).toMatchObject({ format: "harness-lab-rerun-plan/1", times: 12, model: "simulated" });
  expect(plan.costUsd).toBeGreaterThan(6 * one.spentUsd);
  expect(plan.costUsd).toBeLessThan(24 * one.spentUsd);
  expect(plan.intervalAtHalf[0]).toBeCloseTo(0.2109, 4);
  expect((await run("rerun", OFF, "--times", "12", "--dry-run")).out).toContain("21 % to 79 %");
});

test.each([
  [["show", OFF]],
  [["rerun", OFF, "--times", "2"]],
  [["rerun", OFF, "--dry-run"]],
  [["rerun", "--failed", "--dry-run"]],
  [["rerun", "--failed", "--times", "1"]],
  [["trials"]],
  [["diff", OFF, OFF.replace("#1", "#2")]],
])("%j prints no dollars of a simulated trial (STATISTICS 11.2)", async (args) => {
  const { out, err } = await run(...args);
  expect(out).not.toBe("");
  expect(out + err).not.toContain("$");
});

test("rerun holds a budget, says how many runs did not start, and refuses one it could not hold", async () => {
  const one = await dataOf("rerun", OFF, "--times", "1");
  const held = await run(
    ...["rerun", OFF, "--times", "10", "--json", "--budget-usd", String(one.spentUsd * 3.5)],
  );
  expect(held.code).toBe(3);
  const data = JSON.parse(held.out);
  expect(data.notStarted).toBeGreaterThanOrEqual(6);
  expect(data.spentUsd).toBeLessThanOrEqual(one.spentUsd * 3.5);
  const unpriced = ["--model", "nobody-knows", "--base-url", "http://127.0.0.1:9/v1", "--budget-usd", "1"];
  expect(await run("rerun", OFF, ...unpriced)).toMatchObject({
    code: 2,
    err: expect.stringContaining("no known price"),
  });
  expect(await run("rerun", OFF, "--budget-usd", String(one.spentUsd / 10))).toMatchObject({
    code: 2,
    err: expect.stringContaining("one run is expected to cost"),
  });
});

test("regrade with the same checks changes nothing and adds nothing", async () => {
  const before = await stored();
  const ran = await run("regrade");
  expect(ran, ran.err).toMatchObject({
    code: 0,
    out: expect.stringMatching(/the same.*No outcome changed/s),
  });
  expect(await stored()).toEqual(before);
});

test("regrade with other checks adds scores under their digest, tells both directions and overwrites none", async () => {
  const before = await stored();
  // What used to fail passes now, and the reverse.
  rewrite((one) => ({ ...one, expect: [{ reply: { states: ["At most"] } }] }));
  const data = await dataOf("regrade");
  const passed = before.filter(({ trial }) => trial.scores[0]?.result === "pass").length;
  const moves = (was: string, is: string) =>
    data.changes.filter((change: { was: string; is: string }) => change.was === was && change.is === is)
      .length;
  expect(data).toMatchObject({ format: "harness-lab-regrade/1", trials: 8, graded: 8 });
  expect(moves("pass", "fail")).toBe(passed);
  expect(moves("fail", "pass")).toBe(8 - passed);
  expect(data.scenarios[0].to).not.toBe(data.scenarios[0].from);
  const after = await stored();
  expect(after.map(({ trial }) => trial)).toEqual(before.map(({ trial }) => trial));
  expect(after.map(({ gradings }) => gradings)).toEqual(before.map(() => 2));
  // Once more: the digest is there already.
  await dataOf("regrade");
  expect((await stored()).map(({ gradings }) => gradings)).toEqual(before.map(() => 2));
});

test("a report says which grading it shows, and the latest one turns the verdict round", async () => {
  const original = (await dataOf("report")) as ExperimentReport;
  const latest = (await dataOf("report", "--grading", "latest")) as ExperimentReport;
  const counts = (document: ExperimentReport) => document.sections[0]?.comparison.counts;
  expect(counts(latest)).toMatchObject({ b: counts(original)?.c, c: counts(original)?.b });
  expect(original.grading?.shown).toBe("original");
  expect(latest.grading?.shown).toBe("latest");
  expect(latest.grading?.digests[0]?.checksDigest).not.toBe(original.grading?.digests[0]?.checksDigest);
  const file = folder.file("latest.md");
  await run("report", "--grading", "latest", "-o", file);
  expect(readFileSync(file, "utf8")).toContain(latest.grading?.digests[0]?.checksDigest.slice(0, 12) ?? "?");
});

test("a trial is shown with what later gradings said of it", async () => {
  const { out } = await run("show", OFF);
  expect(out).toMatch(/Graded again by other checks.*\n\s+[0-9a-f]{12}\s+(pass|fail), 1 checks/);
  expect(await dataOf("show", OFF)).toMatchObject({ laterGradings: [{ scores: [{ check: "outcome-1" }] }] });
});

test("regrade leaves out a scenario whose conversation has changed, and says why", async () => {
  rewrite((one) => ({ ...one, conversation: [...one.conversation, { user: "Thank you." }] }));
  const ran = await run("regrade");
  expect(ran).toMatchObject({
    code: 0,
    out: expect.stringMatching(/0 of 8 trials graded.*conversation has changed/s),
  });
});
