/** Evidence of a verdict, as markup: denominators, engagement, mechanism checklist, sensitivity, matching. */

import type { Tone } from "../../core/event-line.ts";
import type { ReportSection } from "../../core/report-document.ts";
import type { MechanismItem } from "../../core/verdict.ts";
import { methodologyLink } from "../methodology.ts";
import {
  answerText,
  denominatorFacts,
  engagementFacts,
  engagementRows,
  lostRows,
  matchingFacts,
  reasonText,
  sensitivityFacts,
} from "../section-facts.ts";
import { scenarioHead, scenarioRow, statisticsFacts } from "../statistics-facts.ts";
import { armTable, facts, heading } from "./fragments.ts";
import { html, type Markup } from "./markup.ts";

/** Planned, run, lost. */
export function denominators(section: ReportSection): Markup {
  return html`<div>${heading("Denominators", "missing")}
${facts(denominatorFacts(section))}
${armTable("Trials without a result", section, lostRows(section))}</div>`;
}

/** Reached, fired, diverged. */
export function engagement(section: ReportSection): Markup {
  return html`<div>${heading("Engagement", "engagement")}
${armTable("Trials in which the flag", section, engagementRows(section))}
${facts(engagementFacts(section))}</div>`;
}

const TONES: Readonly<Record<MechanismItem["answer"], Tone>> = {
  yes: "good",
  no: "bad",
  "not-checked": "quiet",
};

/** The checklist of a proof by intervention, every item yes, no or not checked. */
export function mechanism(section: ReportSection): Markup {
  const items = section.comparison.mechanism;
  const list = items.map(
    (item) =>
      html`<li><span class="${TONES[item.answer]}">${item.id} ${answerText(item)}</span><span>${item.claim} <span class="faint"><bdi>${reasonText(item)}</bdi></span></span></li>`,
  );
  return html`${heading("Mechanism checklist", "mechanism")}${
    items.length === 0 ? html`<p>Not checked.</p>` : html`<ul class="checklist">${list}</ul>`
  }`;
}

/** Changes that would alter the verdict. */
export function sensitivity(section: ReportSection): Markup {
  return html`<div>${heading("What the verdict hangs on", "sensitivity")}${facts(sensitivityFacts(section))}</div>`;
}

/** Sources of difference, with those that were held equal. */
export function matching(section: ReportSection): Markup {
  return html`<div>${heading("What was matched", "pairs")}${facts(matchingFacts(section))}</div>`;
}

/** Every figure of the comparison, and each scenario on its own; folded, since the verdict comes first. */
export function statistics(section: ReportSection): Markup {
  const rows = section.comparison.scenarios.map((row) => scenarioRow(row, section.comparison));
  return html`<details class="small more"><summary>All statistics</summary>${facts(statisticsFacts(section))}
<div class="scroll"><table><thead><tr>${scenarioHead(section.comparison).map((name, column) => html`<th scope="col" class="${column === 0 ? "" : "n"}">${name}</th>`)}</tr></thead>
<tbody>${rows.map(([name, ...cells]) => html`<tr><th scope="row"><bdi>${name}</bdi></th>${cells.map((cell) => html`<td class="n">${cell}</td>`)}</tr>`)}</tbody></table></div>
<p><a href="${methodologyLink("test")}">method of the tests</a>, <a href="${methodologyLink("interval")}">of the intervals</a>, <a href="${methodologyLink("calibration")}">of the calibration</a></p></details>`;
}
