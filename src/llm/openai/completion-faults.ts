/** The table of bodies under HTTP 200 that are not a completion of the protocol, so that no model can be blamed for them. */

import { type Fields, fieldsOf } from "./loose-fields.ts";

/** A shape that is not a completion. */
export interface CompletionFault {
  readonly name: string;
  readonly holds: (parts: BodyParts) => boolean;
}

interface BodyParts {
  readonly body: unknown;
  readonly choices: unknown;
  readonly choice: unknown;
  readonly message: unknown;
}

/** In order; the first that holds is named in the failure. */
export const COMPLETION_FAULTS: readonly CompletionFault[] = [
  { name: "the reply is not a JSON object", holds: ({ body }) => !isObject(body) },
  { name: "the reply has no list of choices", holds: ({ choices }) => !Array.isArray(choices) },
  {
    name: "the reply's list of choices is empty",
    holds: ({ choices }) => (choices as unknown[]).length === 0,
  },
  { name: "the reply's choice is not an object", holds: ({ choice }) => !isObject(choice) },
  { name: "the reply's choice has no message", holds: ({ message }) => !isObject(message) },
  {
    name: "the message's content is not a text",
    holds: ({ message }) => !isContent(fieldsOf(message).content),
  },
  {
    name: "the message's tool calls are not a list",
    holds: ({ message }) => !isCallList(fieldsOf(message).tool_calls),
  },
  {
    name: "a tool call names no function",
    holds: ({ message }) => callsOf(fieldsOf(message)).some((call) => !isCall(call)),
  },
  {
    name: "the message is empty and no token was read or written",
    holds: ({ body, message }) => isBlank(fieldsOf(message)) && saysNothingRan(fieldsOf(body).usage),
  },
  {
    name: "the message has none of the fields of a reply",
    holds: ({ message }) => !REPLY_FIELDS.some((field) => field in fieldsOf(message)),
  },
];

const REPLY_FIELDS = [
  "content",
  "tool_calls",
  "function_call",
  "refusal",
  "reasoning_content",
  "reasoning",
  "reasoning_details",
];

/** The name of what makes a parsed body no completion; null for a completion. */
export function completionFault(body: unknown): string | null {
  const choices = fieldsOf(body).choices;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const parts: BodyParts = { body, choices, choice, message: fieldsOf(choice).message };
  return COMPLETION_FAULTS.find((fault) => fault.holds(parts))?.name ?? null;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isContent(content: unknown): boolean {
  if (isAbsent(content) || typeof content === "string") return true;
  return Array.isArray(content) && content.every((part) => typeof part === "string" || isObject(part));
}

function isCallList(calls: unknown): boolean {
  return isAbsent(calls) || Array.isArray(calls);
}

function callsOf(message: Fields): readonly unknown[] {
  const listed = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  return isAbsent(message.function_call) ? listed : [...listed, { function: message.function_call }];
}

/** An empty name is what a model wrote; a missing one is what a server lost. */
function isCall(call: unknown): boolean {
  return typeof fieldsOf(fieldsOf(call).function).name === "string";
}

function isBlank(message: Fields): boolean {
  const blank = (value: unknown): boolean =>
    isAbsent(value) || value === "" || (Array.isArray(value) && value.length === 0);
  return REPLY_FIELDS.every((field) => blank(message[field]));
}

/** A server that ran the model has read at least one token of the prompt. */
function saysNothingRan(usage: unknown): boolean {
  const { prompt_tokens: read, completion_tokens: written } = fieldsOf(usage);
  return read === 0 && written === 0;
}
