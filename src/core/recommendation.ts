/** Advice that follows from a verdict on a real model: keep the layer, cut it, or learn more. */

export interface Recommendation {
  readonly action: "keep" | "cut" | "undecided";
  /** Effort of more pairs; null where the action is settled, or where pairs cannot settle it. */
  readonly toDecide: {
    /**
     * `gain`, `loss`: pairs in all, for an 80 % chance to prove one of the smallest size worth having that is never the other.
     * `no-harm`: pairs in all that exclude a loss by the margin if nothing further differs.
     */
    readonly shows: "gain" | "loss" | "no-harm";
    readonly pairs: number;
    /** Cost of so many pairs at this run's mean as billed, USD; null = unknown. */
    readonly costUsd: number | null;
  } | null;
  /** Other step that has to come first, where pairs alone cannot settle it. */
  readonly blockedBy:
    | "judge"
    | "lost-results"
    | "repeats"
    | "scenarios-disagree"
    | "never-fired"
    | "no-success"
    | "invalid"
    | null;
  /** Extra cost of the treatment per 1,000 tasks, USD, at the price that the cost verdict rests on; null = unknown. */
  readonly extraPerThousandUsd: number | null;
  /** Extra cost per extra success, USD; null where no gain is established or the cost is unknown. */
  readonly perSuccessUsd: number | null;
}
