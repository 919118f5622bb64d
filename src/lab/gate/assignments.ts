/** Reads flags that a user sets for an arm: FLAG=value. */

import type { Arm } from "../../core/arm.ts";
import { LabError } from "../../core/errors.ts";
import type { Flag, FlagValue, FlagValues } from "../../core/flag.ts";
import { builtFlag, checkedValue } from "../../plan/arms.ts";

/** Checked values by flag; an unknown or unbuilt flag, or text that assigns nothing, is wrong use. */
export function readAssignments(assignments: readonly string[], option: string): FlagValues {
  const values: Record<string, FlagValue> = {};
  for (const assignment of assignments) {
    const [name, value, ...more] = assignment.split("=");
    if (!name || value === undefined || more.length > 0)
      throw new LabError({
        code: "bad-option",
        what: `${assignment} is no assignment`,
        where: option,
        remedy: "write FLAG=0 or FLAG=1",
      });
    values[name] = checkedValue(builtFlag(name), value);
  }
  return values;
}

/** The flags that a user's changes set otherwise than the base has them: those that have to fire for a gate to test anything. */
export function changedFlags(changes: FlagValues, base: Arm): readonly Flag[] {
  return Object.entries(changes)
    .filter(([name, value]) => base.flags[name] !== value)
    .map(([name]) => builtFlag(name));
}
