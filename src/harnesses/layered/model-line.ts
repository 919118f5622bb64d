/** The harness's way to its model: every request gets its asker and its place, every JSON answer is read the same way. */

import type { Json } from "../../core/json.ts";
import type { CallPlace, Model, ModelReply } from "../../core/model.ts";
import { findJson } from "../../llm/json-text.ts";
import type { Prompt } from "./prompts/prompt.ts";

/** Asks a prompt from a place, for the engine (null) or for a feature. */
export type Ask = (prompt: Prompt, from: { place: CallPlace; feature: string | null }) => Promise<ModelReply>;

/** Binds a model; the harness never sends a request by another way. */
export function modelLine(model: Model): Ask {
  return (prompt, { place, feature }) => model.ask({ ...prompt, feature, place });
}

/** The JSON value of a reply, undefined for a failed or unreadable one. */
export function jsonOf(reply: ModelReply): Json | undefined {
  if (reply.kind === "failed") return undefined;
  return reply.json !== undefined ? reply.json : findJson(reply.text)?.value;
}

/** One line about why a reply is unusable as JSON. */
export function unreadable(reply: ModelReply): string {
  return reply.kind === "failed" ? reply.failure.message : `no readable JSON (finish: ${reply.finish})`;
}
