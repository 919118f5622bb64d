/** Stored text: every string comes back as it was, however odd. */

import { expect, test } from "vitest";
import { originalJson, originalText, storedJson, storedText } from "./stored-text.ts";

const TRICKY = [
  "plain",
  'it\'s "quoted" \\ud83d \\\\ back',
  "\u0000\u0001\u001f\u007f\r\n\t",
  "😀 whole",
  "half \ud83d",
  "\ude00 other half",
  "\ud83d\ud83d\ude00",
  "\uFFFD",
  "\uFFFD\uE000",
  "\uFFFD\uE800\uE800",
  "\uFFFD\ud800",
  "\uE000\uE7FF",
];

test.each(TRICKY)("text %j comes back and is valid Unicode in between", (text) => {
  const stored = storedText(text);
  expect(Buffer.from(stored, "utf8").toString("utf8")).toBe(stored);
  expect(originalText(stored)).toBe(text);
});

test("valid text without the mark is stored as it is", () => {
  expect(storedText("Grüße 😀")).toBe("Grüße 😀");
});

test("JSON with tricky texts and keys comes back and holds no lone surrogate", () => {
  const value = { "k\ud83d": TRICKY, nested: [{ text: "\ude00" }, null, 1.5, true] };
  const stored = storedJson(value);
  expect(stored).not.toMatch(/(?<!\\)\\ud83d/);
  expect(originalJson(stored)).toEqual(value);
});

test("absent fields stay absent", () => {
  expect(storedJson({ a: undefined, b: 1 })).toBe('{"b":1}');
});
