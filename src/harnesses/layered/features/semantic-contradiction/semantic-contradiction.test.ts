/** Conflicts by meaning: when the check is asked, what it records, how it degrades. */

import { expect, test } from "vitest";
import type { Json } from "../../../../core/json.ts";
import type { ModelRequest } from "../../../../core/model.ts";
import { broken, classified, type Said, stated, talk } from "../../../../testing/layered-talk.ts";
import type { Belief } from "../../layers/world-model/world-model.ts";
import { beliefQuoted } from "./match-quotes.ts";

const ID = "semantic-contradiction";
const LIMIT = "Our API rate limit is 6000 requests per minute.";
const CEILING = "The throttle ceiling is 50 requests per second.";

/** Every message states itself as one durable fact; a question states none. */
const echoing = (request: ModelRequest): Said => {
  const text = request.messages.at(-1)?.content ?? "";
  return classified({ statedFacts: text.endsWith("?") ? [] : [stated(text)] });
};
const conflict: Json = { conflicts: [{ a: LIMIT, b: CEILING, why: "3000 is not 6000" }] };
const finding = (request: ModelRequest): Said => ({
  json: request.messages[1]?.content.includes(CEILING) ? conflict : { conflicts: [] },
});

test("a conflict across turns is recorded MEDIUM and both beliefs stand whole in the proposal (A-151, A-152)", async () => {
  const one = talk({ model: { "classify-turn": echoing, "contradiction-check": finding } });
  await one.say(LIMIT);
  await one.say(CEILING);
  expect(one.events("contradiction")).toMatchObject([
    { severity: "MEDIUM", description: "3000 is not 6000" },
  ]);
  expect(one.system("propose")).toContain(`"${LIMIT}" and "${CEILING}" (3000 is not 6000)`);
  expect(one.events("feature-fired")).toMatchObject([{ feature: ID, place: { turn: 2, iteration: 1 } }]);
});

test("MEDIUM cuts both beliefs by a quarter (A-040)", async () => {
  const one = talk({ model: { "classify-turn": echoing, "contradiction-check": finding } });
  await one.say(LIMIT);
  await one.say(CEILING);
  const control = one.events("layer-end").filter(({ layer }) => layer === "contradiction");
  expect(control.at(-1)?.summary).toEqual({ recorded: 1, frontier: 0 });
});

test("its own call appears only when it is on (A-154)", async () => {
  const one = talk({
    flags: { AUDIT_SEMANTIC_CONTRADICTION: false },
    model: { "classify-turn": echoing, "contradiction-check": finding },
  });
  await one.say(LIMIT);
  await one.say(CEILING);
  expect(one.requests("contradiction-check")).toEqual([]);
  expect(one.system("propose")).not.toContain("contradict");
});

test("one belief alone, no new belief and a task's trail cost no call (A-151)", async () => {
  const one = talk({ model: { "classify-turn": echoing } });
  await one.say(LIMIT);
  await one.say("What is the limit?");
  expect(one.requests("contradiction-check")).toEqual([]);
});

test("facts of one message are compared with one another in one call", async () => {
  const facts = [stated(LIMIT), stated(CEILING)];
  const one = talk({
    model: { "classify-turn": classified({ statedFacts: facts }), "contradiction-check": { json: conflict } },
  });
  await one.say("Both.");
  expect(one.requests("contradiction-check")).toHaveLength(1);
  expect(one.events("contradiction")).toHaveLength(1);
});

test("memory facts of an earlier session are compared once, before the message's own (A-151)", async () => {
  const one = talk({ model: { "classify-turn": echoing } });
  await one.say(LIMIT);
  await one.say("The team has four people.");
  await one.reopen();
  await one.say(CEILING);
  await one.say("What is the limit?");
  const calls = one.requests("contradiction-check").filter(({ place }) => place.session === 2);
  expect(calls.map(({ messages }) => messages[1]?.content)).toEqual([
    `New:\n- ${LIMIT}\n- The team has four people.`,
    `On record:\n- ${LIMIT}\n- The team has four people.\n\nNew:\n- ${CEILING}`,
  ]);
});

test("a known conflict stays on record in later turns without another call", async () => {
  const one = talk({ model: { "classify-turn": echoing, "contradiction-check": finding } });
  await one.say(LIMIT);
  await one.say(CEILING);
  await one.say("What is the limit?");
  expect(one.requests("contradiction-check")).toHaveLength(1);
  expect(one.system("propose")).toContain(`"${LIMIT}" and "${CEILING}"`);
});

test.each([
  ["a failed call", broken()],
  ["an unreadable answer", "There is a conflict."],
  ["an answer of another shape", { json: { found: [] } }],
])("%s is a warning, changes nothing and is asked again", async (_name, said) => {
  const one = talk({ model: { "classify-turn": echoing, "contradiction-check": said as Said } });
  await one.say(LIMIT);
  const result = await one.say(CEILING);
  await one.say("What is the limit?");
  expect(result.status).toBe("ok");
  expect(one.requests("contradiction-check")).toHaveLength(2);
  expect(one.events("feature-fired")).toEqual([]);
  expect(one.events("warning").map(({ about }) => about)).toContain(ID);
});

test("a conflict between beliefs that nobody holds is dropped with a warning", async () => {
  const invented = { json: { conflicts: [{ a: "The moon is cheese.", b: LIMIT, why: "" }] } };
  const one = talk({ model: { "classify-turn": echoing, "contradiction-check": invented } });
  await one.say(LIMIT);
  await one.say(CEILING);
  expect(one.events("contradiction")).toEqual([]);
  expect(one.events("warning").map(({ about }) => about)).toContain(ID);
});

const beliefs = [LIMIT, CEILING, "The limit is old."].map((text) => ({ text }) as Belief);

test.each([
  ["word for word", LIMIT, LIMIT],
  ["as a list item", `- ${LIMIT}`, LIMIT],
  ["without its full stop, in quotes", `"${CEILING.slice(0, -1)}"`, CEILING],
  ["a part of it", "throttle ceiling is 50 requests per second", CEILING],
  ["with a word changed", "The API rate limit is 6000 requests per minute", LIMIT],
  ["something else", "The moon is made of cheese", undefined],
  ["nothing", " - ", undefined],
])("finds the belief quoted %s", (_name, quote, text) => {
  expect(beliefQuoted(quote, beliefs)?.text).toBe(text);
});
