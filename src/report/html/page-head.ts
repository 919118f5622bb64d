/** Top of the page: title, what the run rests on, totals and where every number comes from. */

import type { ReportDocument } from "../../core/report-document.ts";
import { count, counted, dateTime, duration, UNKNOWN, usd } from "../number.ts";
import { basisSentence, borrowedPrice } from "../words.ts";
import { facts } from "./fragments.ts";
import { html, type Markup, type Piece } from "./markup.ts";

function totalsOf(document: ReportDocument): Markup {
  const { totals } = document;
  return facts([
    [
      "Trials",
      `${count(totals.trialsPlanned)} planned, ${count(totals.trialsCompleted)} completed, ${count(totals.trialsErrored)} with errors, ${count(totals.trialsMissing)} missing`,
    ],
    ["Model calls", `${count(totals.calls)}, of which ${count(totals.sharedCalls)} shared between arms`],
    ["Cost as deployed", usd(totals.costUsd)],
    ["Really spent", usd(totals.spentUsd)],
    ["Wall time", duration(totals.wallMs)],
  ]);
}

function answeredBy(document: ReportDocument): Piece {
  if (document.answeredBy.length === 0) return "no model call was answered";
  return document.answeredBy.map(
    ({ model, fingerprint, calls }) =>
      html`<div><bdi>${model ?? "a model that did not say its name"}</bdi>${
        fingerprint === null ? "" : html`, fingerprint <code>${fingerprint}</code>`
      }: ${counted(calls, "call")}</div>`,
  );
}

function provenanceOf(document: ReportDocument): Markup {
  const { experiment, provenance } = document;
  const scenarios = Object.entries(provenance.scenarioDigests);
  const { model } = experiment;
  const borrowed = borrowedPrice(document);
  return facts([
    ["Date", dateTime(document.generatedAt)],
    ["Experiment", html`<bdi>${experiment.name}</bdi>, <code>${experiment.id}</code>`],
    ["Commit", html`<code>${provenance.commit ?? UNKNOWN}</code>, harness-lab ${provenance.labVersion}`],
    ["Harness source", html`<code>${provenance.harnessDigest}</code>`],
    ["Flag catalogue", html`<code>${provenance.catalogueDigest}</code>`],
    [
      "Scenarios",
      html`<details><summary>${counted(scenarios.length, "digest")}</summary>${scenarios.map(
        ([scenario, digest]) => html`<div><bdi>${scenario}</bdi> <code>${digest}</code></div>`,
      )}</details>`,
    ],
    ["Seeds", counted(experiment.seeds.length, "seed")],
    [
      "Model asked for",
      html`<bdi>${model.model}</bdi>${model.baseUrl === null ? "" : html` at <code>${model.baseUrl}</code>`}, ${
        model.temperature === null ? "default temperature" : `temperature ${model.temperature}`
      }, ${model.toolProtocol} tool calls`,
    ],
    ["Who answered", answeredBy(document)],
    [
      "Prices",
      html`<bdi>${provenance.priceTable}</bdi>${borrowed === null ? "" : html`, <strong>${borrowed}</strong>`}`,
    ],
    [
      "Replies shared",
      experiment.independent ? "no: every arm asked the model itself" : "yes, where requests are identical",
    ],
  ]);
}

/** The head of the page. */
export function pageHead(document: ReportDocument): Markup {
  return html`<header>
<h1><bdi>${document.title}</bdi></h1>
<p class="faint">Is each layer worth its cost? ${counted(document.sections.length, "comparison")}, ${dateTime(document.generatedAt)}.</p>
<div class="basis ${document.basis}"><strong>${document.basis === "simulated" ? "Simulated" : "Real model"}</strong> ${basisSentence(document)}</div>
${totalsOf(document)}
${document.notes.map((note) => html`<p class="small"><bdi>${note}</bdi></p>`)}
<details class="small"><summary>What these numbers rest on</summary>${provenanceOf(document)}</details>
</header>`;
}
