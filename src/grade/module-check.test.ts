/** Tests of custom check modules, above all of what goes wrong in them. */

import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { trial } from "../testing/trial-builder.ts";
import { checkByModule } from "./module-check.ts";

const outcome = trial().user("x").reply("the reply").outcome();

async function run(source: string, exported = "check") {
  const folder = await mkdtemp(join(tmpdir(), "module-"));
  await writeFile(join(folder, "check.mjs"), source);
  const loaded = sampleScenario({}, join(folder, "scenario.yaml"));
  return checkByModule({ path: "./check.mjs", export: exported }, outcome, loaded, 200);
}

test.each([
  ["export const check = () => 'pass';", "pass", "check.mjs#check"],
  ["export const check = async () => ({ result: 'fail', detail: 'because' });", "fail", "because"],
  ["export const check = () => 'unscored';", "unscored", ""],
  [
    "export const check = ({ outcome, scenario }) => outcome.turns[0].reply === 'the reply' && scenario.id ? 'pass' : 'fail';",
    "pass",
    "",
  ],
  ["export const check = () => { throw new Error('my bug'); };", "unscored", "my bug"],
  ["export const check = async () => { throw 'odd'; };", "unscored", "odd"],
  ["export const check = () => true;", "unscored", "neither"],
  ["export const check = () => undefined;", "unscored", "neither"],
  ["export const check = () => ({ result: 'great', detail: '' });", "unscored", "neither"],
  ["export const check = () => new Promise(() => {});", "unscored", "no answer within 200 ms"],
  ["export const check = 3;", "unscored", "not a function"],
  ["export const other = () => 'pass';", "unscored", "not a function"],
  ["export const check = (", "unscored", "broke"],
])("%s gives %s", async (source, result, detail) => {
  const finding = await run(source);
  expect(finding.result).toBe(result);
  expect(finding.detail).toContain(detail);
});

test("a module that is not there leaves the check unscored", async () => {
  const finding = await checkByModule(
    { path: "./gone.mjs", export: "check" },
    outcome,
    sampleScenario(),
    200,
  );
  expect(finding).toMatchObject({ result: "unscored" });
});

test("a module works on a copy and cannot change the trial", async () => {
  await run("export const check = ({ outcome }) => { outcome.turns.length = 0; return 'pass'; };");
  expect(outcome.turns).toHaveLength(1);
});

test("another export can be named", async () => {
  expect(await run("export const strict = () => 'pass';", "strict")).toMatchObject({ result: "pass" });
});
