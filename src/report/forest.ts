/** The forest of all comparisons as a figure of its own: SVG, or PDF for a paper. */

import type { ReportDocument } from "../core/report-document.ts";
import { effectForest } from "./charts/effect-forest.ts";
import { renderChart } from "./charts/render-chart.ts";
import { svgToPdf } from "./svg-to-pdf.ts";
import { oneLine } from "./visible-text.ts";
import { modelName } from "./words.ts";

/** A stylesheet's variable with its fallback, which is all that stands outside a page. */
const VARIABLE = /var\(--[\w-]+, ?(#[0-9a-f]{3,8})\)/gi;

/** SVG text that needs no style sheet; it says in its description what it rests on. */
export async function renderForestSvg(document: ReportDocument): Promise<string> {
  const chart = await renderChart(effectForest(document.sections));
  const source = document.origin === "rows" ? document.rows.file : `experiment ${document.experiment.id}`;
  const about = `harness-lab forest, ${source}, ${document.basis} model ${modelName(document) ?? "unknown"}`;
  return chart
    .replace(/<svg([^>]*)>/, (_, attributes: string) => `<svg${attributes}><desc>${xmlText(about)}</desc>`)
    .replaceAll(VARIABLE, "$1")
    .replaceAll(/font-family="(?:inherit|sans-serif)"/g, 'font-family="Helvetica, Arial, sans-serif"')
    .replaceAll('"transparent"', '"none"');
}

/** The same figure as a PDF page of its size. */
export async function renderForestPdf(document: ReportDocument): Promise<Uint8Array> {
  return svgToPdf(await renderForestSvg(document));
}

function xmlText(text: string): string {
  return oneLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
