/** An arm: a harness with its flags, settings and model; whatever differs between two arms is what they are compared for. */

import type { FlagValue, FlagValues } from "./flag.ts";
import type { HarnessId } from "./harness-id.ts";
import type { ModelSettings } from "./model-settings.ts";
import type { SettingsOverride } from "./settings.ts";

export interface Arm {
  /** `baseline`, or the differing flags: `AUDIT_X=0,AUDIT_Y=1`. Unique within an experiment. */
  readonly name: string;
  readonly harness: HarnessId;
  /** Every built flag of the harness with its effective value; one that is not built has none. */
  readonly flags: FlagValues;
  /** Laid over the settings of the experiment; absent = those alone. */
  readonly settings?: SettingsOverride;
  /** The model that answers this arm; absent = the model of the experiment. */
  readonly model?: ModelSettings;
}

/** Text of a flag value as users write it on the command line: booleans are 1 and 0. */
export function flagValueText(value: FlagValue): string {
  return typeof value === "boolean" ? (value ? "1" : "0") : String(value);
}
