/** Proves that a difference loses no text and marks what differs. */

import { expect, test } from "vitest";
import { textDifference } from "./text-difference.ts";

const joined = (side: readonly { text: string }[]) => side.map(({ text }) => text).join("");
const marked = (side: readonly { text: string; same: boolean }[]) =>
  side.filter(({ same }) => !same).map(({ text }) => text.trim());

test("equal texts have no marks", () => {
  const { left, right } = textDifference("the same words", "the same words");
  expect([marked(left), marked(right)]).toEqual([[], []]);
});

test("marks the words that only one side has", () => {
  const { left, right } = textDifference("the limit is 6000 a minute", "the limit is 50 a second now");
  expect([marked(left), marked(right)]).toEqual([
    ["6000", "minute"],
    ["50", "second now"],
  ]);
});

test("puts the space between two differing words into the difference", () => {
  const { left } = textDifference("You told me six. Fine.", "Noted. Fine.");
  expect(marked(left)).toEqual(["You told me six."]);
});

test.each([
  ["", "anything at all"],
  [" leading", "leading "],
  ["a b a b a", "b a b"],
  ["one\n\ntwo", "one\ntwo"],
])("the stretches of %j and %j join to the texts", (a, b) => {
  const { left, right } = textDifference(a, b);
  expect([joined(left), joined(right)]).toEqual([a, b]);
});

test("long texts are compared by their ends in little time", () => {
  const middle = (word: string) => Array.from({ length: 5_000 }, (_v, i) => `${word}${i}`).join(" ");
  const { left } = textDifference(`same start ${middle("x")} same end`, `same start ${middle("y")} same end`);
  expect(left[0]).toEqual({ text: "same start ", same: true });
  expect(left.at(-1)).toEqual({ text: " same end", same: true });
});
