/** Asks whether new beliefs conflict by meaning with those on record. */

import type { JsonSchema } from "../../../core/tool.ts";
import type { Prompt } from "./prompt.ts";

const SYSTEM = `You check statements for real logical conflicts: two statements that cannot both be true at the same time. Convert units and dates before you compare. Different topics, added detail and mere overlap are no conflict.
Compare each new statement with every other one. Reply with JSON: for each conflict quote both statements word for word as a and b, and say why in a few words. No conflict: an empty list.`;

/** Only where there is a choice. */
const GRADES = `severity: HIGH when acting on the wrong one would do harm that is hard to undo, else MEDIUM.`;

function schemaOf(grades: readonly string[]): JsonSchema {
  const graded = grades.length > 1;
  return {
    type: "object",
    properties: {
      conflicts: {
        type: "array",
        maxItems: 4,
        items: {
          type: "object",
          properties: {
            a: { type: "string" },
            b: { type: "string" },
            why: { type: "string", maxLength: 160 },
            ...(graded ? { severity: { type: "string", enum: [...grades] } } : {}),
          },
          required: ["a", "b", "why", ...(graded ? ["severity"] : [])],
          additionalProperties: false,
        },
      },
    },
    required: ["conflicts"],
    additionalProperties: false,
  };
}

/** Compares every new belief with the record and with one another in one call. */
export function contradictionCheckPrompt(input: {
  readonly record: readonly string[];
  readonly added: readonly string[];
  /** The severities to choose from; with one of them none is asked for. */
  readonly grades: readonly string[];
  readonly maxTokens: number;
}): Prompt {
  const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");
  const record = input.record.length > 0 ? `On record:\n${list(input.record)}\n\n` : "";
  return {
    purpose: "contradiction-check",
    messages: [
      { role: "system", content: input.grades.length > 1 ? `${SYSTEM}\n${GRADES}` : SYSTEM },
      { role: "user", content: `${record}New:\n${list(input.added)}` },
    ],
    schema: { name: "contradiction_check", schema: schemaOf(input.grades) },
    maxTokens: input.maxTokens,
  };
}
