/** Folding of a transcript: its occasions, and the parts that the clip keeps. */

import { expect, test } from "vitest";
import type { Message } from "../../../core/model.ts";
import { talk } from "../../../testing/layered-talk.ts";
import { Settings } from "../settings.ts";
import { charsOf, clip, fold, isTooLong } from "./compaction.ts";

const limits = Settings.parse({}).compaction;
const message = (content: string): Message => ({ role: "user", content });
const of = (count: number, content = "x"): readonly Message[] =>
  Array.from({ length: count }, () => message(content));

test("40 messages stay, 41 are folded (A-173)", () => {
  expect(isTooLong(of(40), limits)).toBe(false);
  expect(isTooLong(of(41), limits)).toBe(true);
});

test("20,000 characters stay, 20,001 are folded (A-173)", () => {
  expect(isTooLong(of(20, "x".repeat(1_000)), limits)).toBe(false);
  expect(isTooLong([...of(20, "x".repeat(1_000)), message("x")], limits)).toBe(true);
});

test("the clip keeps the first 200 characters of each older message (A-174)", () => {
  const [line] = clip([message(`${"a".repeat(200)}b`)], limits).split("\n");
  expect(line).toBe(`user: ${"a".repeat(200)}`);
});

test("an earlier fold is carried over line by line and not cut again (REFERENCE 1.8)", () => {
  const long = `user: ${"a".repeat(300)}`;
  const earlier = fold(`${long}\nassistant: b`, limits);
  expect(clip([earlier, message("c")], limits).split("\n")).toEqual([long, "assistant: b", "user: c"]);
});

test("a user's own message that looks like a fold's second line is clipped like any other", () => {
  const text = `Earlier in this conversation: ${"a".repeat(300)}`;
  expect(clip([message(text)], limits)).toHaveLength("user: ".length + 200);
});

test("over the cap the oldest lines go first (REFERENCE 1.8)", () => {
  const lines = Array.from({ length: 100 }, (_, n) => `${n} ${"x".repeat(100)}`);
  const { content } = fold(lines.join("\n"), limits);
  expect(content).toContain("99 x");
  expect(content).not.toContain("\n0 x");
  expect(content.length).toBeLessThanOrEqual(8_000 + 40);
  expect(fold("y".repeat(9_000), limits).content.length).toBeLessThanOrEqual(8_000 + 40);
});

test("a fold is folded again when the conversation grows on, and the newest ten stay whole (A-173)", async () => {
  const settings = { compaction: { maxMessages: 12, keepLast: 10 } };
  const one = talk({ settings, model: { propose: "Yes." } });
  for (let n = 1; n <= 12; n++) await one.say(`Question ${n}?`);
  const folds = one.events("compaction");
  expect(folds.length).toBeGreaterThan(2);
  const messages = one.requests("propose").at(-1)?.messages ?? [];
  expect(messages[1]?.content).toContain("user: Question 1?\nassistant: Yes.\nuser: Question 2?");
  expect(charsOf(messages)).toBeGreaterThan(0);
});

test("a short conversation is left alone", async () => {
  const one = talk();
  await one.say("Hi.");
  await one.say("Hi again.");
  expect(one.events("compaction")).toEqual([]);
});
