/** Writes a reply of the simulated model as a chat completion, whole or as a stream. */

import type { Json } from "../../core/json.ts";
import type { FinishReason, ModelAnswer } from "../../core/model.ts";
import type { ToolCall } from "../../core/tool.ts";
import type { WireRequest } from "./decode-request.ts";
import type { Personality } from "./personality.ts";

/** Conditions besides the answer that decide its form on the wire. */
export interface ReplyTraits {
  readonly personality: Personality;
  readonly wire: WireRequest;
  readonly cachedTokens: number;
}

interface WireMessage {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finish: FinishReason;
}

type Fields = Readonly<Record<string, unknown>>;

const FINISH: Readonly<Record<FinishReason, string>> = {
  stop: "stop",
  "tool-calls": "tool_calls",
  length: "length",
  "content-filter": "content_filter",
  unknown: "stop",
};

/** The body of a completion. */
export function encodeReply(answer: ModelAnswer, traits: ReplyTraits): Fields {
  const message = wireMessage(answer, traits);
  return {
    ...envelope(answer, traits, "chat.completion"),
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: message.toolCalls.length > 0 && message.text === "" ? null : message.text,
          ...(message.toolCalls.length > 0 ? { tool_calls: message.toolCalls.map(wireCall) } : {}),
        },
        finish_reason: FINISH[message.finish],
      },
    ],
    ...usageOf(answer, traits),
  };
}

const STREAM_PIECE_CHARS = 24;

/** The same as an event stream: text in pieces, each call in two parts, usage in the last chunk before the end mark. */
export function encodeStream(answer: ModelAnswer, traits: ReplyTraits): string {
  const message = wireMessage(answer, traits);
  const head = envelope(answer, traits, "chat.completion.chunk");
  const chunk = (delta: Fields, finish: string | null = null): Fields => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const pieces = message.text.match(new RegExp(`.{1,${STREAM_PIECE_CHARS}}`, "gsu")) ?? [];
  const calls = message.toolCalls
    .map(wireCall)
    .flatMap(({ id, type, function: called }, index) => [
      chunk({ tool_calls: [{ index, id, type, function: { name: called.name, arguments: "" } }] }),
      chunk({ tool_calls: [{ index, function: { arguments: called.arguments } }] }),
    ]);
  const usage = usageOf(answer, traits);
  const chunks = [
    chunk({ role: "assistant", content: "" }),
    ...pieces.map((content) => chunk({ content })),
    ...calls,
    chunk({}, FINISH[message.finish]),
    ...(usage.usage === undefined ? [] : [{ ...head, choices: [], ...usage }]),
  ];
  return `${chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("")}data: [DONE]\n\n`;
}

function envelope(answer: ModelAnswer, { personality, wire }: ReplyTraits, object: string): Fields {
  return {
    id: "chatcmpl-simulated",
    object,
    created: 0,
    model: personality.answersAs ?? wire.model,
    system_fingerprint: "simulated",
    harness_lab: {
      virtual_latency_ms: answer.virtualLatencyMs,
      ...(answer.spontaneous ? { spontaneous: true } : {}),
    },
  };
}

function wireMessage(answer: ModelAnswer, { personality, wire }: ReplyTraits): WireMessage {
  if (wire.steps) {
    const step = stepOf(answer);
    return {
      text: personality.jsonSchema ? JSON.stringify({ step }) : prose(step),
      toolCalls: [],
      finish: answer.finish === "length" ? "length" : "stop",
    };
  }
  if (answer.toolCalls.length > 0 && !personality.nativeTools) {
    const written = answer.toolCalls.map(
      (call) => `\`\`\`json\n${JSON.stringify({ name: call.tool, arguments: call.arguments })}\n\`\`\``,
    );
    return { text: [answer.text, ...written].filter(Boolean).join("\n"), toolCalls: [], finish: "stop" };
  }
  const text =
    wire.wantsJson && answer.json !== undefined && !personality.jsonSchema ? prose(answer.json) : answer.text;
  return { text, toolCalls: answer.toolCalls, finish: answer.finish };
}

function stepOf(answer: ModelAnswer): Json {
  const [call] = answer.toolCalls;
  if (call) return { tool: call.tool, arguments: call.arguments };
  return { reply: answer.json ?? answer.text };
}

/** Text of a model that was not held to a schema. */
function prose(value: Json): string {
  if (value === null || typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map(prose).join(", ");
  return Object.entries(value)
    .map(([name, part]) => `the ${name} is ${prose(part)}`)
    .join("; ");
}

function wireCall(call: ToolCall) {
  return {
    id: call.id,
    type: "function",
    function: { name: call.tool, arguments: JSON.stringify(call.arguments) },
  };
}

function usageOf({ usage }: ModelAnswer, { personality, cachedTokens }: ReplyTraits): Fields {
  if (personality.usage === "none") return {};
  const { inputTokens, outputTokens } = usage;
  const details =
    personality.usage === "full" ? { prompt_tokens_details: { cached_tokens: cachedTokens } } : {};
  return {
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: (inputTokens ?? 0) + (outputTokens ?? 0),
      ...details,
      estimated: true,
    },
  };
}
