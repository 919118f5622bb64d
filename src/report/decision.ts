/** What a pipeline should do with a verdict: pass, fail, broken, or open because nothing was shown. */

import { counted } from "../core/format.ts";
import type { ReportDocument, ReportSection } from "../core/report-document.ts";
import type { Label } from "../core/verdict.ts";

export type Decision = "pass" | "fail" | "broken" | "open";

const DECISIONS: Readonly<Record<Label, Decision>> = {
  verified: "pass",
  demonstrated: "pass",
  "no-large-effect": "pass",
  "no-effect-shown": "pass",
  "no-gain": "pass",
  "no-harm": "pass",
  harmful: "fail",
  // It breaks some scenarios, whatever it does for others.
  mixed: "fail",
  saves: "pass",
  "no-saving": "pass",
  fires: "pass",
  // What a flag is there to save it must not use more of.
  "costs-more": "fail",
  "saves-harm-not-excluded": "open",
  "mechanism-not-demonstrated": "open",
  invalid: "broken",
  // A run that showed nothing never passes: it fired nowhere, or too little is known.
  inert: "open",
  suggestive: "open",
  "suggestive-harm": "open",
  underpowered: "open",
};

/** The decision on one comparison; without a valid pair there is nothing to decide. */
export function decisionOf({ comparison }: ReportSection): Decision {
  return comparison.counts.n === 0 ? "broken" : DECISIONS[comparison.verdict.label];
}

const WORDS: readonly (readonly [Decision, string])[] = [
  ["fail", "harmful, mixed or more expensive"],
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
  return `${parts.filter((part) => part !== null).join(", ")} of ${counted(sections.length, "comparison")}`;
}
