/** Asks whether new beliefs conflict by meaning with those on record. */

import type { JsonSchema } from "../../../core/tool.ts";
import type { Prompt } from "./prompt.ts";

const SYSTEM = `You check statements for real logical conflicts: two statements that cannot both be true at the same time. Convert units and dates before you compare. Different topics, added detail and mere overlap are no conflict.
Compare each new statement with every other one. Reply with JSON: for each conflict quote both statements word for word as a and b, and say why in a few words. No conflict: an empty list.`;

/** Only where there is a choice. */
const GRADES = `severity: HIGH when acting on the wrong one would do harm that is hard to undo, else MEDIUM.`;

/** Only where a conflict is open. */
const SETTLED = `The conflicts that are still open are listed with their numbers. Where the user's own words decide one of them, name it under settled, with the statement that holds quoted word for word. A statement that is only repeated, a question or a guess decides nothing.`;

function schemaOf(grades: readonly string[], open: boolean): JsonSchema {
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
      ...(open ? { settled: SETTLED_SCHEMA } : {}),
    },
    required: ["conflicts", ...(open ? ["settled"] : [])],
    additionalProperties: false,
  };
}

const SETTLED_SCHEMA: JsonSchema = {
  type: "array",
  maxItems: 4,
  items: {
    type: "object",
    properties: { conflict: { type: "integer" }, holds: { type: "string" } },
    required: ["conflict", "holds"],
    additionalProperties: false,
  },
};

/** Compares every new belief with the record and with one another in one call. */
export function contradictionCheckPrompt(input: {
  readonly record: readonly string[];
  readonly added: readonly string[];
  /** The severities to choose from; with one of them none is asked for. */
  readonly grades: readonly string[];
  /** Conflicts that the user may be settling, and the words to read it from. */
  readonly open: readonly { readonly a: string; readonly b: string }[];
  readonly message: string;
  readonly maxTokens: number;
}): Prompt {
  const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");
  const record = input.record.length > 0 ? `On record:\n${list(input.record)}\n\n` : "";
  const isOpen = input.open.length > 0;
  const conflicts = input.open.map(({ a, b }, index) => `${index + 1}. "${a}" against "${b}"`).join("\n");
  const settling = isOpen ? `\n\nStill open:\n${conflicts}\n\nThe user says:\n${input.message}` : "";
  const system = [SYSTEM, ...(input.grades.length > 1 ? [GRADES] : []), ...(isOpen ? [SETTLED] : [])];
  return {
    purpose: "contradiction-check",
    messages: [
      { role: "system", content: system.join("\n") },
      { role: "user", content: `${record}New:\n${list(input.added)}${settling}` },
    ],
    schema: { name: "contradiction_check", schema: schemaOf(input.grades, isOpen) },
    maxTokens: input.maxTokens,
  };
}
