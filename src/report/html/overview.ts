/** Summary of all comparisons: one row each, linked to its section, and the two charts over all of them. */

import { points, pointsRange, pValue } from "../../core/format.ts";
import { METRIC_WORD } from "../../core/metric-word.ts";
import type { ReportDocument, ReportSection } from "../../core/report-document.ts";
import { effectForest } from "../charts/effect-forest.ts";
import { ratioChart } from "../charts/ratio-chart.ts";
import { renderChart } from "../charts/render-chart.ts";
import { hasInference, headlineOf, splitText } from "../headline.ts";
import { metricRatio, rate } from "../number.ts";
import { summaryNote } from "../summary-row.ts";
import { armWords, costMetric, directionWords, sectionName } from "../words.ts";
import { label, sectionId } from "./fragments.ts";
import { html, type Markup, trustMarkup } from "./markup.ts";

function rowOf(section: ReportSection, index: number, inferred: boolean): Markup {
  const { comparison } = section;
  const { rates, ratios } = comparison;
  const words = armWords(section);
  const { p, adjustedP, delta, interval95 } = headlineOf(comparison);
  const inference = html`<td class="n" data-label="p (adjusted)">${p === null ? "-" : html`<span>${pValue(p)}${adjustedP === null ? "" : html`<span class="faint small interval">(${pValue(adjustedP)})</span>`}</span>`}</td>
<td class="n" data-label="points (95 % CI)">${interval95 === null ? "-" : html`<span>${points(delta)}<span class="faint small interval">${pointsRange(interval95)}</span></span>`}</td>`;
  return html`<tr>
<th scope="row"><a href="#${sectionId(section.flag, index)}"><code>${sectionName(section)}</code></a><span class="verdict-word">${label(comparison)}</span></th>
<td class="n" data-label="${words.treatment}">${rate(rates.treatment)}</td>
<td class="n" data-label="${words.control}">${rate(rates.control)}</td>
<td class="n" data-label="b / c">${splitText(comparison)}</td>
${inferred ? inference : ""}
<td class="n" data-label="${METRIC_WORD[costMetric(comparison)]}">${metricRatio(ratios[costMetric(comparison)], true)}</td>
<td class="n" data-label="tokens">${metricRatio(ratios.totalTokens, true)}</td>
<td class="n" data-label="calls">${metricRatio(ratios.calls, true)}</td>
</tr>`;
}

/** The table and the charts; `borrowed` prices are named under the table. */
export async function overview(document: ReportDocument): Promise<Markup> {
  const { sections } = document;
  if (sections.length === 0)
    return document.origin === "experiment" && document.design
      ? html`<p>No matched pair was run, so there is no verdict.</p>`
      : html`<p>No comparison was run.</p>`;
  const inferred = hasInference(sections);
  // Differences in pass rate are a claim that runs without inference do not make.
  const effects = inferred ? await renderChart(effectForest(sections)) : null;
  const ratios = await renderChart(ratioChart(sections));
  const { treatment, control, over, minus } = directionWords(sections);
  return html`<h2 class="unseen">Summary</h2>
<div class="scroll"><table class="overview cards"><thead><tr><th scope="col">Comparison and verdict</th><th scope="col" class="n">${treatment}</th><th scope="col" class="n">${control}</th><th scope="col" class="n">b / c</th>${inferred ? html`<th scope="col" class="n">p<br>(adjusted)</th><th scope="col" class="n">points<br>(95 % CI)</th>` : ""}<th scope="col" class="n">cost</th><th scope="col" class="n">tokens</th><th scope="col" class="n">calls</th></tr></thead>
<tbody>${sections.map((section, index) => rowOf(section, index, inferred))}</tbody></table></div>
<p class="small faint">${summaryNote(document)}</p>
<div class="charts">
${
  effects === null
    ? ""
    : html`<figure><figcaption><strong>Difference in pass rate</strong> ${minus}, with its 95 % interval</figcaption>${trustMarkup(effects)}</figure>
`
}<figure><figcaption><strong>What it costs</strong> ${over}, ratio of totals with its ${inferred ? "95 % " : ""}interval</figcaption>${trustMarkup(ratios)}</figure>
</div>`;
}
