/** The one consolidated call before the harness runs: what kind of turn this is. */

import type { Message } from "../../../core/model.ts";
import type { JsonSchema } from "../../../core/tool.ts";
import { AMBIGUITY, PLAN_TEMPLATES, POSTURES } from "../classify/classification.ts";
import { speakerLine } from "../transcript/speaker-line.ts";
import type { Prompt } from "./prompt.ts";

const SYSTEM = `You classify one message of a conversation before an assistant works on it. Reply with JSON only.
riskLevel: LOW for reading, explaining, remembering; MEDIUM for a change that is easy to undo; HIGH for deleting, sending, spending. riskReason: a few words.
isTrivial: true only for a greeting or a LOW-risk question of general knowledge; false when facts are stated, a tool is needed or earlier messages matter.
decomposedTasks: null for one request, else its parts in order, each a full sentence; after: numbers of the parts it needs; risk: as riskLevel, of this part alone; writes: files or things it changes.
statedFacts: facts about the user, the project or the world in the message, no questions, no orders. text: a full sentence with all numbers and units. key: the attribute in snake_case, such as invoice_currency. kind: identity, preference or other. confidence: high when said outright. durable: still true after today. assertedByUser: false when you only infer it.
statedConstraints: what the reply must or must not contain. lastingConstraints: the same for all later replies. liftedConstraints: earlier ones now withdrawn.
isUnderdetermined: true when several explanations or readings fit and nothing yet decides between them.
isReminderRequest: a reminder is asked for. isBulkReminderRequest: more than one.
needsMultiStepPlan: several steps that the user should approve first. matchedPlanTemplate: debug-test-failure, implement-feature, code-review or refactor-module when the request is one, else null. isPlanQuestion: asks how a plan stands. continuesPlan: false only when a plan in progress is clearly left. isAbandonRequest: asks to drop it.
needsGrounding: the reply must rest on files, pages or commands. ambiguity, userPosture: how unclear the request, how pleased the user. pushbackOnPriorTurn: objects to the last reply. statesConstraint: sets a condition on the reply.`;

const texts: JsonSchema = { type: "array", items: { type: "string" } };

/** Every field is asked for in every arm; readers tolerate one that is missing. */
const FIELDS: JsonSchema = {
  riskLevel: { type: "string", enum: ["LOW", "MEDIUM", "HIGH"] },
  riskReason: { type: "string", maxLength: 120 },
  isTrivial: { type: "boolean" },
  decomposedTasks: {
    anyOf: [
      { type: "null" },
      {
        type: "array",
        maxItems: 6,
        items: {
          anyOf: [
            { type: "string" },
            {
              type: "object",
              properties: {
                task: { type: "string" },
                after: { type: "array", items: { type: "integer", minimum: 1 } },
                risk: { type: "string", enum: ["LOW", "MEDIUM", "HIGH"] },
                writes: { type: "array", items: { type: "string" } },
              },
              required: ["task", "after", "risk", "writes"],
              additionalProperties: false,
            },
          ],
        },
      },
    ],
  },
  statedFacts: {
    type: "array",
    maxItems: 8,
    items: {
      type: "object",
      properties: {
        text: { type: "string" },
        key: { anyOf: [{ type: "string" }, { type: "null" }] },
        kind: { type: "string", enum: ["identity", "preference", "other"] },
        confidence: { type: "string", enum: ["high", "medium", "low"] },
        durable: { type: "boolean" },
        assertedByUser: { type: "boolean" },
      },
      required: ["text", "key", "kind", "confidence", "durable", "assertedByUser"],
      additionalProperties: false,
    },
  },
  statedConstraints: texts,
  lastingConstraints: texts,
  liftedConstraints: texts,
  isUnderdetermined: { type: "boolean" },
  isReminderRequest: { type: "boolean" },
  isBulkReminderRequest: { type: "boolean" },
  isAbandonRequest: { type: "boolean" },
  matchedPlanTemplate: { anyOf: [{ type: "string", enum: [...PLAN_TEMPLATES] }, { type: "null" }] },
  needsMultiStepPlan: { type: "boolean" },
  isPlanQuestion: { type: "boolean" },
  continuesPlan: { type: "boolean" },
  needsGrounding: { type: "boolean" },
  ambiguity: { type: "string", enum: [...AMBIGUITY] },
  userPosture: { type: "string", enum: [...POSTURES] },
  pushbackOnPriorTurn: { type: "boolean" },
  statesConstraint: { type: "boolean" },
};

const CLASSIFY_TURN_SCHEMA: JsonSchema = {
  type: "object",
  properties: FIELDS,
  required: Object.keys(FIELDS),
  additionalProperties: false,
};

const CONTEXT_MESSAGES = 4;
const CONTEXT_CHARS = 200;

/** Asks about one message; the last message of the request is that message and nothing else. */
export function classifyTurnPrompt(input: {
  readonly text: string;
  /** The conversation before the message; its last four messages are shown, clipped. */
  readonly earlier: readonly Message[];
  readonly maxTokens: number;
}): Prompt {
  // What a tool said is left out: these lines go out as a user message.
  const context = input.earlier
    .filter(({ role }) => role !== "tool")
    .flatMap((message) => speakerLine(message, CONTEXT_CHARS) ?? [])
    .slice(-CONTEXT_MESSAGES);
  return {
    purpose: "classify-turn",
    messages: [
      { role: "system", content: SYSTEM },
      ...(context.length > 0
        ? [{ role: "user" as const, content: `Earlier messages, for context only:\n${context.join("\n")}` }]
        : []),
      { role: "user", content: input.text },
    ],
    schema: { name: "turn_classification", schema: CLASSIFY_TURN_SCHEMA },
    maxTokens: input.maxTokens,
  };
}
