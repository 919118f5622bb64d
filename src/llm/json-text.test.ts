/** Tests of the tolerant JSON reading. */

import { expect, test } from "vitest";
import type { JsonSchema } from "../core/tool.ts";
import { findJson } from "./json-text.ts";

test.each([
  ['{"a":1}', { a: 1 }, []],
  ["```JSON\n[1]\n```", [1], ["fenced-json"]],
  ['Using {a, b} I conclude:\n```json\n{"score": 3}\n```', { score: 3 }, ["text-around-json"]],
  ['I say {"a": "}"} and more', { a: "}" }, ["text-around-json"]],
  ['<think>{"a":1}</think>{"a":2}', { a: 2 }, []],
  ['{"score": 1, "tags": ["a, ]",],}', { score: 1, tags: ["a, ]"] }, ["repaired-json"]],
  ['[```json\n[{"id":"1"}]\n```]', [{ id: "1" }], ["text-around-json"]],
  ['{"a": "one\ntwo"}', { a: "one\ntwo" }, ["repaired-json"]],
  ["7", 7, []],
])("finds the value in %j", (text, value, notes) => {
  expect(findJson(text)).toEqual({ value, notes });
});

const verdict: JsonSchema = {
  type: "object",
  properties: { pass: { type: "boolean" }, reason: { type: "string" } },
  required: ["pass", "reason"],
  additionalProperties: false,
};
const NO = '{"pass": false, "reason": "x"}';
const YES = '{"pass": true, "reason": "y"}';
const yes = { pass: true, reason: "y" };

// reliability-1 row 7: an example before the answer was taken for the answer.
test.each<[string, unknown, readonly string[]]>([
  [YES, yes, []],
  [`For example ${NO}. My verdict: ${YES}`, yes, ["text-around-json", "several-json"]],
  [`Format: {"pass": "...", "reason": "..."}\n${YES}`, yes, ["text-around-json"]],
  [`${YES}\nThe rubric was {"id": 7} and [1, 2].`, yes, ["text-around-json"]],
  [
    `\`\`\`json\n${NO}\n\`\`\`\nOn reflection:\n\`\`\`\n${YES}\n\`\`\``,
    yes,
    ["text-around-json", "several-json"],
  ],
  [`\`\`\`\nnot ${NO} but ${YES}\n\`\`\``, yes, ["text-around-json", "several-json"]],
  [`{"draft": ${NO}} ${YES}`, yes, ["text-around-json"]],
  [`{"pass": true, "reason": "y", "score": 3} and {"a": 1}`, { ...yes, score: 3 }, ["text-around-json"]],
  [JSON.stringify(YES), yes, ["decoded-json"]],
  [`{"pass": true, "reason": "y",}`, yes, ["repaired-json"]],
  ['{"verdict": "good"}', { verdict: "good" }, ["unfit-json"]],
])("of %s takes what fits the schema, the last one when several do", (text, value, notes) => {
  expect(findJson(text, { schema: verdict })).toEqual({ value, notes });
});

test("the first step counts, since what follows it is made up", () => {
  expect(findJson(`${NO}\n${YES}`, { schema: verdict, take: "first" })).toMatchObject({
    value: { pass: false },
    notes: ["text-around-json", "several-json"],
  });
});

test.each(["", "no json", '{"a": 1', '<think>I should answer {"score": 1} because', "{a: 1}"])(
  "finds none in %j",
  (text) => {
    expect(findJson(text)).toBeUndefined();
  },
);
