/** Turns what a server answered into a reply of the port: tolerant in reading, and plain about what was odd. */

import type { FailureClass, FinishReason, ModelReply, ModelRequest } from "../../core/model.ts";
import type { ToolCall } from "../../core/tool.ts";
import { failedReply } from "../failed-reply.ts";
import { findJson } from "../json-text.ts";
import { carriedParts } from "./carried-parts.ts";
import { echoNotes } from "./compare-echo.ts";
import { completionFault } from "./completion-faults.ts";
import type { ChatBody, Exchange } from "./exchange.ts";
import { type Ending, endingOf } from "./finish-words.ts";
import { type Fields, fieldsOf, textOf } from "./loose-fields.ts";
import { readError } from "./read-error.ts";
import { isEventStream, readStream } from "./read-stream.ts";
import { readUsage } from "./read-usage.ts";
import { splitThoughts } from "./split-thoughts.ts";
import { readArguments } from "./tool-arguments.ts";
import { lostCall, writesCall } from "./written-calls.ts";

/** Request, and manner of reading its answer. */
export interface Asked {
  readonly request: ModelRequest;
  /** The body that is answered; its token cap tells a cut call from a wrong one. */
  readonly sent: ChatBody;
  readonly sendThinking: boolean;
}

/** Reads one exchange. */
export function readReply(exchange: Exchange, asked: Asked): ModelReply {
  const { status, latencyMs } = exchange;
  const { cut, body: whole } = parseBody(exchange);
  // An escape that the text held is undone by parsing, and a stream's pieces are put together.
  const parsed = { cut, body: exchange.blot.value(whole) };
  const refuse = (body: unknown): ModelReply => failedReply(readError({ ...exchange, body }), { latencyMs });
  if (status >= 300) return refuse(parsed.body);
  if (parsed.cut)
    return failedReply({ class: "network", message: "the reply's stream ended early" }, { latencyMs });
  const body = fieldsOf(parsed.body);
  const choice = fieldsOf(Array.isArray(body.choices) ? body.choices[0] : undefined);
  const stated = [parsed.body, choice].find(statesError);
  if (stated) return refuse(stated);
  const fault = completionFault(parsed.body);
  if (fault === null) return readChoice(body, choice, { ...asked, latencyMs });
  const { usage } = body.usage === undefined ? { usage: null } : readUsage(body.usage, false);
  const said = isStream(exchange) ? JSON.stringify(parsed.body) : exchange.text.trim();
  const message = `${fault}: ${said.slice(0, 200) || "(nothing)"}`;
  return failedReply({ class: "no-completion", status, message }, { latencyMs, usage });
}

/** True where an answer or a choice is an error under HTTP 200; a stated `error` of null, false or "" is none. */
function statesError(value: unknown): boolean {
  const { error, errors, object, base_resp: base } = fieldsOf(Array.isArray(value) ? value[0] : value);
  if (typeof error === "object" && error !== null) return Object.keys(error).length > 0;
  if (typeof error === "string" && error !== "") return true;
  const code = fieldsOf(base).status_code;
  return object === "error" || (Array.isArray(errors) && errors.length > 0) || (!!code && code !== 0);
}

function parseBody(exchange: Exchange): { readonly body: unknown; readonly cut: boolean } {
  if (isStream(exchange)) return readStream(exchange.text);
  try {
    return { body: JSON.parse(exchange.text), cut: false };
  } catch {
    return { body: undefined, cut: false };
  }
}

function isStream({ headers, text }: Exchange): boolean {
  return isEventStream(headers.get("content-type"), text);
}

interface ReadContext extends Asked {
  readonly latencyMs: number;
}

