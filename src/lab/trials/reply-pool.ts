/** Turns the calls of arms that ran before into the pool that a later arm takes replies from. */

import type { ModelCall } from "../../core/model-call.ts";
import { type SharedReplies, sharedKey, sharedReplies } from "../../llm/wrappers/shared.ts";
import { harnessCalls } from "./recorded-replies.ts";

/** Successful replies under the key of their request and place; failures are never shared. */
export function poolOf(
  earlier: readonly { readonly arm: string; readonly calls: readonly ModelCall[] }[],
): SharedReplies {
  const pool = sharedReplies();
  for (const { arm, calls } of earlier)
    for (const { request, reply, occurrence } of harnessCalls(calls))
      if (reply.kind === "answer") pool.put(sharedKey(request, occurrence), arm, reply);
  return pool;
}
