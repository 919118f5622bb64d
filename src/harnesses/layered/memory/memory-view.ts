/** Memory as a feature may use it: read it, and write through the one service that routes every fact. */

import type { StatedFact } from "../classify/classification.ts";
import type { Fact, FactStore } from "./fact.ts";

export interface MemoryView {
  /** Durable and session facts, the oldest first. */
  known(): readonly Fact[];
  in(store: FactStore): readonly Fact[];
  /** Writes facts, each to the store its route names; nothing while writing is off. */
  remember(facts: readonly StatedFact[]): Promise<void>;
  /** Removes facts by id or by words of their text; the removed ones. */
  forget(wanted: string): readonly Fact[];
}
