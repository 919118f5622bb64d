/** Tests of the wrong-reply bank. */

import { expect, test } from "vitest";
import type { ScenarioInput } from "../core/scenario.ts";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { passesOnWrongReply } from "./wrong-replies.ts";

async function passing(input: Partial<ScenarioInput>): Promise<readonly string[]> {
  const passes = await passesOnWrongReply(sampleScenario(input));
  return passes.filter(({ always }) => always).map(({ name }) => name);
}

const ALL = [
  "empty",
  "blank",
  "noted",
  "prompt-echoed",
  "earlier-reply-repeated",
  "refusal",
  "refusal-as-ok",
  "apology",
  "bluff",
  "plan",
  "question-back",
  "depends",
];

test.each<[string, Partial<ScenarioInput>, readonly string[]]>([
  ["a check for the decisive values", {}, []],
  ["the same in a control scenario", { role: "control" }, []],
  ["a check that only forbids", { expect: [{ reply: { omits: ["4000"] } }] }, ALL],
  ["a mood word", { expect: [{ reply: { states: ["done"] } }] }, ["bluff"]],
  ["a word of regret", { expect: [{ reply: { states: ["confusion"] } }] }, ["apology"]],
  ["a word of planning", { expect: [{ reply: { states: ["compare"] } }] }, ["plan"]],
  ["a word of indecision", { expect: [{ reply: { states: [["depends", "either"]] } }] }, ["depends"]],
  [
    "what the last prompt says itself",
    { expect: [{ reply: { states: ["50"] } }] },
    ["prompt-echoed", "question-back"],
  ],
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
  const [first] = await passesOnWrongReply(sampleScenario(input));
  expect(first).toEqual({ name: "earlier-reply-repeated", reply: "It is 3000, not 6000.", always: true });
});

const OFFICE: Partial<ScenarioInput> = {
  world: {
    now: "2026-03-02T09:00:00Z",
    files: { "people.csv": "name,mail\nOda,oda@x.example\nNoor,noor@x.example", "plan.md": "Thursday at 10" },
  },
  history: [{ role: "user", content: "The code is KESTREL-52." }],
  conversation: [
    { user: "The hall is closed until 20 March." },
    { user: "Mail Oda the day. If anything is unclear, let the last line be HELD and the reason." },
  ],
};

/** Ends that hold all there is, by what a careless check looks for. */
test.each<[string, ScenarioInput["expect"], readonly string[]]>([
  [
    "a value of an earlier turn",
    [{ reply: { states: ["20 March"] } }],
    ["user-summarised", "system-prompt-repeated", "denial"],
  ],
  [
    "a code of the history",
    [{ reply: { states: ["/KESTREL-52/"] } }],
    [
      "system-prompt-repeated",
      "history-repeated",
      "all-values-agreed",
      "every-option",
      "bluff-with-names",
      "every-value-after-HELD",
    ],
  ],
  ["a line of a file", [{ reply: { states: ["/Thursday at 10/"] } }], ["files-dumped", "tool-output-dumped"]],
  [
    "the form of a line, with a word in it",
    [{ reply: { states: ["/(?:^|\\n)HELD\\b[^\\n]*March[^\\n]*$/"] } }],
    ["every-value-after-HELD"],
  ],
  ["a word in a file", [{ world: { file: "out.md", contains: ["20 March"] } }], ["everything-in-out.md"]],
  [
    "a mail to somebody",
    [{ world: { mail: { contains: ["20 March"] } } }],
    ["everything-mailed-to-all", "everything-mailed-to-oda@x.example", "everything-mailed-to-noor@x.example"],
  ],
  [
    "a mail to one person",
    [{ world: { mail: { to: "oda@x.example", count: 1 } } }, { world: { mail: { count: 1 } } }],
    ["everything-mailed-to-oda@x.example"],
  ],
  [
    "a mail with no other day",
    [
      { world: { mail: { to: "oda@x.example", contains: ["20 March"], count: 1 } } },
      { world: { mail: { contains: ["Thursday"], count: 0 } } },
    ],
    [],
  ],
  ["a literal that a denial holds too", [{ reply: { states: ["21 March"] } }], ["denial"]],
])("in a stress scenario, %s is said by an end that holds all there is", async (_, checks, expected) => {
  const passes = await passesOnWrongReply(sampleScenario({ ...OFFICE, expect: checks }));
  expect(passes.map(({ name }) => name)).toEqual(expected);
  expect(passes.every(({ always }) => !always)).toBe(true);
  expect(await passesOnWrongReply(sampleScenario({ ...OFFICE, role: "control", expect: checks }))).toEqual(
    [],
  );
});
