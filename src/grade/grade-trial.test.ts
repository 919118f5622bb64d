/** Tests of grading a whole trial: roles, negation, errors, digests. */

import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ScenarioInput } from "../core/scenario.ts";
import { outcomeOf } from "../core/score.ts";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { type TrialBuilder, trial } from "../testing/trial-builder.ts";
import { checksDigest } from "./checks-digest.ts";
import { gradeTrial } from "./grade-trial.ts";

const loaded = sampleScenario({
  expect: [{ reply: { states: ["6000", "3000"] } }, { judge: { rubric: "points it out" } }],
  mechanism: [{ call: "contradiction-check" }],
  signature: { says: "gives both as if they agreed", checks: [{ reply: { omits: ["3000"] } }] },
});

function good(): TrialBuilder {
  return trial().user("restate").model("contradiction-check").model("propose").reply("6000 is not 3000.");
}

async function scores(builder: TrialBuilder, flagOn: boolean | null, scenario = loaded) {
  return (await gradeTrial({ outcome: builder.outcome(), loaded: scenario, flagOn, judge: null })).scores;
}

test("every check gives one score with role, place, kind and a reason", async () => {
  expect(await scores(good(), true)).toMatchObject([
    { check: "outcome-1", role: "outcome", kind: "reply", result: "pass", judged: false },
    { check: "outcome-2", role: "outcome", kind: "judge", result: "unscored", judged: false },
    { check: "mechanism-1", role: "mechanism", kind: "call", result: "pass" },
    { check: "signature-1", role: "signature", kind: "reply", result: "fail" },
  ]);
  for (const { detail } of await scores(good(), true)) expect(detail).not.toBe("");
});

test("a judge check without a judge keeps the trial from passing", async () => {
  expect(outcomeOf(await scores(good(), true))).toBe("unscored");
});

test.each([
  [true, "pass", "fail"],
  [false, "fail", "pass"],
  [null, "unscored", "unscored"],
])(
  "with the flag on = %j the evidence is %s when there and %s when absent",
  async (flagOn, there, absent) => {
    const without = trial().user("restate").model("propose").reply("6000 is not 3000.");
    const evidence = async (builder: TrialBuilder) =>
      (await scores(builder, flagOn)).find(({ role }) => role === "mechanism")?.result;
    expect(await evidence(good())).toBe(there);
    expect(await evidence(without)).toBe(absent);
  },
);

test("the signature is seen where the trial failed in the declared way", async () => {
  const failed = await scores(trial().user("x").reply("6000 a minute, 50 a second."), false);
  expect(failed.find(({ role }) => role === "signature")).toMatchObject({ result: "pass" });
  expect(outcomeOf(failed)).toBe("fail");
});

test("a trial that broke off is unscored in every check, and says why", async () => {
  const broken = await scores(good().breaks("infrastructure", "endpoint down"), true);
  expect(broken).toHaveLength(4);
  for (const score of broken)
    expect(score).toMatchObject({ result: "unscored", detail: expect.stringContaining("endpoint down") });
  expect(outcomeOf(broken)).toBe("unscored");
});

test("grading the same trial twice gives the same, and leaves the trial as it was", async () => {
  const outcome = good().outcome();
  const before = structuredClone(outcome);
  const grade = () => gradeTrial({ outcome, loaded, flagOn: true, judge: null });
  expect(await grade()).toEqual(await grade());
  expect(outcome).toEqual(before);
});

test("the checks' digest follows the checks alone", async () => {
  const digest = (input: Partial<ScenarioInput>) => checksDigest(sampleScenario(input).scenario);
  const plain = digest({});
  expect(digest({ purpose: "other words", simulate: [], tags: ["x"] })).toBe(plain);
  expect(digest({ expect: [{ reply: { states: ["6000"] } }] })).not.toBe(plain);
  expect(digest({ mechanism: [{ call: "x" }] })).not.toBe(plain);
  expect(digest({ signature: { says: "x", checks: [{ reply: { omits: ["y"] } }] } })).not.toBe(plain);
});

test("the checks' digest follows the source of a check module", async () => {
  const folder = await mkdtemp(join(tmpdir(), "checks-"));
  const file = join(folder, "a.yaml");
  const withModule = sampleScenario({ expect: [{ module: { path: "check.mjs" } }] }, file);
  const digests: string[] = [];
  for (const source of ["export const check = () => 'pass';", "export const check = () => 'fail';"]) {
    await writeFile(join(folder, "check.mjs"), source);
    digests.push(checksDigest(withModule.scenario, file));
  }
  expect(new Set(digests).size).toBe(2);
});
