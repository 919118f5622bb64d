/** Tests of reading labels: good rows come with their line, and every bad one is named with file, line and field. */

import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { tempFolder } from "../testing/temp-folder.ts";
import { readEndLabels } from "./read-end-labels.ts";

const LOADED = [sampleScenario()];
const ROW = { scenario: "sample/units", label: "pass", end: "6000 is not 3000", why: "names both" };

async function read(...lines: readonly (string | object)[]): Promise<unknown> {
  using folder = tempFolder();
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  writeFileSync(folder.file("labels.jsonl"), text);
  return await readEndLabels(folder.file("."), LOADED);
}

test("rows come with file and line, empty lines aside", async () => {
  const rows = await read("\ufeff", ROW, "", {
    ...ROW,
    label: "fail",
    end: { reply: "6000", file: null },
    source: "qwen2.5-coder-1.5b",
  }).catch((error: unknown) => error);
  expect(rows).toMatchObject({ message: expect.stringContaining("end.file: the outcome checks name no") });
  expect(await read("", ROW, "  ")).toMatchObject([{ ...ROW, line: 2 }]);
});

test("a folder without labels has none", async () => {
  using folder = tempFolder();
  expect(await readEndLabels(folder.file("."), LOADED)).toEqual([]);
});

test.each<[string, readonly (string | object)[], readonly string[]]>([
  ["no JSON", ["{nope"], ["labels.jsonl:1:1", "the line is not JSON"]],
  ["JSON cut short", [ROW, '{"scenario": "sample/units"'], ["labels.jsonl:2:1", "the line is not JSON"]],
  ["a bare text", ['"pass"'], ["labels.jsonl:1:", "expected a mapping"]],
  [
    "an unknown scenario",
    [{ ...ROW, scenario: "sample/unit" }],
    ["scenario:", 'did you mean "sample/units"'],
  ],
  ["another verdict", [{ ...ROW, label: "passed" }], ["label:", 'use "pass" or "fail"']],
  ["a verdict that is no text", [{ ...ROW, label: true }], ["label:", "true"]],
  ["no end", [{ scenario: "sample/units", label: "pass", why: "x" }], ["end:", "is missing"]],
  ["an empty end", [{ ...ROW, end: {} }], ["end", "how the conversation ends"]],
  ["an end with an unknown field", [{ ...ROW, end: { replies: "x" } }], ["end.replies", "valid here: reply"]],
  ["a turn that never comes", [{ ...ROW, end: { turns: { 3: "x" } } }], ["end.turns.3", "has 2 turns"]],
  ["no reason", [{ ...ROW, why: " " }], ["why:"]],
  ["an unknown field", [{ ...ROW, reason: "x" }], ["reason:", "unknown key"]],
  ["the same row twice", [ROW, { ...ROW, why: "again" }], ["labels.jsonl:2:1", "already stands in line 1"]],
  ["two verdicts on one end", [ROW, { ...ROW, label: "fail" }], ['with the label "pass" already stands']],
  [
    "several at once",
    ["{", { ...ROW, label: 1 }],
    ["2 problems in 1 label file", "labels.jsonl:1", "labels.jsonl:2"],
  ],
])("%s is named with file, line, field and remedy", async (_, lines, parts) => {
  const error = await read(...lines).then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toMatchObject({
    name: "LabError",
    exitCode: 2,
    remedy: expect.stringContaining("one row a line"),
  });
  for (const part of parts) expect((error as Error).message).toContain(part);
});
