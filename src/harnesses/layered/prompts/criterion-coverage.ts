/** Asks whether an answer covers one success criterion of the user. */

import type { JsonSchema } from "../../../core/tool.ts";
import type { Prompt } from "./prompt.ts";

const SYSTEM = `You check one condition that the user set for an answer. Judge by meaning, not by words: the answer covers the condition when it does what the condition asks for. Reply with JSON: covered, true or false.`;

const CRITERION_COVERAGE_SCHEMA: JsonSchema = {
  type: "object",
  properties: { covered: { type: "boolean" } },
  required: ["covered"],
  additionalProperties: false,
};

/** Shows the condition and every answer of the run. */
export function criterionCoveragePrompt(input: {
  readonly criterion: string;
  readonly answers: readonly string[];
  readonly maxTokens: number;
}): Prompt {
  return {
    purpose: "criterion-coverage",
    messages: [
      { role: "system", content: SYSTEM },
      { role: "user", content: `Condition: ${input.criterion}\n\nAnswer:\n${input.answers.join("\n\n")}` },
    ],
    schema: { name: "criterion_coverage", schema: CRITERION_COVERAGE_SCHEMA },
    maxTokens: input.maxTokens,
  };
}
