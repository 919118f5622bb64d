/** Answer of a failure library about a failed task. */

import type { Strategy } from "./ladder.ts";

/** A failure-library entry that a failed task resembles. */
export interface FailureMatch {
  readonly pattern: string;
  readonly confidence: number;
  readonly preferred: Strategy | null;
}
