/** Parts that a provider sends beside a reply and wants back with it: kept unread, and put where they were found. */

import type { Json } from "../../core/json.ts";
import { type Fields, fieldsOf } from "./loose-fields.ts";

/** Fields that no server sends that would refuse them: signatures and thinking in a provider's own form. */
const BESIDE = [
  "extra_content",
  "reasoning_details",
  "thinking_blocks",
  "thought_signature",
  "provider_specific_fields",
];
/** Plain thinking: some servers want it back, others refuse a request that holds it. */
const THINKING = ["reasoning_content", "reasoning"];

/** The parts of a wire message that have to go back with it; undefined where there are none. */
export function carriedParts(message: Fields, sendThinking: boolean): Json | undefined {
  const calls = (Array.isArray(message.tool_calls) ? message.tool_calls : []).map((call) =>
    pick(fieldsOf(call), BESIDE),
  );
  const beside = pick(message, sendThinking ? [...BESIDE, ...THINKING] : BESIDE);
  const inCalls = calls.some((call) => Object.keys(call).length > 0);
  if (Object.keys(beside).length === 0 && !inCalls) return undefined;
  return { message: beside, ...(inCalls ? { calls } : {}) };
}

/** The fields for a message of a history, and for each of its calls. */
export function carriedFields(carry: Json | undefined): {
  readonly message: Fields;
  readonly call: (index: number) => Fields;
} {
  const { message, calls } = fieldsOf(carry);
  return {
    message: fieldsOf(message),
    call: (index) => fieldsOf(Array.isArray(calls) ? calls[index] : undefined),
  };
}

/** Puts the carried parts of a stream's chunk to those that came before: lists and texts grow, objects are merged. */
export function addCarried(into: Record<string, unknown>, delta: Fields): void {
  for (const name of BESIDE) {
    const [old, more] = [into[name], delta[name]];
    if (more === undefined || more === null) continue;
    if (Array.isArray(old) && Array.isArray(more)) into[name] = [...old, ...more];
    else if (typeof old === "string" && typeof more === "string") into[name] = old + more;
    else into[name] = typeof more === "object" && !Array.isArray(more) ? { ...fieldsOf(old), ...more } : more;
  }
}

function pick(from: Fields, names: readonly string[]): { readonly [key: string]: Json } {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = from[name];
      return value === undefined || value === null || value === "" ? [] : [[name, value as Json]];
    }),
  );
}
