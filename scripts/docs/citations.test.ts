/** Every requirement, invariant and paragraph that something cites is answered inside the repository. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { anchorOf, anchorsIn, citationsBelow, citationsIn, filesBelow, ROOT } from "./citations.ts";

const documents = [...filesBelow("docs", /\.md$/), "ARCHITECTURE.md"];
const anchors = documents.flatMap((file) => anchorsIn(readFileSync(join(ROOT, file), "utf8")));

test("what sources, tests, scenarios and documents cite has an anchor", () => {
  const known = new Set(anchors);
  const citations = citationsBelow("src", "scripts", "docs", "scenarios");
  expect(citations.length).toBeGreaterThan(500);
  expect(
    citations
      .filter(({ cited, file }) => !known.has(anchorOf(cited)) && !file.endsWith("citations.test.ts"))
      .map(({ file, cited }) => `${file} cites ${cited}`),
  ).toEqual([]);
});

test("no anchor is set twice", () => {
  expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
});

test("every requirement of the three descriptions has its row, none is left out", () => {
  const ids = (letter: string, last: number) =>
    Array.from({ length: last }, (_, index) => `${letter}-${String(index + 1).padStart(3, "0")}`);
  const expected = [...ids("a", 253), ...ids("l", 57), ...ids("o", 49)];
  expect(anchors.filter((anchor) => /^[alo]-\d{3}$/.test(anchor)).sort()).toEqual(expected.sort());
});

test.each<[string, readonly string[]]>([
  ["a ladder (A-103..A-106)", ["A-103", "A-106"]],
  ["see ARCHITECTURE 4.1, 4.2 for it", ["ARCHITECTURE 4.1", "ARCHITECTURE 4.2"]],
  ["the test of STATISTICS 11.2. The next", ["STATISTICS 11.2"]],
  ["REFERENCE 1.7 and 1.8, 80 % of the steps", ["REFERENCE 1.7", "REFERENCE 1.8"]],
  ["ARCHITECTURE 8, draw key; INV-06", ["INV-06", "ARCHITECTURE 8"]],
  ["statistics-1 rows 2 and 3; reports-1 F10", ["statistics-1 row 2", "statistics-1 row 3", "reports-1 F10"]],
  ["reports-1, annoyance 4: a reply (house-1, 1.1)", ["reports-1 annoyance 4", "house-1 1.1"]],
  ["nothing: USA-113, A-1234", []],
])("reads the citations of: %s", (text, cited) => {
  expect(citationsIn(text)).toEqual(cited);
});
