/** Reads a chat completion request back into a request of the port, in either tool protocol. */

import type { Message, ModelRequest } from "../../core/model.ts";
import type { JsonSchema, ToolCall, ToolSpec } from "../../core/tool.ts";
import { findJson } from "../json-text.ts";
import { PROTOCOL_MARK, RESULT_MARK, TOOL_LIST_MARK } from "../openai/json-protocol.ts";
import { type Fields, fieldsOf, textOf, wholeOf } from "../openai/loose-fields.ts";
import { LAB_HEADERS } from "./lab-headers.ts";

/** The purpose of a request whose client did not say. */
export const UNLABELLED = "unlabelled";

/** A request as it came over HTTP. */
export interface WireRequest {
  readonly request: ModelRequest;
  readonly scenario: string | null;
  readonly model: string;
  readonly stream: boolean;
  /** The client speaks the JSON protocol, so the reply is one step. */
  readonly steps: boolean;
  /** A reply of a schema was asked for. */
  readonly wantsJson: boolean;
}

/** Decodes a body; fields that are missing or odd are left out, since a real server would not fail on them either. */
export function decodeRequest(body: Fields, header: (name: string) => string | null): WireRequest {
  const raw = Array.isArray(body.messages) ? body.messages.map(fieldsOf) : [];
  const format = fieldsOf(fieldsOf(body.response_format).json_schema);
  const protocol = raw.map((message) => protocolText(message)).find((text) => text !== null) ?? null;
  const steps = protocol?.startsWith(TOOL_LIST_MARK) ?? false;
  const tools = steps ? listedTools(protocol ?? "") : nativeTools(body.tools);
  const schema = steps ? replySchema(format) : format;
  const seed = wholeOf(header(LAB_HEADERS.seed) ?? body.seed);
  const cap = wholeOf(body.max_tokens ?? body.max_completion_tokens);
  const temperature = body.temperature;
  return {
    request: {
      purpose:
        header(LAB_HEADERS.purpose) ?? (header(LAB_HEADERS.scenario) === null ? UNLABELLED : "propose"),
      feature: null,
      place: { session: 0, turn: 0, iteration: 0, task: "" },
      messages: decodeMessages(raw, steps),
      ...(tools.length > 0 ? { tools } : {}),
      ...(schema.schema
        ? { schema: { name: textOf(schema.name), schema: schema.schema as JsonSchema } }
        : {}),
      ...(cap !== null ? { maxTokens: cap } : {}),
      ...(typeof temperature === "number" ? { temperature } : {}),
      ...(seed !== null ? { seed } : {}),
    },
    scenario: header(LAB_HEADERS.scenario),
    model: textOf(body.model),
    stream: body.stream === true,
    steps,
    wantsJson: format.schema !== undefined,
  };
}

/** The instructions of the JSON protocol, where a system text ends with them. */
function protocolText(message: Fields): string | null {
  const content = contentOf(message);
  const at = content.indexOf(PROTOCOL_MARK);
  return message.role === "system" && at >= 0 ? content.slice(at + PROTOCOL_MARK.length) : null;
}

function decodeMessages(raw: readonly Fields[], steps: boolean): Message[] {
  const names = new Map<string, string>();
  return raw.flatMap((message): Message[] => {
    const content = contentOf(message);
    switch (message.role) {
      case "assistant": {
        const decoded = decodeAssistant(message, content, steps);
        for (const call of decoded.toolCalls ?? []) names.set(call.id, call.tool);
        return [decoded];
      }
      case "tool": {
        const callId = textOf(message.tool_call_id);
        return [{ role: "tool", callId, tool: names.get(callId) ?? "", content }];
      }
      case "system":
      case "developer": {
        const own = content.split(PROTOCOL_MARK)[0] ?? "";
        return own === "" && content !== "" ? [] : [{ role: "system", content: own }];
      }
      default:
        return [decodeResult(content) ?? { role: "user", content }];
    }
  });
}

function decodeAssistant(message: Fields, content: string, steps: boolean): Message & { role: "assistant" } {
  const step = steps ? fieldsOf(fieldsOf(findJson(content)?.value).step) : {};
  if (textOf(step.tool) !== "") {
    const call = {
      id: "",
      tool: textOf(step.tool),
      arguments: fieldsOf(step.arguments) as ToolCall["arguments"],
    };
    return { role: "assistant", content: "", toolCalls: [call] };
  }
  if (typeof step.reply === "string") return { role: "assistant", content: step.reply };
  const told = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const toolCalls = told.map((entry) => decodeCall(fieldsOf(entry)));
  return { role: "assistant", content, ...(toolCalls.length > 0 ? { toolCalls } : {}) };
}

function decodeCall(call: Fields): ToolCall {
  const called = fieldsOf(call.function);
  const args = findJson(textOf(called.arguments))?.value ?? {};
  return {
    id: textOf(call.id),
    tool: textOf(called.name),
    arguments: fieldsOf(args) as ToolCall["arguments"],
  };
}

/** A tool's result, as the JSON protocol and a history without its call carry it. */
function decodeResult(content: string): Message | null {
  const found = new RegExp(`^${RESULT_MARK} (\\S+) \\(([^)]*)\\):\\n`).exec(content);
  if (!found) return null;
  const [head, tool = "", callId = ""] = found;
  return { role: "tool", callId, tool, content: content.slice(head.length) };
}

function nativeTools(tools: unknown): ToolSpec[] {
  return (Array.isArray(tools) ? tools : []).map((tool) => specOf(fieldsOf(fieldsOf(tool).function)));
}

function listedTools(protocol: string): ToolSpec[] {
  const [list = ""] = protocol.slice(TOOL_LIST_MARK.length).split("\n\n");
  return list.split("\n").flatMap((line) => {
    const spec = fieldsOf(findJson(line)?.value);
    return spec.name === undefined ? [] : [specOf(spec)];
  });
}

function specOf(spec: Fields): ToolSpec {
  return {
    name: textOf(spec.name),
    description: textOf(spec.description),
    parameters: fieldsOf(spec.parameters) as JsonSchema,
  };
}

/** In a step the answer's own schema stands in the branch of `reply`. */
function replySchema(format: Fields): Fields {
  const step = fieldsOf(fieldsOf(fieldsOf(format.schema).properties).step);
  const branches = Array.isArray(step.anyOf) ? step.anyOf : [];
  const reply = fieldsOf(fieldsOf(fieldsOf(branches.at(-1)).properties).reply);
  return reply.type === "string" ? {} : { name: "reply", schema: reply };
}

function contentOf(message: Fields): string {
  const { content } = message;
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part) => textOf(fieldsOf(part).text)).join("") : "";
}
