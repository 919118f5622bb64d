/** Proves what is assumed about columns, and that nothing is guessed where names do not say it. */

import { expect, test } from "vitest";
import { mapColumns } from "./columns.ts";

function mappingOf(columns: readonly string[], said?: string): Readonly<Record<string, string>> {
  const map = mapColumns(columns, { said, file: "rows.csv" });
  return Object.fromEntries(
    map.columns.map(({ field, column, assumed }) => [field, assumed ? `${column}?` : column]),
  );
}

test("usual names are recognised in any spelling, and marked as assumed", () => {
  expect(mappingOf(["Task ID", "ARM", "run", "passed", "cost_usd", "total-tokens", "latency_ms"])).toEqual({
    scenario: "Task ID?",
    arm: "ARM?",
    seed: "run?",
    success: "passed?",
    cost: "cost_usd?",
    tokens: "total-tokens?",
    latency: "latency_ms?",
  });
});

test("what the user says goes before any assumption, and an empty column switches one off", () => {
  const columns = ["arm", "task", "item", "seed", "success", "cost_usd"];
  expect(mappingOf(columns, "scenario=item, cost=")).toEqual({
    arm: "arm?",
    scenario: "item",
    seed: "seed?",
    success: "success?",
  });
});

test("a score is the result where no column says pass or fail, and stands beside it where one does", () => {
  expect(mappingOf(["arm", "task", "score"])).toEqual({ arm: "arm?", scenario: "task?", success: "score?" });
  expect(mappingOf(["arm", "task", "score", "success"])).toMatchObject({
    success: "success?",
    score: "score?",
  });
});

test("latency in a unit that is not ours is not assumed to be milliseconds", () => {
  expect(mappingOf(["arm", "task", "success", "latency_s", "seconds"])).not.toHaveProperty("latency");
});

test.each([
  [
    "a required column that is absent, with those that are there",
    ["who", "task", "success"],
    undefined,
    /no column for arm among who, task, success/,
  ],
  ["an unknown field", ["arm", "task", "success"], "sceanrio=task", /did you mean "scenario"/],
  [
    "a column that is not in the file",
    ["arm", "task", "success"],
    "scenario=taks",
    /no column taks.*did you mean "task"/,
  ],
  ["a field mapped twice", ["arm", "task", "success"], "arm=arm,arm=task", /arm is mapped twice/],
  ["a mapping without a column", ["arm", "task", "success"], "arm", /field=column/],
] as const)("refuses %s", (_name, columns, said, message) => {
  expect(() => mapColumns(columns, { said, file: "rows.csv" })).toThrow(message);
});
