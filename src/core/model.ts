/** The Model port: one request in, one reply out, with the words that describe a call. */

import type { Json } from "./json.ts";
import type { JsonSchema, ToolCall, ToolSpec } from "./tool.ts";

/** Messages stay neutral at the port; `llm` encodes them for a provider or a tool protocol. */
export type Message =
  | { readonly role: "system"; readonly content: string }
  | { readonly role: "user"; readonly content: string }
  | {
      readonly role: "assistant";
      readonly content: string;
      readonly toolCalls?: readonly ToolCall[];
      /** The `carry` of the answer that these are the words of. */
      readonly carry?: Json;
    }
  | { readonly role: "tool"; readonly callId: string; readonly tool: string; readonly content: string };

/** Place of a call in the conversation; never arrival order, since two tasks may run at once. */
export interface CallPlace {
  /** 1-based count of sessions of the trial. */
  readonly session: number;
  /** 1-based count of user entries across sessions; commands and steered messages do not count. */
  readonly turn: number;
  /** 0 before and after the loop, 1-based inside it. */
  readonly iteration: number;
  /** Task id inside the turn, "" outside any task. */
  readonly task: string;
}

export interface ModelRequest {
  /** Purpose of the call: `propose`, `classify-turn`, `contradiction-check`, `judge`, ... */
  readonly purpose: string;
  /** Kebab id of the feature that asked, null for the engine's own calls. */
  readonly feature: string | null;
  readonly place: CallPlace;
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolSpec[];
  /** Asks for a JSON reply of this schema; the reply's `json` then holds the parsed value. */
  readonly schema?: { readonly name: string; readonly schema: JsonSchema };
  readonly maxTokens?: number;
  readonly temperature?: number;
  /** Sampling seed, set by the runner (ARCHITECTURE 8, draw key); harnesses leave it out. */
  readonly seed?: number;
}

/** Tokens of one call; null is unknown, never 0. */
export interface Usage {
  /** All prompt tokens, cached ones included. */
  readonly inputTokens: number | null;
  /** The part of `inputTokens` that the provider served from its prompt cache. */
  readonly cachedInputTokens: number | null;
  readonly outputTokens: number | null;
  /** True when counted by us (simulated model, server without usage), false when the provider told. */
  readonly estimated: boolean;
}

export type FailureClass =
  | "server-error"
  | "rate-limit"
  | "timeout"
  | "network"
  /** An answer that is not a completion of the protocol: an HTML page, half a body, no message, an aborted generation. */
  | "no-completion"
  | "auth"
  /** The account has no money left, or its limits do not allow this request at any time. */
  | "quota"
  | "model-not-found"
  /** The provider refused what the request says, before any model read it. */
  | "prompt-filtered"
  | "bad-request"
  | "context-length"
  /** Failure by a text of the model that cannot be used. */
  | "malformed-reply"
  /** The model, or a filter on its reply, refused to answer. */
  | "refused"
  | "aborted"
  /** The spending limit does not hold the call, so it was not sent. */
  | "budget"
  /** The simulated model has no rule for this request: an error of the scenario, never a bland reply. */
  | "no-rule"
  /** A recording has no reply for this request. */
  | "not-recorded";

export interface ModelFailure {
  readonly class: FailureClass;
  /** HTTP status where there was one. */
  readonly status: number | null;
  /** Shown to people and, through the harness, perhaps to the model; keys are blotted out. */
  readonly message: string;
}

export type FinishReason = "stop" | "tool-calls" | "length" | "content-filter" | "unknown";

/**
 * Source of a reply: `asked` of the model now, `shared` by another arm of the block, out of the `journal` of an
 * interrupted run, out of a `recording`, or `injected` by the scenario's fault schedule.
 */
export type ReplySource = "asked" | "shared" | "journal" | "recording" | "injected";

export interface ModelAnswer {
  readonly kind: "answer";
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** Parsed value when the request had a schema and the text held JSON; undefined otherwise. */
  readonly json?: Json;
  readonly finish: FinishReason;
  /** Thinking that the server showed apart from the text; kept for the transcript, never graded as the answer. */
  readonly reasoning?: string;
  /** The simulated model succeeded by itself here, as its scenario declares that a model may. */
  readonly spontaneous?: true;
  /**
   * Parts that the provider sent beside the reply and wants back with it (signatures, thinking parts): whoever puts the reply's
   * tool calls into a history puts this beside them, unread.
   */
  readonly carry?: Json;
  /** Oddities of the reply, as stable words: `empty-reply`, `implausible-usage`, ... */
  readonly notes?: readonly string[];
  readonly usage: Usage;
  /** The model that answered, as the server named it; null when it did not say. */
  readonly model: string | null;
  readonly fingerprint: string | null;
  /** Wall time of the call, null when nothing was measured (shared, recorded). */
  readonly latencyMs: number | null;
  /** Latency the simulated model pretends to, null for real ones. */
  readonly virtualLatencyMs: number | null;
  readonly source: ReplySource;
}

export interface ModelFailed {
  readonly kind: "failed";
  readonly failure: ModelFailure;
  /** Usage of the failed call, where known; an injected fault uses a known 0, a time-out is unknown. */
  readonly usage: Usage | null;
  readonly latencyMs: number | null;
  readonly source: ReplySource;
}

export type ModelReply = ModelAnswer | ModelFailed;

/**
 * Asks a model once.
 * Contract: never rejects and never throws; a failed call is a reply of kind "failed", so that the trial can
 * record it. Does not keep conversation state between calls. May be called concurrently.
 */
export interface Model {
  readonly id: string;
  /** True for the simulated model: what rests on it proves mechanisms, never benefit. */
  readonly simulated: boolean;
  ask(request: ModelRequest): Promise<ModelReply>;
}

/** The part of a request that decides a reply: what is compared, digested and shared. */
export function requestContent(request: ModelRequest): Json {
  const { purpose, messages, tools, schema, maxTokens, temperature, seed } = request;
  return JSON.parse(
    JSON.stringify({ purpose, messages, tools, schema, maxTokens, temperature, seed }),
  ) as Json;
}
