/** One comparison as a section of the page, verdict first. */

import { countText } from "../../core/format.ts";
import type { GridRow, ReportDocument, ReportSection } from "../../core/report-document.ts";
import { noTranscripts } from "../absence-words.ts";
import { methodologyLink } from "../methodology.ts";
import { recommendationText } from "../recommendation-words.ts";
import { armList, controlSentences, restsOn } from "../section-facts.ts";
import { armWords, labelMeaning, QUALIFIER_WORDS, sectionName, splitSentence } from "../words.ts";
import { denominators, engagement, matching, mechanism, sensitivity, statistics } from "./evidence.ts";
import { heading, label, sectionId } from "./fragments.ts";
import { html, type Markup } from "./markup.ts";
import { resources } from "./resources.ts";
import { seedGrid } from "./seed-grid.ts";
import { transcriptPair } from "./transcript-pair.ts";

function ruling(document: ReportDocument, section: ReportSection): Markup {
  const { verdict } = section.comparison;
  const [first, rest] = splitSentence(verdict);
  const qualifiers = verdict.qualifiers.map(
    (qualifier) => html`<dt>${qualifier.replaceAll("-", " ")}</dt><dd>${QUALIFIER_WORDS[qualifier]}</dd>`,
  );
  const recommended = recommendationText(document, section);
  const opening =
    recommended === null
      ? html`<p class="verdict"><bdi>${first}</bdi></p>`
      : html`<p class="verdict"><bdi>${recommended}</bdi></p><p><bdi>${first}</bdi></p>`;
  return html`${opening}${rest === "" ? "" : html`<p><bdi>${rest}</bdi></p>`}
<p class="ruling"><strong>${label(section.comparison)}.</strong> ${labelMeaning(verdict)} <a class="method" href="${methodologyLink("labels")}">method</a></p>
<ul class="rests">${restsOn(document, section).map((line) => html`<li><bdi>${line}</bdi></li>`)}</ul>
${qualifiers.length === 0 ? "" : html`<dl class="qualifiers">${qualifiers}</dl>`}
<p class="next"><strong>Next.</strong> <bdi>${verdict.next}</bdi></p>`;
}

/** The whole section; `index` makes its anchors unique. */
export async function flagSection(
  document: ReportDocument,
  section: ReportSection,
  index: number,
): Promise<Markup> {
  const id = sectionId(section.flag, index);
  const talkId = (scenario: string, seed: string) => {
    const at = section.transcripts.findIndex((pair) => pair.scenario === scenario && pair.seed === seed);
    return at < 0 ? null : `${id}-talk-${at + 1}`;
  };
  const target = (row: GridRow) => talkId(row.scenario, row.seed);
  const words = armWords(section);
  return html`<section class="flag" id="${id}">
<h2><code>${sectionName(section)}</code></h2>
<p class="what"><bdi>${section.summary}</bdi> <span class="small">${words.treatment}: <code>${armList(section, "treatment")}</code>. ${words.control}: <code>${armList(section, "control")}</code>.</span></p>
${ruling(document, section)}
${heading("Seed by seed", "pairs")}${seedGrid(section, "stress", target) ?? html`<p>No stress scenario was run.</p>`}
<div class="columns">${denominators(section)}${engagement(section)}</div>
${await resources(document, section)}
${mechanism(section)}
${heading("Control scenarios", "controls")}<p>${controlSentences(section)}</p>
${seedGrid(section, "control", target)}
<div class="columns">${sensitivity(section)}${matching(section)}</div>
${statistics(section)}
${heading("Transcripts side by side", "pairs")}${
  section.transcripts.length === 0
    ? html`<p>${noTranscripts(document)}</p>`
    : section.transcripts.map((pair, at) => transcriptPair(section, pair, `${id}-talk-${at + 1}`))
}${section.transcriptsLeftOut === 0 ? "" : html`<p class="small faint">${countText(section.transcriptsLeftOut, "more pair")} left out here; <code>harness-lab show</code> prints any of them.</p>`}
</section>`;
}
