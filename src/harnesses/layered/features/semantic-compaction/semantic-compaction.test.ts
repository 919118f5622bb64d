/** The summary in the clip's place, and the clip after any failure. */

import { expect, test } from "vitest";
import type { HistoryMessage } from "../../../../core/scenario.ts";
import { broken, type Said, talk } from "../../../../testing/layered-talk.ts";
import { modelAnswer } from "../../../../testing/scripted-model.ts";

const ID = "semantic-compaction";
const ON = { AUDIT_SEMANTIC_COMPACTION: true };
const DEEP = `${"Some background. ".repeat(20)}The rollback code is 7741.`;
const history: readonly HistoryMessage[] = Array.from({ length: 41 }, (_, n) => ({
  role: n % 2 === 0 ? "user" : "assistant",
  content: n === 0 ? DEEP : `Message ${n}.`,
}));

function long(said: Said, flags = ON) {
  return talk({ flags, history, model: { "summarise-transcript": said } });
}

const firstMessage = (one: ReturnType<typeof talk>) => one.requests("propose")[0]?.messages[1]?.content ?? "";

test("one call summarises the older part and takes the clip's place (A-175)", async () => {
  const one = long("The rollback code is 7741.");
  await one.say("Go on.");
  const calls = one.requests("summarise-transcript");
  expect(calls).toHaveLength(1);
  expect(calls[0]?.messages[1]?.content).toContain(DEEP);
  expect(calls[0]?.messages[1]?.content).not.toContain("Message 31.");
  expect(firstMessage(one)).toBe("Earlier in this conversation:\nThe rollback code is 7741.");
  expect(one.requests("propose")[0]?.messages).toHaveLength(1 + 1 + 10 + 1);
  expect(one.events("compaction")).toMatchObject([{ method: "summary", folded: 31, kept: 10 }]);
  expect(one.events("feature-fired")).toMatchObject([{ feature: ID }]);
});

test("off, a detail deep in a long early message is lost (A-174, A-176)", async () => {
  const one = long("The rollback code is 7741.", { AUDIT_SEMANTIC_COMPACTION: false });
  await one.say("Go on.");
  expect(one.requests("summarise-transcript")).toEqual([]);
  expect(firstMessage(one)).not.toContain("7741");
  expect(one.events("compaction")).toMatchObject([{ method: "clip", folded: 31, kept: 10 }]);
});

test.each([
  ["a failed call", broken()],
  ["an empty summary", "  "],
  ["a summary cut before its first whole sentence", modelAnswer("The rollback co", { finish: "length" })],
])("%s falls back to the clip and does not fire (A-175)", async (_name, said) => {
  const one = long(said);
  await one.say("Go on.");
  const off = long("", { AUDIT_SEMANTIC_COMPACTION: false });
  await off.say("Go on.");
  expect(firstMessage(one)).toBe(firstMessage(off));
  expect(one.events("feature-fired")).toEqual([]);
  expect(one.events("feature-reached").map(({ feature }) => feature)).toContain(ID);
});

test("a summary cut at its limit keeps its whole sentences", async () => {
  const one = long(modelAnswer("The code is 7741. The port is 80", { finish: "length" }));
  await one.say("Go on.");
  expect(firstMessage(one)).toBe("Earlier in this conversation:\nThe code is 7741.");
});

test("the summary is capped (REFERENCE 1.8)", async () => {
  const lines = Array.from({ length: 900 }, (_, n) => `Fact number ${n}.`).join("\n");
  const one = long(lines);
  await one.say("Go on.");
  expect(firstMessage(one).length).toBeLessThanOrEqual(8_000 + "Earlier in this conversation:\n".length);
  expect(firstMessage(one)).toContain("Fact number 899.");
});
