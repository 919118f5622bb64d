/** Outcome of the control scenarios, where the flag must make no difference. */

import type { Comparison } from "../core/comparison.ts";
import { LABELS } from "../core/label-table.ts";
import { labelText } from "./words.ts";

export interface ControlOutcome {
  readonly decision: "pass" | "fail" | "open";
  readonly title: string;
}

/** A difference fails; that too few controls ran to exclude one does not. */
export function controlOutcome(controls: Comparison): ControlOutcome {
  if (controls.counts.n === 0) return { decision: "open", title: "no valid pair" };
  const { decision } = LABELS[controls.verdict.label];
  return {
    decision: decision === "fail" ? "fail" : decision === "broken" ? "open" : "pass",
    title: labelText(controls),
  };
}
