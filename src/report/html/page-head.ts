/** Top of the page: title, what the run rests on, totals and where every number comes from. */

import { countText, dateTime } from "../../core/format.ts";
import type { ReportDocument } from "../../core/report-document.ts";
import { provenanceFacts, totalFacts } from "../basis-facts.ts";
import { basisSentence, basisTitle } from "../words.ts";
import { facts } from "./fragments.ts";
import { html, type Markup } from "./markup.ts";

/** The head of the page. */
export function pageHead(document: ReportDocument): Markup {
  return html`<header>
<h1><bdi>${document.title}</bdi></h1>
<p class="faint">Is each layer worth its cost? ${countText(document.sections.length, "comparison")}, ${dateTime(document.generatedAt)}.</p>
<div class="basis ${document.basis}"><strong>${basisTitle(document)}</strong> ${basisSentence(document)}</div>
${facts(totalFacts(document))}
${document.notes.map((note) => html`<p class="small"><bdi>${note}</bdi></p>`)}
<details class="small provenance"><summary>What these numbers rest on</summary>${facts(provenanceFacts(document))}</details>
</header>`;
}
