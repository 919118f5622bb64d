/** Decision of a pipeline after a verdict: pass, fail, broken, or open because nothing was shown. */

import { countText } from "../core/format.ts";
import { type Decision, LABELS } from "../core/label-table.ts";
import type { ReportDocument, ReportSection } from "../core/report-document.ts";

/** The decision on one comparison; without a valid pair there is nothing to decide. */
export function decisionOf({ comparison }: ReportSection): Decision {
  return comparison.counts.n === 0 ? "broken" : LABELS[comparison.verdict.label].decision;
}

const WORDS: readonly (readonly [Decision, string])[] = [
  ["fail", "harmful, mixed, more expensive or different on controls"],
  ["broken", "without a valid result"],
  ["open", "open"],
  ["pass", "settled"],
];

/** All decisions in one line, worst first; an empty report says so. */
export function decisionTitle({ sections }: ReportDocument): string {
  if (sections.length === 0) return "no comparison was run";
  const parts = WORDS.map(([decision, word]) => {
    const of = sections.filter((section) => decisionOf(section) === decision).length;
    return of === 0 ? null : `${of} ${word}`;
  });
  return `${parts.filter((part) => part !== null).join(", ")} of ${countText(sections.length, "comparison")}`;
}
