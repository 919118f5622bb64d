/** Lean of a random conversation, so that rare states need no rare seed. */

import type { Json } from "../../core/json.ts";
import type { Random } from "../../core/random.ts";
import type { Said } from "../layered-talk.ts";

export interface Lean {
  /** Chance that a proposal breaks, calls tools, or is blank. */
  readonly breaks: number;
  readonly calls: number;
  readonly blanks: number;
  /** Calls in one proposal. */
  readonly width: number;
  /** Minutes that pass while the model thinks. */
  readonly slowMinutes: number;
  readonly facts: number;
  readonly parts: number;
  /** Chance that a pair of statements is found to conflict. */
  readonly conflicts: number;
  /** True where words are compared, and the user says two things that negate one another. */
  readonly opposed: boolean;
  /** True where a task may go on for thirty steps. */
  readonly long: boolean;
}

/** The lean of a conversation. */
export function leanOf(draw: Random): Lean {
  const busy = draw.next() < 0.1;
  return {
    breaks: busy ? 0 : pick(draw, [0, 0.1, 0.5, 0.9, 1]),
    calls: busy ? 0.97 : pick(draw, [0, 0.3, 0.6, 0.95]),
    blanks: busy ? 0 : pick(draw, [0, 0.05, 0.5]),
    width: busy ? 8 : pick(draw, [1, 2, 8]),
    slowMinutes: pick(draw, [0, 0, 12, 45]),
    facts: pick(draw, [0, 1, 2, 4]),
    parts: busy ? 0 : pick(draw, [0, 0, 2, 3, 6, 12]),
    conflicts: pick(draw, [0, 0.3, 0.9]),
    opposed: draw.next() < 0.1,
    long: busy || draw.next() < 0.2,
  };
}

/** One of them. */
export function pick<T>(draw: Random, items: readonly T[]): T {
  return items[draw.int(items.length)] as T;
}

/** Answers of a model in place of the one it was asked for. */
export function orBroken(draw: Random, answer: Json): Said {
  return draw.next() < 0.03 ? "I'd rather not." : { json: answer };
}
