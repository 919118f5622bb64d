/** Tools for models without native calls: every reply is one JSON step, a tool call or the answer (ARCHITECTURE 8). */

import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import type { Json } from "../../core/json.ts";
import type { Message, ModelAnswer, ModelRequest } from "../../core/model.ts";
import type { JsonSchema, ToolSpec } from "../../core/tool.ts";
import { findJson } from "../json-text.ts";
import { fieldsOf, textOf } from "./loose-fields.ts";
import { readArguments } from "./tool-arguments.ts";

/** Opens the part of the system text that tells the protocol; what stands before it is the harness's own. */
export const PROTOCOL_MARK = "\n\n# How to reply\n";
/** Opens the list of tools, one JSON object a line. */
export const TOOL_LIST_MARK = "You can use these tools:";
/** Opens a user message that carries a tool's result. */
export const RESULT_MARK = "Result of tool";

/** `{"step": anyOf[one branch per tool, {"reply": string}]}`; a request with a schema has that in place of the string. */
export function stepSchema(tools: readonly ToolSpec[], reply: JsonSchema = { type: "string" }): JsonSchema {
  const closed = (properties: { readonly [key: string]: Json }): JsonSchema => ({
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });
  const branches = tools.map((tool) => closed({ tool: { const: tool.name }, arguments: tool.parameters }));
  return closed({ step: { anyOf: [...branches, closed({ reply })] } });
}

/** The history in plain roles, with the protocol told at the end of the system text. */
export function encodeSteps(request: ModelRequest): ChatCompletionMessageParam[] {
  const instructions = instructionsOf(request);
  const steps = request.tools !== undefined && request.tools.length > 0;
  const encoded = request.messages.map((message) => encodeStep(message, steps));
  if (instructions === "") return encoded;
  const system = encoded.find((message) => message.role === "system");
  if (system) system.content = `${system.content}${instructions}`;
  else encoded.unshift({ role: "system", content: instructions });
  return encoded;
}

function encodeStep(message: Message, steps: boolean): ChatCompletionMessageParam {
  if (message.role === "tool") {
    return {
      role: "user",
      content: `${RESULT_MARK} ${message.tool} (${message.callId}):\n${message.content}`,
    };
  }
  if (message.role !== "assistant") return { role: message.role, content: message.content };
  const [call] = message.toolCalls ?? [];
  if (call) {
    return {
      role: "assistant",
      content: JSON.stringify({ step: { tool: call.tool, arguments: call.arguments } }),
    };
  }
  const content = steps ? JSON.stringify({ step: { reply: message.content } }) : message.content;
  return { role: "assistant", content };
}

function instructionsOf({ tools, schema }: ModelRequest): string {
  if (tools && tools.length > 0) {
    const reply = schema ? JSON.stringify(schema.schema) : '"<text for the user>"';
    const list = tools.map(({ name, description, parameters }) =>
      JSON.stringify({ name, description, parameters }),
    );
    return [
      `${PROTOCOL_MARK}${TOOL_LIST_MARK}`,
      ...list,
      "",
      "Every reply is one JSON object, one step at a time.",
      'To use a tool: {"step": {"tool": "<name>", "arguments": {...}}}',
      // A small model makes results up unless it is told so here.
      "Its result is the next message. Do this whenever you need something that a tool can tell or do; never make up a result.",
      `When the results you need are there, answer: {"step": {"reply": ${reply}}}`,
    ].join("\n");
  }
  return schema
    ? `${PROTOCOL_MARK}Reply with JSON of this schema and nothing else:\n${JSON.stringify(schema.schema)}`
    : "";
}

/** Message to a model whose step could not be read. */
export const REASK =
  'That was no valid step. Reply with one JSON object: {"step": {"tool": ..., "arguments": {...}}} or {"step": {"reply": "..."}}.';

/** The answer that a step stands for; null when the text holds no step. */
export function decodeStep(answer: ModelAnswer, request: ModelRequest): ModelAnswer | null {
  const found = findJson(answer.text, {
    schema: stepSchema(request.tools ?? [], request.schema?.schema),
    take: "first",
  });
  if (!found) return answer.finish === "length" ? cutReply(answer) : null;
  const whole = fieldsOf(found.value);
  const step = fieldsOf(whole.step ?? whole);
  // Arguments that do not fit their tool are for the tool to answer.
  const notes = [...(answer.notes ?? []), ...found.notes.filter((note) => note !== "unfit-json")];
  const base: ModelAnswer = { ...answer, ...(notes.length > 0 ? { notes } : {}) };
  const tool = textOf(step.tool);
  if (tool !== "") return callStep(base, { tool, raw: step.arguments }, request);
  if (!("reply" in step)) return null;
  const reply = step.reply as Json;
  if (request.schema) {
    const text = typeof reply === "string" ? reply : JSON.stringify(reply);
    const inner = typeof reply === "string" ? findJson(reply, { schema: request.schema.schema }) : undefined;
    const json = typeof reply === "string" ? inner?.value : reply;
    return withNotes({ ...base, text, ...(json === undefined ? {} : { json }) }, inner?.notes ?? []);
  }
  return typeof reply === "string" ? { ...base, text: reply } : { ...base, text: JSON.stringify(reply) };
}

function callStep(
  base: ModelAnswer,
  called: { readonly tool: string; readonly raw: unknown },
  request: ModelRequest,
): ModelAnswer {
  const spec = request.tools?.find((one) => one.name === called.tool);
  const read = readArguments(called.raw, spec?.parameters);
  const call = { id: "call_1", tool: called.tool };
  const toolCall =
    read.kind === "object"
      ? { ...call, arguments: read.value }
      : { ...call, arguments: {}, malformed: read.raw };
  const odd = read.kind === "malformed" ? ["malformed-arguments"] : read.decoded ? ["decoded-arguments"] : [];
  return withNotes({ ...base, text: "", toolCalls: [toolCall], finish: "tool-calls" }, odd);
}

function withNotes(answer: ModelAnswer, more: readonly string[]): ModelAnswer {
  return more.length === 0 ? answer : { ...answer, notes: [...(answer.notes ?? []), ...more] };
}

/** The readable part of an answer that was cut at the token limit, as a native reply would hold it. */
function cutReply(answer: ModelAnswer): ModelAnswer | null {
  const start = /^\s*\{\s*"step"\s*:\s*\{\s*"reply"\s*:\s*("(?:[^"\\]|\\.)*)/s.exec(answer.text)?.[1];
  if (start === undefined) return null;
  try {
    return { ...answer, text: JSON.parse(`${start.replace(/\\u[0-9a-fA-F]{0,3}$/, "")}"`) as string };
  } catch {
    return null;
  }
}
