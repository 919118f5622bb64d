/** One comparison as a section of the page, verdict first. */

import { flagValueText } from "../../core/arm.ts";
import type { FlagValues } from "../../core/flag.ts";
import type { GridRow, ReportDocument, ReportSection } from "../../core/report-document.ts";
import { count, counted, pEquation, rate, tally } from "../number.ts";
import {
  armWords,
  calibrationSentence,
  LABEL_WORDS,
  labelText,
  QUALIFIER_WORDS,
  sectionName,
} from "../words.ts";
import { denominators, engagement, matching, mechanism, sensitivity } from "./evidence.ts";
import { heading, label, sectionId } from "./fragments.ts";
import { html, type Markup } from "./markup.ts";
import { resources } from "./resources.ts";
import { seedGrid } from "./seed-grid.ts";
import { transcriptPair } from "./transcript-pair.ts";

function flagList(values: FlagValues, names: readonly string[]): string {
  return names
    .map((name) => `${name}=${values[name] === undefined ? "unset" : flagValueText(values[name])}`)
    .join(", ");
}

function ruling(document: ReportDocument, section: ReportSection): Markup {
  const { verdict, scenarios } = section.comparison;
  const held = Object.keys(section.context);
  const rests = [
    document.basis === "simulated"
      ? "Rests on a simulated model."
      : `Rests on the real model ${document.experiment.model.model}.`,
    calibrationSentence(section.comparison),
    `Tested on ${counted(scenarios.length, "stress scenario")}; it says nothing about others${verdict.scope === "general" ? " unlike these" : ""}.`,
    ...(held.length === 0 ? [] : [`Held fixed in both arms: ${flagList(section.context, held)}.`]),
    ...verdict.reasons.map((reason) => `Why: ${reason}.`),
  ];
  return html`<p class="verdict"><bdi>${verdict.sentence}</bdi></p>
<p class="ruling"><strong>${label(verdict)}.</strong> ${LABEL_WORDS[verdict.label].meaning}</p>
<ul class="rests">${rests.map((line) => html`<li><bdi>${line}</bdi></li>`)}</ul>
${
  verdict.qualifiers.length === 0
    ? ""
    : html`<dl class="qualifiers">${verdict.qualifiers.map((qualifier) => html`<dt>${qualifier.replaceAll("-", " ")}</dt><dd>${QUALIFIER_WORDS[qualifier]}</dd>`)}</dl>`
}
<p class="next"><strong>Next.</strong> <bdi>${verdict.next}</bdi></p>`;
}

function controlScenarios(section: ReportSection, target: (row: GridRow) => string | null): Markup {
  const title = heading("Control scenarios", "controls");
  const { controls } = section;
  if (controls === null)
    return html`${title}<p>None were run: whether the flag leaves other conversations alone is not known.</p>`;
  const words = armWords(section);
  const { counts, rates, effect, engagement: facts } = controls;
  return html`${title}<p>Here the flag must make no difference. ${words.treatment} ${rate(rates.treatment)}, ${words.control} ${rate(rates.control)}: ${count(counts.b)} better, ${count(counts.c)} worse, ${pEquation(effect.exactP)}. Requests differ in ${tally(facts.diverged)} pairs; fired in ${tally(facts.fired.treatment)} ${words.treatment} trials. ${labelText(controls.verdict)}.</p>
${seedGrid(section, "control", target)}`;
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
<p class="what"><bdi>${section.summary}</bdi> <span class="small">${words.treatment}: <code>${flagList(section.treatmentFlags, section.differs)}</code>. ${words.control}: <code>${flagList(section.controlFlags, section.differs)}</code>.</span></p>
${ruling(document, section)}
${heading("Seed by seed", "pairs")}${seedGrid(section, "stress", target) ?? html`<p>No stress scenario was run.</p>`}
<div class="columns">${denominators(section)}${engagement(section)}</div>
${await resources(document, section)}
${mechanism(section)}
${controlScenarios(section, target)}
<div class="columns">${sensitivity(section)}${matching(section)}</div>
${heading("Transcripts side by side", "pairs")}${
  section.transcripts.length === 0
    ? html`<p>No pair is discordant or has an error.</p>`
    : section.transcripts.map((pair, at) => transcriptPair(section, pair, `${id}-talk-${at + 1}`))
}${section.transcriptsLeftOut === 0 ? "" : html`<p class="small faint">${counted(section.transcriptsLeftOut, "more pair")} left out here; <code>harness-lab show</code> prints any of them.</p>`}
</section>`;
}
