/** Tables fit any terminal of 40 columns or more and lose no cell; without a terminal each row is one line. */

import { expect, test } from "vitest";
import { table } from "./text-table.ts";

const HEAD = ["trial", "scenario#seed@arm", "outcome", "what happened"];
const ROWS = [
  [
    "4ac78fb0d1e2",
    "contradiction/rate-limit-units#10@AUDIT_SEMANTIC_CONTRADICTION=0",
    "fail (superseded)",
    "",
  ],
  ["0b1c2d3e4f50", "a#1@b", "pass", "a sentence that goes on for longer than any narrow window can hold"],
  ["", "x".repeat(130), "", "y".repeat(130)],
];

test.each([40, 41, 60, 80, 120, 300])("at %i columns no line is longer and every cell is there", (width) => {
  const text = table(HEAD, ROWS, width);
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(width);
  const letters = text.replaceAll(/\s/g, "");
  for (const cell of ROWS.flat()) for (const word of cell.split(" ")) expect(letters).toContain(word);
});

test("without a width a row is one line, whatever it holds", () => {
  expect(table(HEAD, ROWS).split("\n")).toHaveLength(2 + ROWS.length);
});

test("a last column of sentences is wrapped inside its column where that leaves room to read", () => {
  expect(table(["flag", "what it does"], [["AUDIT_X", "one two three four five six seven"]], 34)).toBe(
    [
      "flag     what it does",
      "-------  ------------",
      "AUDIT_X  one two three four five",
      "         six seven",
    ].join("\n"),
  );
});

test("a table without rows says so at any width", () => {
  for (const width of [40, undefined]) expect(table(HEAD, [], width)).toContain("(none)");
});
