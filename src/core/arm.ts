/** An arm: a harness with a complete set of flag values, named by what differs from the defaults. */

import type { FlagValue, FlagValues } from "./flag.ts";
import type { HarnessId } from "./harness-id.ts";

export interface Arm {
  /** `baseline`, or the differing flags: `AUDIT_X=0,AUDIT_Y=1`. Unique within an experiment. */
  readonly name: string;
  readonly harness: HarnessId;
  /** Every built flag of the harness with its effective value; one that is not built has none. */
  readonly flags: FlagValues;
}

/** Text of a flag value as users write it on the command line: booleans are 1 and 0. */
export function flagValueText(value: FlagValue): string {
  return typeof value === "boolean" ? (value ? "1" : "0") : String(value);
}
