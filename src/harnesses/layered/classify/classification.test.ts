/** Classification from the classifier's answer, whole or broken. */

import { expect, test } from "vitest";
import type { Json } from "../../../core/json.ts";
import { classified, stated, talk } from "../../../testing/layered-talk.ts";
import { classifyTurnPrompt } from "../prompts/classify-turn.ts";
import {
  effectiveRisk,
  readClassification,
  requiresApproval,
  unknownClassification,
} from "./classification.ts";

test("reads a full answer and tolerates missing fields (A-127, A-135)", () => {
  const full = readClassification({
    riskLevel: "MEDIUM",
    isTrivial: false,
    statedFacts: [{ text: " The limit is 50. ", key: "limit" }, { text: "" }, "no fact", { key: "x" }],
  });
  expect(full?.riskLevel).toBe("MEDIUM");
  expect(full?.facts).toEqual([
    {
      text: "The limit is 50.",
      key: "limit",
      kind: "other",
      confidence: "low",
      durable: false,
      assertedByUser: false,
    },
  ]);
  expect(full?.statedConstraints).toEqual([]);
  expect(full?.parts).toBeNull();
});

test("keeps one of two facts in the same words", () => {
  const read = readClassification({ riskLevel: "LOW", statedFacts: [stated("A is B."), stated("a is b.")] });
  expect(read?.facts.map(({ text }) => text)).toEqual(["A is B."]);
});

test("every field that the classifier is asked for is read, and one that is missing reads as the least trust (A-126..A-137)", () => {
  const asked = classifyTurnPrompt({ text: "Hi", earlier: [], maxTokens: 64 }).schema?.schema;
  const { decomposedTasks, statedFacts, ...fields } = { ...(asked?.properties as object) } as Record<
    string,
    Json
  >;
  const nothing = readClassification({}) as unknown as Record<string, Json>;
  expect(Object.keys(nothing).sort()).toEqual([...Object.keys(fields), "facts", "parts"].sort());
  expect(asked?.required).toEqual(Object.keys(asked?.properties as object));
  expect(nothing).toMatchObject({
    riskLevel: "UNKNOWN",
    isTrivial: false,
    facts: [],
    isAbandonRequest: false,
    matchedPlanTemplate: null,
    needsMultiStepPlan: false,
    isPlanQuestion: false,
    continuesPlan: true,
    needsGrounding: true,
    ambiguity: "high",
    userPosture: "upset",
    pushbackOnPriorTurn: true,
    statesConstraint: true,
  });
  expect({ ...unknownClassification("x"), riskReason: "" }).toEqual(nothing);
});

/** A value of every field besides those that the engine reads, far from what a missing one reads as. */
const UNREAD: Readonly<Record<string, Json>> = {
  isAbandonRequest: true,
  matchedPlanTemplate: "code-review",
  needsMultiStepPlan: true,
  isPlanQuestion: true,
  continuesPlan: false,
  needsGrounding: false,
  ambiguity: "none",
  userPosture: "content",
  pushbackOnPriorTurn: false,
  statesConstraint: false,
};

test.each(Object.keys(UNREAD))("%s changes nothing while nobody reads it", async (field) => {
  const trace = async (fields: Readonly<Record<string, Json>>) => {
    const one = talk({ model: { "classify-turn": classified(fields) }, features: [] });
    const { reply } = await one.say("Go.");
    return [reply, one.asked, one.log.events];
  };
  expect(await trace({ [field]: UNREAD[field] ?? null })).toEqual(await trace({}));
});

test.each([
  ["no object", "text"],
  ["nothing", undefined],
  ["a list", [] as never],
])("cannot read %s", (_name, json) => {
  expect(readClassification(json)).toBeNull();
});

test("a risk level it does not know is UNKNOWN and counts as HIGH (A-127)", () => {
  const read = readClassification({ riskLevel: "TINY", isTrivial: true });
  expect(read?.riskLevel).toBe("UNKNOWN");
  expect(read?.isTrivial).toBe(false);
  expect(effectiveRisk(unknownClassification("x"))).toBe("HIGH");
  expect(requiresApproval(unknownClassification("x"))).toBe(true);
});

test("triviality means something at LOW risk only (A-129)", () => {
  expect(readClassification({ riskLevel: "LOW", isTrivial: true })?.isTrivial).toBe(true);
  expect(readClassification({ riskLevel: "MEDIUM", isTrivial: true })?.isTrivial).toBe(false);
});

test("bulk reminders force approval, one reminder does not (A-132)", () => {
  const base = { riskLevel: "LOW", isReminderRequest: true };
  const one = readClassification(base);
  const many = readClassification({ ...base, isBulkReminderRequest: true });
  const bulkOnly = readClassification({ riskLevel: "LOW", isBulkReminderRequest: true });
  expect([one, many, bulkOnly].map((read) => read && requiresApproval(read))).toEqual([false, true, false]);
});

test("parts are an ordered chain unless they say what they wait for (A-130)", () => {
  const chain = readClassification({ riskLevel: "LOW", decomposedTasks: ["a", "b", " ", "c"] });
  expect(chain?.parts?.map(({ after }) => after)).toEqual([[], [1], [2]]);
  const free = readClassification({
    riskLevel: "LOW",
    decomposedTasks: [
      { task: "a", after: [] },
      { task: "b", after: [] },
    ],
  });
  expect(free?.parts?.map(({ after }) => after)).toEqual([[], []]);
  expect(readClassification({ riskLevel: "LOW", decomposedTasks: ["only"] })?.parts).toBeNull();
});

test("a failed classifier call is a warning and the turn goes on as HIGH risk (A-127)", async () => {
  const one = talk({ model: { "classify-turn": "I would say low.", propose: "Hello." } });
  const result = await one.say("Hi");
  expect(result).toMatchObject({ reply: "Hello.", status: "ok" });
  expect(one.events("warning").map(({ about }) => about)).toContain("classification");
  expect(one.events("phase").map(({ layer }) => layer)).toContain("reviewer");
});

test("JSON in a fence is read as well", async () => {
  const text = '```json\n{"riskLevel": "LOW", "isTrivial": true}\n```';
  const one = talk({ model: { "classify-turn": text, propose: "Paris." } });
  await one.say("What is the capital of France?");
  expect(one.events("turn-end")[0]?.trivial).toBe(true);
});

test("the last message of the request is the message to classify alone", async () => {
  const one = talk({ model: { "classify-turn": classified() } });
  await one.say("First.");
  await one.say("Second.");
  const [first, second] = one.requests("classify-turn");
  expect(first?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(second?.messages.at(-1)?.content).toBe("Second.");
  expect(second?.messages.at(-2)?.content).toContain("user: First.");
});

test.each([
  { statedFacts: [{ text: "The freeze starts on 13 March." }] },
  { isUnderdetermined: true },
  { isReminderRequest: true },
  { decomposedTasks: ["Say a.", "Say b."] },
  { riskLevel: "MEDIUM" },
])(
  "a reply that finds something to keep, do or decide is never trivial, whatever its bit says (A-126): %j",
  (found) => {
    const calm = {
      riskLevel: "LOW",
      riskReason: "",
      isTrivial: true,
      decomposedTasks: null,
      statedFacts: [],
    };
    expect(readClassification(calm)?.isTrivial).toBe(true);
    expect(readClassification({ ...calm, ...found })?.isTrivial).toBe(false);
  },
);
