/** Asks which explanations the new evidence contradicts, once per execution. */

import type { JsonSchema } from "../../../core/tool.ts";
import type { Prompt } from "./prompt.ts";

const SYSTEM = `Below are numbered explanations and new evidence. List the explanations that the evidence contradicts. Evidence that merely fails to support an explanation does not contradict it. Reply with JSON: the number of each contradicted explanation and why in a few words; none: an empty list.`;

const RULE_OUT_HYPOTHESES_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    ruledOut: {
      type: "array",
      maxItems: 4,
      items: {
        type: "object",
        properties: { hypothesis: { type: "integer", minimum: 1 }, why: { type: "string", maxLength: 160 } },
        required: ["hypothesis", "why"],
        additionalProperties: false,
      },
    },
  },
  required: ["ruledOut"],
  additionalProperties: false,
};

/** Numbers are 1-based positions in `explanations`. */
export function ruleOutHypothesesPrompt(input: {
  readonly explanations: readonly string[];
  readonly evidence: readonly string[];
  readonly maxTokens: number;
}): Prompt {
  const explanations = input.explanations.map((text, position) => `${position + 1}. ${text}`).join("\n");
  const evidence = input.evidence.map((text) => `- ${text}`).join("\n");
  return {
    purpose: "rule-out-hypotheses",
    messages: [
      { role: "system", content: SYSTEM },
      { role: "user", content: `Explanations:\n${explanations}\n\nNew evidence:\n${evidence}` },
    ],
    schema: { name: "ruled_out", schema: RULE_OUT_HYPOTHESES_SCHEMA },
    maxTokens: input.maxTokens,
  };
}
