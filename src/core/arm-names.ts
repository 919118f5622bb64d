/** Names of the two arms for readers: ON and OFF of a flag, else their own names. */

import type { ComparisonPlan } from "./comparison-plan.ts";
import type { ByArm } from "./pairs.ts";

/** The words for both arms of a comparison. */
export function armNames({
  flag,
  control,
  treatment,
}: Pick<ComparisonPlan, "flag" | "control" | "treatment">): ByArm<string> {
  return flag === null ? { control, treatment } : { control: "OFF", treatment: "ON" };
}
