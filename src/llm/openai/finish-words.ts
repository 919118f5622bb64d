/** The words with which servers say why a reply ended, and what each stands for. */

import type { FinishReason } from "../../core/model.ts";

/** `aborted`: the server broke the generation off. `unusable`: the model wrote what the server could not read. */
export type Ending = FinishReason | "aborted" | "unusable" | "other";

/** In lower case with underscores; the words of OpenAI, its imitators and the APIs that routers translate from. */
export const FINISH_WORDS: Readonly<Record<Exclude<Ending, "unknown" | "other">, readonly string[]>> = {
  stop: [
    "stop",
    "eos",
    "eos_token",
    "end_turn",
    "stop_sequence",
    "complete",
    "completed",
    "done",
    "eosfound",
  ],
  "tool-calls": ["tool_calls", "tool_call", "tool_use", "function_call", "toolcalls"],
  length: [
    "length",
    "max_tokens",
    "model_length",
    "max_length",
    "max_output_tokens",
    "model_context_window_exceeded",
    "contextlengthreached",
    "maxpredictedtokensreached",
  ],
  "content-filter": [
    "content_filter",
    "content_filtered",
    "safety",
    "sensitive",
    "recitation",
    "blocklist",
    "prohibited_content",
    "spii",
    "refusal",
    "guardrail_intervened",
    "error_toxic",
  ],
  aborted: [
    "error",
    "abort",
    "aborted",
    "cancel",
    "cancelled",
    "canceled",
    "user_cancel",
    "interrupted",
    "timeout",
    "timed_out",
    "failed",
    "failure",
    "server_error",
    "internal_error",
    "internal_server_error",
    "engine_error",
    "engine_overloaded",
    "overloaded",
    "network_error",
    "upstream_error",
    "insufficient_system_resource",
    "error_limit",
    "disconnect",
    "disconnected",
    "load",
    "unload",
    "modelunloaded",
    "userstopped",
  ],
  unusable: [
    "malformed_function_call",
    "unexpected_tool_call",
    "too_many_tool_calls",
    "malformed_response",
    "invalid_tool_call",
  ],
};

const ENDINGS: ReadonlyMap<string, Ending> = new Map(
  Object.entries(FINISH_WORDS).flatMap(([ending, words]) =>
    words.map((word): [string, Ending] => [word, ending as Ending]),
  ),
);

/** The ending of a raw `finish_reason`: a word, an object with a type, or nothing. */
export function endingOf(raw: unknown): { readonly ending: Ending; readonly word: string } {
  const said = typeof raw === "object" && raw !== null ? (raw as { readonly type?: unknown }).type : raw;
  if (said === null || said === undefined || said === "") return { ending: "unknown", word: "" };
  const word = String(said);
  const plain = word
    .replace(/^.*\./, "")
    .replaceAll(/[\s-]+/g, "_")
    .toLowerCase();
  return { ending: ENDINGS.get(plain) ?? "other", word };
}
