/** Layer 10's slice: the strategy each failed task has reached, how often strategies were switched, and the last match. */

import type { FailureMatch } from "./failure-match.ts";
import type { Strategy } from "./ladder.ts";

export interface RecoveryState {
  readonly strategies: Readonly<Record<string, Strategy>>;
  readonly switches: number;
  /** The failure-library entry matched last; control state blends its confidence in. */
  readonly match: FailureMatch | null;
  /** Tasks that matched already and are not asked about again. */
  readonly matched: readonly string[];
}

export const NO_RECOVERY: RecoveryState = {
  strategies: {},
  switches: 0,
  match: null,
  matched: [],
};
