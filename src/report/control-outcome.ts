/** Outcome of the control scenarios, where the flag must make no difference. */

import type { Comparison } from "../core/comparison.ts";
import { count, countText } from "../core/format.ts";
import { LABELS } from "../core/label-table.ts";
import type { ReportSection } from "../core/report-document.ts";
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

/** True where the flag makes a difference on its controls. */
export function controlsDiffer({ controls }: Pick<ReportSection, "controls">): boolean {
  return controls !== null && controlOutcome(controls).decision === "fail";
}

/** The difference on the controls with its counts; null where the controls show none. */
export function controlSentence(section: Pick<ReportSection, "controls">): string | null {
  const { controls } = section;
  if (controls === null || !controlsDiffer(section)) return null;
  const { b, c, n } = controls.counts;
  return `Control scenarios: ${controlOutcome(controls).title}, ${count(b)} better, ${count(c)} worse of ${countText(n, "pair")} in which the flag must make no difference.`;
}
