/** Inclusive bounds of a count, as checks write them. */

import { type Finding, holds, misses } from "./finding.ts";

/** Exactly that many, or a range that is open where a side is left out. */
export type Count = number | { readonly min?: number | undefined; readonly max?: number | undefined };

/** True where a number of things lies in the bounds; without bounds at least one is wanted. */
export function inBounds(found: number, count: Count | undefined, what: string): Finding {
  const { min = 0, max = Number.POSITIVE_INFINITY } =
    count === undefined ? { min: 1 } : typeof count === "number" ? { min: count, max: count } : count;
  const detail = `${what}: ${found} found, ${boundsText(min, max)} wanted`;
  return found >= min && found <= max ? holds(detail) : misses(detail);
}

function boundsText(min: number, max: number): string {
  if (min === max) return `exactly ${min}`;
  if (max === Number.POSITIVE_INFINITY) return `at least ${min}`;
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}
