/** Tests of the tolerant JSON reading. */

import { expect, test } from "vitest";
import { findJson } from "./json-text.ts";

test.each([
  ['{"a":1}', { a: 1 }, false],
  ["```JSON\n[1]\n```", [1], false],
  ['Using {a, b} I conclude:\n```json\n{"score": 3}\n```', { score: 3 }, false],
  ['I say {"a": "}"} and more', { a: "}" }, false],
  ['<think>{"a":1}</think>{"a":2}', { a: 2 }, false],
  ['{"score": 1, "tags": ["a, ]",],}', { score: 1, tags: ["a, ]"] }, true],
  ['[```json\n[{"id":"1"}]\n```]', [{ id: "1" }], false],
  ["7", 7, false],
])("finds the value in %j", (text, value, repaired) => {
  expect(findJson(text)).toEqual({ value, repaired });
});

test.each(["", "no json", '{"a": 1', '<think>I should answer {"score": 1} because', "{a: 1}"])(
  "finds none in %j",
  (text) => {
    expect(findJson(text)).toBeUndefined();
  },
);