function readChoice(body: Fields, choice: Fields, context: ReadContext): ModelReply {
  const { request, latencyMs } = context;
  const message = fieldsOf(choice.message);
  const spoken = splitThoughts(contentText(message.content));
  const reasoning = textOf(message.reasoning_content) || textOf(message.reasoning) || spoken.thoughts;
  const calls = readCalls(message, request);
  const wrote = spoken.text !== "" || calls.read.length > 0;
  const { usage, implausible } = readUsage(body.usage, wrote);
  const fail = (failureClass: FailureClass, what: string): ModelReply =>
    failedReply({ class: failureClass, message: what }, { usage, latencyMs });

  const { ending: finish, word } = endingOf(choice.finish_reason);
  const refusal = textOf(message.refusal);
  // What was written until then is half a reply, whose other half no model refused to write.
  if (finish === "aborted") return fail("no-completion", `the server broke the generation off: ${word}`);
  if (!wrote && refusal !== "") return fail("refused", refusal);
  if (!wrote && finish === "content-filter")
    return fail("refused", "the provider's content filter stopped the reply");
  if (!wrote && (finish === "other" || finish === "unusable"))
    return fail("malformed-reply", `the model stopped with ${word} and wrote nothing`);

  const notes: string[] = [...calls.notes];
  if (implausible) notes.push("implausible-usage");
  if (!wrote) notes.push("empty-reply");
  if (finish === "other" || finish === "unusable") notes.push(`finish:${word}`);
  const cut = finish === "length" || (usage.outputTokens ?? 0) >= capOf(context.sent);
  const unfinished = calls.read.filter((call) => call.unterminated);
  const dropped = cut && unfinished.length > 0;
  if (dropped) notes.push("cut-tool-call");
  const toolCalls = calls.read.filter((call) => !(dropped && call.unterminated)).map((call) => call.call);

  if (calls.read.length === 0) {
    if (writesCall(spoken.text, request.tools ?? [])) notes.push("written-tool-call");
    if (lostCall(choice)) notes.push("lost-tool-call");
  }
  notes.push(...echoNotes(body, choice, context.sent));
  const { schema } = request;
  // Places in it are those of the calls as they came.
  const carry = dropped ? undefined : carriedParts(message, context.sendThinking);
  const found = schema ? findJson(spoken.text, { schema: schema.schema }) : undefined;
  if (found) notes.push(...found.notes);
  return {
    kind: "answer",
    text: spoken.text,
    toolCalls: toolCalls.map((call, i) => ({ ...call, id: `call_${i + 1}` })),
    ...(found ? { json: found.value } : {}),
    finish: dropped ? "length" : settledFinish(finish, toolCalls.length > 0),
    ...(reasoning === "" ? {} : { reasoning }),
    ...(carry === undefined || toolCalls.length === 0 ? {} : { carry }),
    ...(notes.length === 0 ? {} : { notes }),
    usage,
    model: textOf(body.model) || null,
    fingerprint: textOf(body.system_fingerprint) || null,
    latencyMs,
    virtualLatencyMs: virtualLatency(body),
    ...(fieldsOf(body.harness_lab).spontaneous === true ? { spontaneous: true as const } : {}),
    source: "asked",
  };
}

function capOf(sent: ChatBody): number {
  return sent.max_tokens ?? sent.max_completion_tokens ?? Number.POSITIVE_INFINITY;
}

interface CallsRead {
  readonly read: readonly { readonly call: Omit<ToolCall, "id">; readonly unterminated: boolean }[];
  readonly notes: readonly string[];
}

/** Every call the model made, also of a tool that is not offered: the world answers that. */
function readCalls(message: Fields, request: ModelRequest): CallsRead {
  const told = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const legacy = message.function_call ? [{ function: message.function_call }] : [];
  const notes: string[] = [];
  const read = [...told, ...legacy].map((entry) => {
    const called = fieldsOf(fieldsOf(entry).function);
    const tool = textOf(called.name);
    const spec = request.tools?.find((one) => one.name === tool);
    const args = readArguments(called.arguments, spec?.parameters);
    if (args.kind === "object") {
      if (args.decoded) notes.push("decoded-arguments");
      return { call: { tool, arguments: args.value }, unterminated: false };
    }
    notes.push("malformed-arguments");
    return { call: { tool, arguments: {}, malformed: args.raw }, unterminated: args.unterminated };
  });
  return { read, notes: [...new Set(notes)] };
}

/** Servers say `stop` beside tool calls and `tool_calls` without any; the calls themselves decide. */
function settledFinish(finish: Exclude<Ending, "aborted">, called: boolean): FinishReason {
  if (finish === "other" || finish === "unusable") return called ? "tool-calls" : "unknown";
  if (called && (finish === "stop" || finish === "unknown")) return "tool-calls";
  return !called && finish === "tool-calls" ? "stop" : finish;
}

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => textOf(part) || textOf(fieldsOf(part).text)).join("");
}

/** The simulated server tells the latency it pretends to. */
function virtualLatency(body: Fields): number | null {
  const told = fieldsOf(body.harness_lab).virtual_latency_ms;
  return typeof told === "number" ? told : null;
}
