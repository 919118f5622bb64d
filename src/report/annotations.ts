/** The report as GitHub workflow commands: one annotation per comparison, the worst ones first. */

import { countText } from "../core/format.ts";
import type { Decision } from "../core/label-table.ts";
import type { ReportDocument, ReportSection } from "../core/report-document.ts";
import { decisionOf } from "./decision.ts";
import { lostTrials } from "./trial-counts.ts";
import { oneLine } from "./visible-text.ts";
import { labelText, sectionName } from "./words.ts";

/** Severity of an annotation. */
export type Level = "error" | "warning" | "notice";

const RANK: Readonly<Record<Level, number>> = { error: 0, warning: 1, notice: 2 };
const LEVELS: Readonly<Record<Decision, Level>> = {
  fail: "error",
  broken: "error",
  open: "notice",
  pass: "notice",
};

function escapeText(text: string): string {
  return oneLine(text).replace(/%/g, "%25");
}

function property(text: string): string {
  return escapeText(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
}

/** One workflow command; model text cannot start another one. */
export function workflowCommand(level: Level, title: string, message: string): string {
  return `::${level} title=${property(title)}::${escapeText(message)}`;
}

function levelOf(section: ReportSection): Level {
  return section.comparison.verdict.label === "suggestive-harm" ? "warning" : LEVELS[decisionOf(section)];
}

/** Renders the lines; model text cannot start a command of its own. */
export function renderAnnotations(document: ReportDocument): string {
  const { sections } = document;
  const verdicts = sections
    .map((section) => {
      const { verdict } = section.comparison;
      const title = `${sectionName(section)}: ${labelText(section.comparison)} (${document.basis})`;
      return { level: levelOf(section), title, message: verdict.sentence };
    })
    .toSorted((a, b) => RANK[a.level] - RANK[b.level]);
  const lost = lostTrials(document);
  return [
    ...(sections.length === 0 ? [workflowCommand("error", "harness-lab", "no comparison was run")] : []),
    ...verdicts.map(({ level, title, message }) => workflowCommand(level, title, message)),
    ...(lost === 0
      ? []
      : [workflowCommand("warning", "harness-lab", `${countText(lost, "trial")} with errors or missing`)]),
    "",
  ].join("\n");
}
