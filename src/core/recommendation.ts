/** What a verdict on a real model means for somebody who has to decide: keep the layer, cut it, or learn more. */

export interface Recommendation {
  readonly action: "keep" | "cut" | "undecided";
  /** What more pairs would take; null where the action is settled, or where pairs cannot settle it. */
  readonly toDecide: {
    /** Pairs in all, for an 80 % chance to prove a gain of the smallest size worth having that never hurts. */
    readonly pairs: number;
    /** What so many pairs cost at this run's mean as billed, USD; null = unknown. */
    readonly costUsd: number | null;
  } | null;
  /** What else has to happen first, where pairs alone cannot settle it. */
  readonly blockedBy: "judge" | "lost-results" | "repeats" | "never-fired" | "invalid" | null;
  /** Extra cost of the treatment per 1,000 tasks, USD, at the price that the cost verdict rests on; null = unknown. */
  readonly extraPerThousandUsd: number | null;
  /** Extra cost per extra success, USD; null where no gain is established or the cost is unknown. */
  readonly perSuccessUsd: number | null;
}
