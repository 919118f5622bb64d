/** Layer 10's fixed ladder of six strategies, and how the next one is chosen (A-103..A-106). */

import type { FailureMatch } from "./failure-match.ts";

export const LADDER = [
  "DIRECT_EDIT",
  "TRACE_EXEC",
  "BROADER_SEARCH",
  "REIMPLEMENT",
  "MINIMAL_FIX",
  "ESCALATE",
] as const;
export type Strategy = (typeof LADDER)[number];

const CONFIDENT_MATCH = 0.7;

/** The one sentence of a strategy that reaches the model. */
export function hintOf(strategy: Strategy): string {
  return HINTS[strategy];
}

const HINTS: Readonly<Record<Strategy, string>> = {
  DIRECT_EDIT: "An earlier attempt failed: make the smallest targeted correction.",
  TRACE_EXEC: "An earlier attempt failed: find out where it broke before you go on.",
  BROADER_SEARCH: "Earlier attempts failed: look in more places before you answer.",
  REIMPLEMENT: "Earlier attempts failed: take another approach from the start.",
  MINIMAL_FIX: "Earlier attempts failed: settle for the smallest useful answer.",
  ESCALATE: "Earlier attempts failed: say what stands in the way and what the user could do.",
};

/** The next strategy of the fixed order, from the first one on; the last one is kept. */
export function nextOnLadder(current: Strategy | null): Strategy {
  const next = current === null ? 0 : LADDER.indexOf(current) + 1;
  return LADDER[next] ?? "ESCALATE";
}

/** The strategy that a confident library match prefers, null without one. */
export function preferredOf(match: FailureMatch | null): Strategy | null {
  return match !== null && match.confidence >= CONFIDENT_MATCH ? match.preferred : null;
}
