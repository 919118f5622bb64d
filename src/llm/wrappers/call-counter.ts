/** Counts calls by what they are alike in: their place and purpose, or any other key. */

import type { CallPlace, ModelRequest } from "../../core/model.ts";

/** The n-th call (0-based) of a key; counts up with every question. */
export type CallCounter = (key: string) => number;

/** Opens a counter at 0 for every key. */
export function callCounter(): CallCounter {
  const counts = new Map<string, number>();
  return (key) => {
    const n = counts.get(key) ?? 0;
    counts.set(key, n + 1);
    return n;
  };
}

/** Text of (session, turn, iteration, task, purpose): never arrival order, since two tasks may run at once. */
export function placeKey({
  place,
  purpose,
}: {
  readonly place: CallPlace;
  readonly purpose: string;
}): string {
  return JSON.stringify([place.session, place.turn, place.iteration, place.task, purpose]);
}

/** The request without its sampling seed, as digests and draws need it. */
export function withoutSeed(request: ModelRequest): ModelRequest {
  const { seed: _seed, ...rest } = request;
  return rest;
}
