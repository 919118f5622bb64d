/** The gate's decision as Markdown: the comment on a pull request and the job summary. */

import { count } from "../../core/format.ts";
import type { GateDocument } from "../../core/gate.ts";
import { markdownCode, markdownTable, markdownText } from "../markdown-text.ts";
import { gateFacts, OUTCOME_WORDS, pairsSource } from "./gate-facts.ts";

/** Lets a workflow find its own comment and replace it. */
export const GATE_COMMENT_MARKER = "<!-- harness-lab-gate -->";

/** Renders the comment; model text can neither notify anybody nor become a link. */
export function renderGateMarkdown(document: GateDocument): string {
  const { scenarios, parts, reasons } = document;
  const source = pairsSource(document);
  const differing = scenarios.filter(({ b, c, errors, n }) => b > 0 || c > 0 || errors.length > 0 || n === 0);
  const rows = differing.map((row) => [
    `${markdownCode(row.scenario)}${row.quarantined ? " (quarantined)" : ""}`,
    count(row.n),
    count(row.b),
    count(row.c),
    count(row.errors.length),
  ]);
  return `${[
    GATE_COMMENT_MARKER,
    `### harness-lab gate: ${document.title}`,
    reasons.map((reason) => `- ${markdownText(reason)}`).join("\n"),
    ...(document.next === "" ? [] : [`**Next.** ${markdownText(document.next)}`]),
    markdownTable(
      ["part", "state", "what it says"],
      parts.map(({ name, state, detail }) => [name, OUTCOME_WORDS[state], markdownText(detail)]),
      3,
    ),
    ...(rows.length === 0
      ? [`All ${scenarios.length} scenarios are equal in every pair${source}.`]
      : [
          ...(source === "" ? [] : [`Pairs${source}:`]),
          markdownTable(["scenario", "pairs", "better", "worse", "errors"], rows),
          ...(rows.length < scenarios.length
            ? [`The other ${scenarios.length - rows.length} scenarios are equal in every pair${source}.`]
            : []),
        ]),
    "<details><summary>What this rests on</summary>",
    gateFacts(document)
      .map(([term, value]) => `- ${term}: ${[value].flat().map(markdownText).join("; ")}`)
      .join("\n"),
    "</details>",
  ].join("\n\n")}\n`;
}
