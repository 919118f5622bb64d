/** Asks whether a reply says only what the tools gave. */

import type { JsonSchema } from "../../../core/tool.ts";
import type { Prompt } from "./prompt.ts";

const SYSTEM = `You compare an answer with the raw output of the tools it was written from. It is grounded when every name, number, date and state in it stands in that output or follows from it, for the thing that the answer says it of. Reply with JSON: grounded, true or false; missing: the first statement that is not supported, or null.`;

const GROUNDING_CHECK_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    grounded: { type: "boolean" },
    missing: { anyOf: [{ type: "string", maxLength: 200 }, { type: "null" }] },
  },
  required: ["grounded", "missing"],
  additionalProperties: false,
};

/** Shows the request, all tool output of the turn, and the answer last. */
export function groundingCheckPrompt(input: {
  readonly request: string;
  readonly tools: readonly string[];
  readonly reply: string;
  readonly maxTokens: number;
}): Prompt {
  const output = input.tools.map((text, index) => `Tool output ${index + 1}:\n${text}`).join("\n\n");
  return {
    purpose: "grounding-check",
    messages: [
      { role: "system", content: SYSTEM },
      { role: "user", content: `Request: ${input.request}\n\n${output}\n\nAnswer:\n${input.reply}` },
    ],
    schema: { name: "grounding_check", schema: GROUNDING_CHECK_SCHEMA },
    maxTokens: input.maxTokens,
  };
}
