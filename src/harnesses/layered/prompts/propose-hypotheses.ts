/** Asks for competing explanations of an underdetermined request (A-034). */

import type { JsonSchema } from "../../../core/tool.ts";
import type { Prompt } from "./prompt.ts";

const SYSTEM = `The request below does not settle which of several explanations or readings is right. Propose 2 to 4 competing ones that differ in what to do about them, the likeliest first. For each give one check that would tell it from the others: a file to read, a command, a question to the user. Say in expects what the check would show if it were right, and where two of the known statements cannot both hold then, give their numbers in rulesOut, else null. Reply with JSON.`;

const PROPOSE_HYPOTHESES_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    hypotheses: {
      type: "array",
      minItems: 2,
      maxItems: 4,
      items: {
        type: "object",
        properties: {
          explanation: { type: "string", maxLength: 240 },
          check: { type: "string", maxLength: 240 },
          expects: { type: ["string", "null"], maxLength: 240 },
          rulesOut: {
            type: ["object", "null"],
            properties: { one: { type: "integer" }, other: { type: "integer" } },
            required: ["one", "other"],
            additionalProperties: false,
          },
        },
        required: ["explanation", "check", "expects", "rulesOut"],
        additionalProperties: false,
      },
    },
  },
  required: ["hypotheses"],
  additionalProperties: false,
};

/** Shows the request with the beliefs of the turn; the last message is the request alone. */
export function proposeHypothesesPrompt(input: {
  readonly request: string;
  readonly beliefs: readonly string[];
  readonly maxTokens: number;
}): Prompt {
  return {
    purpose: "propose-hypotheses",
    messages: [
      { role: "system", content: SYSTEM },
      ...(input.beliefs.length > 0
        ? [
            {
              role: "user" as const,
              content: `Known:\n${input.beliefs.map((b, index) => `${index + 1}. ${b}`).join("\n")}`,
            },
          ]
        : []),
      { role: "user", content: input.request },
    ],
    schema: { name: "hypotheses", schema: PROPOSE_HYPOTHESES_SCHEMA },
    maxTokens: input.maxTokens,
  };
}
