/** The report as a comment on a pull request: the decision in the title, one table, what to do next. */

import type { ReportDocument } from "../core/report-document.ts";
import { provenanceFacts } from "./basis-facts.ts";
import { decisionOf, decisionTitle } from "./decision.ts";
import { markdownCode, markdownTable, markdownText } from "./markdown-text.ts";
import { summaryHead, summaryNote, summaryRow } from "./summary-row.ts";
import { basisSentence, sectionName } from "./words.ts";

/** Lets a workflow find its own comment and replace it. */
export const COMMENT_MARKER = "<!-- harness-lab-report -->";

const ORDER = ["fail", "broken", "open", "pass"] as const;

/** Renders the comment; model text can neither notify anybody nor become a link. */
export function renderPullRequestComment(document: ReportDocument): string {
  const sections = document.sections.toSorted(
    (a, b) => ORDER.indexOf(decisionOf(a)) - ORDER.indexOf(decisionOf(b)),
  );
  const rows = sections.map((section) => {
    const [name = "", ...cells] = summaryRow(section, sections);
    return [markdownCode(name), ...cells.map(markdownText)];
  });
  const verdicts = sections.map(
    (section) =>
      `- ${markdownCode(sectionName(section))}: ${markdownText(section.comparison.verdict.sentence)} *Next:* ${markdownText(section.comparison.verdict.next)}`,
  );
  const provenance = provenanceFacts(document).map(
    ([term, value]) => `- ${term}: ${[value].flat().map(markdownText).join("; ")}`,
  );
  return `${[
    COMMENT_MARKER,
    `### harness-lab: ${decisionTitle(document)}`,
    markdownText(basisSentence(document)),
    ...(rows.length === 0
      ? []
      : [
          markdownTable(summaryHead(sections).map(markdownText), rows, 2),
          markdownText(summaryNote(document)),
        ]),
    ...(verdicts.length === 0
      ? []
      : ["<details><summary>Verdicts and next steps</summary>", verdicts.join("\n"), "</details>"]),
    "<details><summary>What these numbers rest on</summary>",
    provenance.join("\n"),
    "</details>",
  ].join("\n\n")}\n`;
}
