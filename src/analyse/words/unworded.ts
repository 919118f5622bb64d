/** A comparison whose verdict has no words yet. */

import type { Comparison } from "../../core/comparison.ts";
import type { Clause, ClauseTag } from "../../core/verdict.ts";
import type { Ruling } from "../ruling.ts";

/** Everything known of a comparison but the words of its verdict. */
export type Unworded = Omit<Comparison, "verdict" | "recommendation"> & { readonly ruling: Ruling };

/** A clause, or none where there is nothing to say. */
export function clause(tag: ClauseTag, text: string | null): readonly Clause[] {
  return text === null || text === "" ? [] : [{ tag, text }];
}
