/** Tests of the wrong-reply bank. */

import { expect, test } from "vitest";
import type { ScenarioInput } from "../core/scenario.ts";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { passesOnWrongReply } from "./wrong-replies.ts";

async function passing(input: Partial<ScenarioInput>): Promise<readonly string[]> {
  return (await passesOnWrongReply(sampleScenario(input))).map(({ name }) => name);
}

const ALL = [
  "empty",
  "noted",
  "prompt-echoed",
  "earlier-reply-repeated",
  "refusal",
  "refusal-as-ok",
  "bluff",
];

test.each<[string, Partial<ScenarioInput>, readonly string[]]>([
  ["a check for the decisive values", {}, []],
  ["the same in a control scenario", { role: "control" }, []],
  ["a check that only forbids", { expect: [{ reply: { omits: ["4000"] } }] }, ALL],
  ["a mood word", { expect: [{ reply: { states: ["done"] } }] }, ["bluff"]],
  ["what the last prompt says itself", { expect: [{ reply: { states: ["50"] } }] }, ["prompt-echoed"]],
  ["what an earlier turn says", { expect: [{ reply: { states: ["6000"] } }] }, []],
  [
    "an untouched file",
    {
      world: { now: "2026-03-02T09:00:00Z", files: { "a.md": "x" } },
      expect: [{ world: { file: "a.md", unchanged: true } }],
    },
    ALL,
  ],
  ["a file's new bytes", { expect: [{ world: { file: "a.md", contains: ["x"] } }] }, []],
  [
    "a file's old bytes",
    {
      world: { now: "2026-03-02T09:00:00Z", files: { "./a.md": "x" } },
      expect: [{ world: { file: "a.md", contains: ["x"] } }],
    },
    ALL,
  ],
  [
    "no call of a kind",
    { expect: [{ call: { purpose: "judge", count: 0 } }, { cost: { maxCalls: 3 } }] },
    ALL,
  ],
  ["the refused status", { expect: [{ reply: { status: "refused" } }] }, ["refusal"]],
  ["a judge alone", { expect: [{ judge: { rubric: "good" } }] }, []],
  [
    "a reminder that was there before",
    {
      world: { now: "2026-03-02T09:00:00Z", reminders: [{ text: "call", due: "2026-03-03T09:00:00Z" }] },
      expect: [{ world: { reminder: { contains: ["call"] } } }],
    },
    ALL,
  ],
])("finds what passes on %s", async (_, input, expected) => {
  expect(await passing(input)).toEqual(expected);
});

test("the repeated reply is the last one of the history where there is one", async () => {
  const input: Partial<ScenarioInput> = {
    history: [
      { role: "user", content: "q" },
      { role: "assistant", content: "It is 3000, not 6000." },
    ],
  };
  expect(await passesOnWrongReply(sampleScenario(input))).toEqual([
    { name: "earlier-reply-repeated", reply: "It is 3000, not 6000." },
  ]);
});
