/** Hands an earlier arm's reply to a later arm of the block that sends the same request at the same place (ARCHITECTURE 5). */

import { digestOf } from "../../core/digest.ts";
import { type Model, type ModelAnswer, type ModelRequest, requestContent } from "../../core/model.ts";
import { callCounter, placeKey } from "./call-counter.ts";

interface PooledReply {
  readonly arm: string | number;
  readonly reply: ModelAnswer;
}

/** The replies of one block's arms so far. */
export interface SharedReplies {
  take(key: string, arm: string | number): ModelAnswer | undefined;
  put(key: string, arm: string | number, reply: ModelAnswer): void;
}

/** Opens the pool of one block; the first arm that got a reply for a key owns it, and is never given its own. */
export function sharedReplies(): SharedReplies {
  const pool = new Map<string, PooledReply>();
  return {
    take(key, arm) {
      const pooled = pool.get(key);
      return pooled && pooled.arm !== arm ? pooled.reply : undefined;
    },
    put(key, arm, reply) {
      if (!pool.has(key)) pool.set(key, { arm, reply });
    },
  };
}

/** Key of a reply in the pool: the request, seed included, at its place. */
export function sharedKey(request: ModelRequest, occurrence: number): string {
  return digestOf([placeKey(request), occurrence, requestContent(request)]);
}

/**
 * Shares replies through the block's pool. The request must be byte-identical, seed included, at the same session, turn,
 * iteration, task, purpose and occurrence; failures are never shared. A shared reply keeps its usage, for the cost as
 * deployed, and has no latency.
 */
export function sharedModel(inner: Model, pool: SharedReplies, arm: string | number): Model {
  const occurrenceOf = callCounter();
  return {
    id: inner.id,
    simulated: inner.simulated,
    async ask(request) {
      const key = sharedKey(request, occurrenceOf(placeKey(request)));
      const earlier = pool.take(key, arm);
      if (earlier) return { ...earlier, source: "shared", latencyMs: null };
      const reply = await inner.ask(request);
      if (reply.kind === "answer") pool.put(key, arm, reply);
      return reply;
    },
  };
}
