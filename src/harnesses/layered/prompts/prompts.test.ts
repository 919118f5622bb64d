/** Form of each purpose's request, and the most characters of its fixed part. */

import { expect, test } from "vitest";
import { classifyTurnPrompt } from "./classify-turn.ts";
import { contradictionCheckPrompt } from "./contradiction-check.ts";
import { proposePrompt } from "./propose.ts";
import { proposeHypothesesPrompt } from "./propose-hypotheses.ts";
import { ruleOutHypothesesPrompt } from "./rule-out-hypotheses.ts";
import { summariseTranscriptPrompt } from "./summarise-transcript.ts";

const maxTokens = 64;
const bare = {
  now: "2026-03-02T09:00:00.000Z",
  facts: null,
  conflicts: [],
  constraints: [],
  blocks: [],
  hint: null,
  part: null,
  transcript: [{ role: "user" as const, content: "Hi" }],
  exchange: [],
  tools: [],
  maxTokens,
};

test("each purpose has its own name and limit", () => {
  const prompts = [
    classifyTurnPrompt({ text: "Hi", earlier: [], maxTokens }),
    proposePrompt(bare),
    contradictionCheckPrompt({
      record: [],
      added: ["a"],
      grades: ["MEDIUM"],
      open: [],
      message: "",
      maxTokens,
    }),
    proposeHypothesesPrompt({ request: "r", beliefs: [], maxTokens }),
    ruleOutHypothesesPrompt({ explanations: ["a"], evidence: ["b"], maxTokens }),
    summariseTranscriptPrompt({ older: [], maxTokens }),
  ];
  expect(prompts.map(({ purpose }) => purpose)).toEqual([
    "classify-turn",
    "propose",
    "contradiction-check",
    "propose-hypotheses",
    "rule-out-hypotheses",
    "summarise-transcript",
  ]);
  for (const prompt of prompts) expect(prompt.maxTokens).toBe(maxTokens);
});

const tools = [{ name: "read_file", description: "Read a file.", parameters: {} }];

test.each([
  ["propose", proposePrompt({ ...bare, tools }), 180],
  ["classify-turn", classifyTurnPrompt({ text: "Hi", earlier: [], maxTokens }), 300],
])("the fixed part of %s stays short for a slow local model", (_purpose, prompt, words) => {
  expect((prompt.messages[0]?.content ?? "").split(/\s+/).length).toBeLessThanOrEqual(words);
});

test("a proposal without extras holds the role and the time alone, and no tools", () => {
  const prompt = proposePrompt(bare);
  expect(prompt.messages[0]?.content.split("\n\n")).toHaveLength(2);
  expect(prompt.tools).toBeUndefined();
  expect(prompt.schema).toBeUndefined();
  expect(proposePrompt({ ...bare, tools }).messages[0]?.content).toContain("staged for approval as action-N");
});

test("open contradictions show both beliefs whole", () => {
  const long = `${"The retention period is thirty days for every customer ".repeat(8)}in the EU.`;
  const prompt = proposePrompt({
    ...bare,
    conflicts: [{ a: long, b: "It is 45 days.", why: "30 is not 45" }],
  });
  expect(prompt.messages[0]?.content).toContain(`"${long}" and "It is 45 days." (30 is not 45)`);
});

test("a part of a request comes with the answers of the parts before it", () => {
  const part = {
    number: 2,
    of: 2,
    description: "Compare the two.",
    done: [{ description: "Read both.", answer: "They hold 4 and 5." }],
  };
  const system = proposePrompt({ ...bare, part }).messages[0]?.content;
  expect(system).toContain("- Read both. Answer: They hold 4 and 5.");
  expect(system).toContain("Answer only part 2 of 2 now: Compare the two.");
});
