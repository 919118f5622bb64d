/** Puts a completion together out of a stream that a server sent although none was asked for. */

import { type Fields, textOf } from "./loose-fields.ts";

interface StreamState {
  readonly top: Record<string, unknown>;
  content: string;
  reasoning: string;
  refusal: string;
  finish: unknown;
  /** Some chunk held a choice. */
  chose: boolean;
  readonly calls: StreamedCall[];
}

interface StreamedCall {
  index: number | null;
  id: string;
  name: string;
  arguments: string;
}

/** A stream put together. */
export interface StreamRead {
  /** The completion as a non-streaming answer would have been; an `error` field where the stream held one. */
  readonly body: Fields;
  /** The connection closed before the reply was finished. */
  readonly cut: boolean;
}

/** Whether a body is an event stream, by its type or its look. */
export function isEventStream(contentType: string | null, text: string): boolean {
  return contentType?.includes("text/event-stream") === true || /^\s*(?:data|event|id)?:/.test(text);
}

/** Reads the whole stream; usage is the last one told, never a sum. */
export async function readStream(text: string): Promise<StreamRead> {
  const { Stream } = await import("openai/streaming");
  const { default: OpenAI } = await import("openai");
  const quiet = new OpenAI({ apiKey: "none", logLevel: "off" });
  const chunks = Stream.fromSSEResponse<Fields>(new Response(text), new AbortController(), quiet);
  const state: StreamState = {
    top: {},
    content: "",
    reasoning: "",
    refusal: "",
    finish: null,
    chose: false,
    calls: [],
  };
  let failure: unknown = null;
  try {
    for await (const chunk of chunks) addChunk(state, chunk);
  } catch (error) {
    failure = error;
  }
  const done = /^data:\s*\[DONE\]/m.test(text);
  const message = {
    role: "assistant",
    content: state.content === "" ? null : state.content,
    reasoning_content: state.reasoning === "" ? null : state.reasoning,
    refusal: state.refusal === "" ? null : state.refusal,
    tool_calls: state.calls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.arguments },
    })),
  };
  const error = errorIn(failure);
  const choices = state.chose ? [{ index: 0, message, finish_reason: state.finish }] : [];
  const body = { ...state.top, choices, ...(error === null ? {} : { error }) };
  return { body, cut: error === null && (failure !== null || (!done && state.finish === null)) };
}

/** The error object of a stream that carried one; a chunk that does not parse is a cut stream instead. */
function errorIn(failure: unknown): unknown {
  if (failure === null || failure instanceof SyntaxError) return null;
  const told = (failure as { readonly error?: unknown }).error;
  return told ?? null;
}

function addChunk(state: StreamState, chunk: Fields): void {
  for (const key of ["id", "model", "system_fingerprint", "usage", "harness_lab"]) {
    const value = chunk[key];
    if (value !== undefined && value !== null && value !== "") state.top[key] = value;
  }
  const choices = chunk.choices;
  const choice = Array.isArray(choices) ? (choices[0] as Fields | undefined) : undefined;
  if (!choice) return;
  state.chose = true;
  state.finish = choice.finish_reason ?? state.finish;
  const delta = (choice.delta ?? choice.message ?? {}) as Fields;
  state.content += textOf(delta.content);
  state.reasoning += textOf(delta.reasoning_content) || textOf(delta.reasoning);
  state.refusal += textOf(delta.refusal);
  const calls = delta.tool_calls;
  if (Array.isArray(calls)) for (const call of calls) addCall(state.calls, call as Fields);
}

/** A part belongs to the call of its index; without one, a new id or name starts a new call. */
function addCall(calls: StreamedCall[], part: Fields): void {
  const index = typeof part.index === "number" ? part.index : null;
  const told = (part.function ?? {}) as Fields;
  const id = textOf(part.id);
  const last = calls.at(-1);
  const continued =
    index === null
      ? id === "" || id === last?.id
        ? last
        : undefined
      : calls.find((call) => call.index === index);
  const call = continued ?? { index, id, name: "", arguments: "" };
  if (!continued) calls.push(call);
  call.name += call.name === textOf(told.name) ? "" : textOf(told.name);
  const more = told.arguments;
  call.arguments += typeof more === "object" && more !== null ? JSON.stringify(more) : textOf(more);
}
