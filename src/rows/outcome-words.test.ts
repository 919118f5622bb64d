/** Results are read in one vocabulary a file, and in either direction (statistics-1 rows 1 and 13; reports-1, smaller ones). */

import { expect, test } from "vitest";
import { ResultProblem, ResultReader, type ResultRules } from "./outcome-words.ts";

function read(texts: readonly string[], rules: Partial<ResultRules> = {}) {
  const reader = new ResultReader({ passAt: null, lowerIsBetter: false, ...rules });
  return texts.map((text, i) => {
    const found = reader.read(text, i + 2);
    return found instanceof ResultProblem ? found.what : found.outcome;
  });
}

test.each([
  ["true", "false"],
  ["TRUE", "False"],
  ["t", "f"],
  ["yes", "no"],
  ["Y", "N"],
  ["pass", "fail"],
  ["passed", "failed"],
  ["PASSED", "FAIL"],
  ["success", "failure"],
  ["succeeded", "failed"],
  ["Success", "fail"],
  ["correct", "incorrect"],
  ["correct", "wrong"],
  ["solved", "unsolved"],
  ["solved", "not_solved"],
  ["resolved", "unresolved"],
  ["1", "0"],
  ["1.0", "0.0"],
  ["1e0", "0"],
])("%s and %s", (good, bad) => {
  expect(read([good, bad, bad, good])).toEqual(["pass", "fail", "fail", "pass"]);
  expect(read([bad, good])).toEqual(["fail", "pass"]);
});

test.each([
  [["true", "yes"], '"yes" is another way of writing results than "true" on line 2'],
  [["1", "true"], '"true" is another way of writing results than "1" on line 2'],
  [["passed", "0"], '"0" is another way of writing results than "passed" on line 2'],
  [["correct", "failed"], '"failed" is another way of writing results than "correct" on line 2'],
  // "failed" goes with both, "success" and "pass" do not go together.
  [["success", "failed", "pass"], '"pass" is another way of writing results than "success" on line 2'],
])("a mixture such as %j is refused at the row that makes it one", (texts, message) => {
  expect(read(texts).at(-1)).toBe(message);
});

test("words for no result go with every vocabulary", () => {
  expect(read(["error", "true", "skipped", "unscored", "false", "Not run"])).toEqual([
    "error",
    "pass",
    "missing",
    "unscored",
    "fail",
    "missing",
  ]);
});

test.each([
  "maybe",
  "NaN",
  "nan",
  "Infinity",
  "-1",
  "2",
  "1e308",
  "0x1",
  "1,0",
  "50%",
  "-",
  "n/a",
  "👍",
  "null",
])("%s says neither pass nor fail", (text) => {
  expect(read([text])[0]).toMatch(/says neither pass nor fail$/);
  expect(read([text], { passAt: 0.5 })[0]).toMatch(/says neither pass nor fail$/);
});

test("where lower is better, 1 and true are faults and a low score passes", () => {
  const lower = { lowerIsBetter: true };
  expect(read(["true", "false"], lower)).toEqual(["fail", "pass"]);
  expect(read(["no", "yes"], lower)).toEqual(["pass", "fail"]);
  expect(read(["1", "0"], lower)).toEqual(["fail", "pass"]);
  expect(read(["0", "0.2", "0.21", "3"], { ...lower, passAt: 0.2 })).toEqual([
    "pass",
    "pass",
    "fail",
    "fail",
  ]);
  const reader = new ResultReader({ passAt: 0.2, lowerIsBetter: true });
  expect(reader.read("0.25", 2)).toEqual({ outcome: "fail", score: 0.75 });
  expect(reader.bounded).toBe(true);
  expect(reader.read("7", 3)).toEqual({ outcome: "fail", score: null });
  expect(reader.bounded).toBe(false);
});

test.each(["pass", "failed", "correct", "success", "resolved"])(
  "%s says which result is better, so that it cannot be turned round",
  (word) => {
    expect(read([word], { lowerIsBetter: true })[0]).toContain("says by itself which result is better");
  },
);
