/** The one routing table of memory: where a fact lands depends on source, confidence and write mode. */

import type { Confidence } from "../classify/classification.ts";
import type { Settings } from "../settings.ts";
import type { FactOrigin, FactStore } from "./fact.ts";

export interface Candidate {
  readonly origin: FactOrigin;
  readonly confidence: Confidence;
  readonly durable: boolean;
}

/** The store a candidate of the turn goes to; no writer chooses its own. */
export function routeFact(
  { origin, confidence, durable }: Candidate,
  writeMode: Settings["memory"]["writeMode"],
): Exclude<FactStore, "retired"> {
  if (origin === "user-asserted") return durable ? "durable" : "session";
  if (confidence === "low" || !durable) return "session";
  if (confidence === "medium") return "pending";
  return writeMode === "user_only" ? "pending" : "durable";
}
