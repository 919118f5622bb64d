/** Layer 6: the sole control input for action selection; only the resolver can make one (A-062, INV-06). */

declare const resolved: unique symbol;

export interface ControlState {
  /** Only `resolveControlState` makes values of this type. */
  readonly [resolved]: true;
  readonly permission: "ALLOW" | "DENY";
  readonly mode: "NORMAL" | "CAUTIOUS" | "RECOVERY";
  readonly escalation: "SYSTEM_BREAKING" | "HUMAN_REQUIRED" | null;
  /** Recovery action classes by blocked dimension, as `dimension:action`. */
  readonly tags: readonly string[];
  readonly note: string | null;
  /** Generation of the world model it was resolved against. */
  readonly pinned: number;
  /** Means of the dimensions; attached, never deciding (REFERENCE 1.3). */
  readonly confidenceEstimate: number;
  readonly riskEstimate: number;
}
