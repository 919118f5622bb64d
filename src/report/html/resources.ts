/** Cost of a comparison: ratios of totals, and calls by purpose with the flag's own apart from the others. */

import { count, duration, usd } from "../../core/format.ts";
import { isLabCall } from "../../core/lab-purposes.ts";
import type { Metric } from "../../core/metric.ts";
import { METRIC_WORD } from "../../core/metric-word.ts";
import type { PurposeRow, PurposeTotals, ReportDocument, ReportSection } from "../../core/report-document.ts";
import { noCalls } from "../absence-words.ts";
import { callsChart } from "../charts/calls-chart.ts";
import { renderChart } from "../charts/render-chart.ts";

import { metricRatio } from "../number.ts";
import { costSentences, ratioHead } from "../section-facts.ts";
import { armWords, METRICS } from "../words.ts";
import { heading } from "./fragments.ts";
import { html, type Markup, trustMarkup } from "./markup.ts";

function amount(
  metric: Metric,
  value: number | null,
  { simulated }: { readonly simulated: boolean },
): string {
  if (metric === "costUsd" || metric === "uncachedCostUsd") return simulated ? "-" : usd(value);
  return metric === "latencyMs" ? duration(value) : count(value);
}

function ratioTable(section: ReportSection): Markup {
  const words = armWords(section);
  const { plan } = section.comparison;
  return html`<table class="totals"><thead><tr><th scope="col">Totals</th><th scope="col" class="n">${words.treatment}</th><th scope="col" class="n">${words.control}</th><th scope="col" class="n">${ratioHead(section.comparison)}</th><th scope="col" class="n">pairs known</th></tr></thead>
<tbody>${METRICS.map((metric) => {
    const value = section.comparison.ratios[metric];
    return html`<tr><th scope="row">${METRIC_WORD[metric]}</th><td class="n">${amount(metric, value.totals?.treatment ?? null, plan)}</td><td class="n">${amount(metric, value.totals?.control ?? null, plan)}</td><td class="n">${metricRatio(value)}${
      value.reason === null ? "" : html`<br><span class="faint small">${value.reason}</span>`
    }</td><td class="n">${count(value.known)} of ${count(value.of)}</td></tr>`;
  })}</tbody></table>`;
}

type Column = readonly [name: string, show: (totals: PurposeTotals) => string];

const COUNTS: readonly Column[] = [
  ["calls", ({ calls }) => count(calls)],
  ["tokens in", ({ inputTokens }) => count(inputTokens)],
  ["cached", ({ cachedInputTokens }) => count(cachedInputTokens)],
  ["tokens out", ({ outputTokens }) => count(outputTokens)],
];

const MONEY: readonly Column[] = [
  ["cost", ({ costUsd }) => usd(costUsd)],
  ["spent", ({ spentUsd }) => usd(spentUsd)],
];

/** Simulated replies cost nobody anything. */
function columnsOf({ comparison }: ReportSection): readonly Column[] {
  return comparison.plan.simulated ? COUNTS : [...COUNTS, ...MONEY];
}

function purposeRows(title: string, rows: readonly PurposeRow[], section: ReportSection): Markup | null {
  const words = armWords(section);
  const columns = columnsOf(section);
  if (rows.length === 0) return null;
  const arms = [
    [words.treatment, "treatment"],
    [words.control, "control"],
  ] as const;
  return html`<tbody class="group"><tr><th scope="rowgroup" colspan="${columns.length + 2}">${title}</th></tr>${rows.flatMap(
    (row) =>
      arms.map(
        ([arm, key], index) =>
          html`<tr>${index === 0 ? html`<th scope="row" rowspan="2"><code>${row.purpose}</code></th>` : ""}<td>${arm}</td>${columns.map(
            ([, show]) => html`<td class="n">${show(row[key])}</td>`,
          )}</tr>`,
      ),
  )}</tbody>`;
}

function purposeTable(section: ReportSection): Markup {
  const own = section.purposes.filter((row) => row.own);
  const others = section.purposes.filter((row) => !row.own && !isLabCall(row.purpose));
  const lab = section.purposes.filter((row) => isLabCall(row.purpose));
  return html`<div class="scroll"><table><thead><tr><th scope="col">Purpose</th><th scope="col">arm</th>${columnsOf(
    section,
  ).map(
    ([name]) => html`<th scope="col" class="n">${name}</th>`,
  )}</tr></thead>${purposeRows("The flag's own calls", own, section)}${purposeRows(
    own.length === 0
      ? "All calls: the flag makes none of its own"
      : "All other calls: what differs here was induced by the flag",
    others,
    section,
  )}${purposeRows("Calls of the lab itself, in no ratio", lab, section)}</table></div>`;
}

/** Tables and chart of one section. */
export async function resources(document: ReportDocument, section: ReportSection): Promise<Markup> {
  const chart = section.purposes.length === 0 ? null : await renderChart(callsChart(section));
  return html`${heading("Cost, tokens and calls", "cost")}
<p>${costSentences(document, section)}</p>
${ratioTable(section)}${chart === null ? "" : html`<figure class="bars"><figcaption><strong>Calls by purpose</strong>${section.purposes.some(({ own }) => own) ? " * asked for by the flag itself" : ""}</figcaption>${trustMarkup(chart)}</figure>`}
${section.purposes.length === 0 ? html`<p>${noCalls(document)}</p>` : purposeTable(section)}`;
}
