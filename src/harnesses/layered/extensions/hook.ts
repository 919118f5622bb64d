/** One feature's part in a hook: when it has business there, and what it answers. */

import type { Contribution } from "./contribution.ts";

export interface Hook<Scope, Input, Value> {
  /** False where the feature has no business at this point of this turn; it then counts as not reached. */
  applies?(scope: Scope, input: Input): boolean;
  run(scope: Scope, input: Input): Promise<Contribution<Value>>;
}

/** Answer of one feature, in catalogue order. */
export interface Answer<Value> {
  readonly feature: string;
  readonly value: Value;
}
