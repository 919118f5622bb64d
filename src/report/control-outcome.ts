/** What came of the control scenarios, where the flag must make no difference. */

import type { Comparison } from "../core/comparison.ts";
import { labelText } from "./words.ts";

export interface ControlOutcome {
  readonly decision: "pass" | "fail" | "open";
  readonly title: string;
}

/** On a simulated model any pair that differs is a difference; on a real one only what is beyond chance. */
export function controlOutcome(controls: Comparison): ControlOutcome {
  const { plan, counts, verdict, spontaneousPairs } = controls;
  if (counts.n === 0) return { decision: "open", title: "no valid pair" };
  if (!plan.simulated)
    return { decision: verdict.label === "harmful" ? "fail" : "pass", title: labelText(controls) };
  if (counts.b + counts.c === 0) return { decision: "pass", title: "makes no difference" };
  return spontaneousPairs === 0
    ? { decision: "fail", title: "makes a difference" }
    : {
        decision: "open",
        title: "pairs differ, in some of which the model succeeded by its declared chance",
      };
}
