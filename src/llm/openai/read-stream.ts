/** Puts a completion together out of a stream that a server sent although none was asked for. */

import { createParser, type EventSourceMessage } from "eventsource-parser";
import { addCarried } from "./carried-parts.ts";
import { type Fields, fieldsOf, textOf } from "./loose-fields.ts";

interface StreamState {
  readonly top: Record<string, unknown>;
  content: string;
  reasoning: string;
  refusal: string;
  finish: unknown;
  /** Some chunk held a choice. */
  chose: boolean;
  /** The error that an event carried. */
  error: unknown;
  /** The end mark was read. */
  done: boolean;
  /** Some event could not be read. */
  broken: boolean;
  readonly calls: StreamedCall[];
  /** Parts that go back with the message. */
  readonly carried: Record<string, unknown>;
}

interface StreamedCall {
  index: number | null;
  id: string;
  name: string;
  arguments: string;
  readonly carried: Record<string, unknown>;
}

/** A stream put together. */
export interface StreamRead {
  /** The completion as a non-streaming answer would have been; an `error` field where the stream held one. */
  readonly body: Fields;
  /** The connection closed before the reply was finished. */
  readonly cut: boolean;
}

/** True where a body is an event stream, by its look; the type alone may stand over a plain JSON answer. */
export function isEventStream(contentType: string | null, text: string): boolean {
  if (/^\s*[[{]/.test(text)) return false;
  return contentType?.includes("text/event-stream") === true || /^\s*(?:data|event|id|retry)?:/.test(text);
}

/** Reads the whole stream by its grammar; usage is the last one told, never a sum. */
export function readStream(text: string): StreamRead {
  const state: StreamState = {
    top: {},
    content: "",
    reasoning: "",
    refusal: "",
    finish: null,
    chose: false,
    error: null,
    done: false,
    broken: false,
    calls: [],
    carried: {},
  };
  const parser = createParser({ onEvent: (event) => addEvent(state, event) });
  parser.feed(text);
  // Some servers leave out the blank line that ends the last event.
  parser.feed("\n\n");
  const message = {
    ...state.carried,
    role: "assistant",
    content: state.content === "" ? null : state.content,
    reasoning_content: state.reasoning === "" ? null : state.reasoning,
    refusal: state.refusal === "" ? null : state.refusal,
    tool_calls: state.calls.map((call) => ({
      ...call.carried,
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.arguments },
    })),
  };
  const choices = state.chose ? [{ index: 0, message, finish_reason: state.finish }] : [];
  const body = { ...state.top, choices, ...(state.error === null ? {} : { error: state.error }) };
  const ended = state.done || state.finish !== null;
  return { body, cut: state.error === null && (state.broken || !ended) };
}

function addEvent(state: StreamState, { event, data }: EventSourceMessage): void {
  const said = data.replace(/^(?:\s*data:)+/, "").trim();
  // Proxies keep a connection alive with blank events, or wrap the comments of others in events of their own.
  if (said === "" || said.startsWith(":") || state.done) return;
  if (said === "[DONE]") {
    state.done = true;
    return;
  }
  const chunk = parseChunk(said);
  if (event === "error" || statesError(chunk)) {
    state.error ??= fieldsOf(chunk).error ?? chunk ?? { message: said };
  } else if (chunk === undefined) {
    // What comes after the finish word can only be an account, which is then unknown.
    state.broken ||= state.finish === null;
  } else addChunk(state, fieldsOf(chunk));
}

function statesError(chunk: unknown): boolean {
  const { error } = fieldsOf(chunk);
  return typeof error === "string" ? error !== "" : typeof error === "object" && error !== null;
}

function parseChunk(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function addChunk(state: StreamState, chunk: Fields): void {
  const { choices, ...rest } = chunk;
  for (const [key, value] of Object.entries(rest))
    if (value !== undefined && value !== null && value !== "") state.top[key] = value;
  const all = Array.isArray(choices) ? choices.map(fieldsOf) : [];
  const choice = all.find(({ index }) => (index ?? 0) === 0);
  if (!choice) return;
  state.chose = true;
  state.finish = choice.finish_reason ?? state.finish;
  if (statesError(choice)) state.error ??= choice.error;
  const delta = fieldsOf(choice.delta ?? choice.message);
  addCarried(state.carried, delta);
  state.content += textOf(delta.content);
  state.reasoning += textOf(delta.reasoning_content) || textOf(delta.reasoning);
  state.refusal += textOf(delta.refusal);
  const calls = delta.tool_calls;
  if (Array.isArray(calls)) for (const call of calls) addCall(state.calls, fieldsOf(call));
}

/** A part belongs to the call of its index; without one, and where a server gives all the same, a new id starts a new call. */
function addCall(calls: StreamedCall[], part: Fields): void {
  const index = typeof part.index === "number" ? part.index : null;
  const told = fieldsOf(part.function);
  const id = textOf(part.id);
  const last = calls.at(-1);
  const continued =
    index === null
      ? id === "" || id === last?.id
        ? last
        : undefined
      : calls.findLast((call) => call.index === index && !startsAnother(call, id, told));
  const call = continued ?? { index, id, name: "", arguments: "", carried: {} };
  if (!continued) calls.push(call);
  addCarried(call.carried, part);
  call.name += call.name === textOf(told.name) ? "" : textOf(told.name);
  const more = told.arguments;
  call.arguments += typeof more === "object" && more !== null ? JSON.stringify(more) : textOf(more);
}

function startsAnother(call: StreamedCall, id: string, told: Fields): boolean {
  return id !== "" && call.id !== "" && id !== call.id && textOf(told.name) !== "";
}
