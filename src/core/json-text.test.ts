/** JSON in pieces is the JSON of the value, indented as ever up to long lists, which take a line an item. */

import { expect, test } from "vitest";
import { jsonPieces, jsonText } from "./json-text.ts";

test.each([
  null,
  0,
  "",
  "a\u202eb\u0085",
  [],
  {},
  [[]],
  { a: undefined, b: [], c: {} },
  [1, undefined, null, [{ a: 1 }]],
  { at: new Date(0), deep: { list: [1, [2, { three: 3 }]] } },
])("%j is written as JSON.stringify writes it", (value) => {
  const plain = JSON.stringify(value, null, 2);
  expect(jsonText(value)).toBe(`${plain.replaceAll("\u202e", "\\u202e").replaceAll("\u0085", "\\u0085")}\n`);
});

test("a long list takes a line an item, and half the room (statistics-1 row 14)", () => {
  const value = {
    units: Array.from({ length: 2000 }, (_, i) => ({ seed: String(i), control: { cost: null } })),
  };
  const text = jsonText(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text.split("\n")).toHaveLength(2000 + 5);
  expect(text.length).toBeLessThan(0.6 * JSON.stringify(value, null, 2).length);
  expect([...jsonPieces(value)].join("")).toBe(text);
});

test("no piece is long, however long the list", () => {
  const pieces = [...jsonPieces(Array.from({ length: 50_000 }, (_, i) => `item ${i}`))];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
});
