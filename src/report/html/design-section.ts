/** The design for several flags and the run's history, as parts of the page. */

import type { DesignReport } from "../../core/design-report.ts";
import type { ProcessFacts } from "../../core/process-report.ts";
import type { ReportDocument } from "../../core/report-document.ts";
import { mainEffects } from "../charts/effect-forest.ts";
import { renderChart } from "../charts/render-chart.ts";
import { configurationTable, designNotes, designSentence, effectTable } from "../design-facts.ts";
import { methodologyLink } from "../methodology.ts";
import { contrastSentence, contrastsOf, modelTable } from "../model-facts.ts";
import { processFacts } from "../process-facts.ts";
import { facts } from "./fragments.ts";
import { html, type Markup, trustMarkup } from "./markup.ts";

function table({ head, rows }: ReturnType<typeof effectTable>): Markup {
  return html`<div class="scroll"><table><thead><tr>${head.map((cell, column) => html`<th scope="col" class="${column === 0 ? "" : "n"}">${cell}</th>`)}</tr></thead>
<tbody>${rows.map(([name, ...cells]) => html`<tr><th scope="row"><code>${name}</code></th>${cells.map((cell) => html`<td class="n">${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** Effects by flag first, configurations folded. */
export async function designSection(design: DesignReport): Promise<Markup> {
  const spec = mainEffects(design);
  const chart = spec
    ? html`<figure><figcaption><strong>Main effects</strong> where the flag is on less where it is off, with the 95 % interval</figcaption>${trustMarkup(await renderChart(spec))}</figure>\n`
    : "";
  return html`<section class="design" id="design">
<h2>Design <a class="method" href="${methodologyLink("designs")}">method</a></h2>
<p>${designSentence(design)}</p>
${chart}${table(effectTable(design))}
${designNotes(design).map((note) => html`<p class="small faint">${note}</p>`)}
<details class="small more"><summary>Configurations</summary>${table(configurationTable(design))}</details>
</section>`;
}

/** Each variant over the models. */
export function modelSection(document: ReportDocument): Markup {
  const contrasts = contrastsOf(document);
  if (contrasts.length === 0) return html``;
  return html`<section class="design" id="models">
<h2>Models <a class="method" href="${methodologyLink("designs")}">method</a></h2>
${contrasts.map((contrast) => html`<p>${contrastSentence(contrast)}</p>${table(modelTable(contrast))}`)}
</section>`;
}

/** Plan, runs and discarded attempts. */
export function processSection(process: ProcessFacts): Markup {
  return html`<section class="process" id="process">
<h2>How this run came about <a class="method" href="${methodologyLink("plan")}">method</a></h2>
${facts(processFacts(process))}
</section>`;
}
