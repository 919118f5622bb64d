/** A remembered fact and the stores it can be in. */

import type { Confidence } from "../classify/classification.ts";

export type FactOrigin = "user-asserted" | "model-inferred";
export type FactStore = "durable" | "pending" | "session" | "retired";

export interface Fact {
  /** Counter of the trial, e.g. `fact-3`; a higher number is newer. */
  readonly id: string;
  readonly text: string;
  readonly key: string | null;
  readonly kind: "identity" | "preference" | "other";
  readonly origin: FactOrigin;
  readonly confidence: Confidence;
  readonly at: string;
  /** The store it was written to; a retired fact keeps the one it came from. */
  readonly store: FactStore;
}
