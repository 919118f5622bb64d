/** One row per comparison for a paper: counts, interval, raw and adjusted p, lost pairs and cost, as CSV or TeX. */

import { endpointOf } from "../core/endpoint-address.ts";
import { count, pValue, UNKNOWN } from "../core/format.ts";
import type { ReportDocument, ReportSection } from "../core/report-document.ts";
import { differenceText, hasInference, headlineOf } from "./headline.ts";
import { metricRatio } from "./number.ts";
import { oneLine } from "./visible-text.ts";
import { borrowedPrice, costMetric, labelText, modelName, sectionName } from "./words.ts";

/** Cell that statistics programs read as "not available"; an unknown number is never an empty cell or 0. */
const NOT_AVAILABLE = "NA";

type Cell = string | number | null;

export function csvCell(cell: Cell): string {
  if (cell === null) return NOT_AVAILABLE;
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : NOT_AVAILABLE;
  const text = oneLine(cell);
  // A spreadsheet would run text that starts like a formula.
  const inert = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",;'\s]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** The experiment's id, or the imported file with the beginning of its digest. */
export function sourceName(document: ReportDocument): string {
  return document.origin === "rows"
    ? `${document.rows.file} sha256:${document.rows.digest.slice(0, 12)}`
    : document.experiment.id;
}

function csvRow(document: ReportDocument, section: ReportSection): readonly (readonly [string, Cell])[] {
  const { comparison } = section;
  const { counts, rates, denominators, ratios, cost } = comparison;
  const ratio = ratios[costMetric(comparison)];
  const known = counts.n > 0;
  const headline = headlineOf(comparison);
  return [
    ["comparison", sectionName(section)],
    ["model", modelName(document)],
    ["basis", document.basis],
    ["label", comparison.verdict.label],
    ["label_basis", comparison.verdict.basis],
    ["planned", denominators.planned],
    ["n", counts.n],
    ["treatment_passes", rates.treatment.passes],
    ["control_passes", rates.control.passes],
    ["b", counts.b],
    ["c", counts.c],
    ["difference", comparison.plan.simulated ? null : headline.delta],
    ["difference_low", known ? (headline.interval95?.[0] ?? null) : null],
    ["difference_high", known ? (headline.interval95?.[1] ?? null) : null],
    ["p", known ? headline.p : null],
    ["p_adjusted", known ? headline.adjustedP : null],
    ["lost_pairs", denominators.units - denominators.pairs],
    ["cost_basis", cost.basis],
    ["cost_as_if_model", document.origin === "rows" ? null : document.experiment.model.priceLike],
    ["cost_ratio", ratio.state === "identical" ? 1 : (ratio.ofTotals?.ratio ?? null)],
    ["cost_ratio_low", ratio.ofTotals?.interval95?.[0] ?? null],
    ["cost_ratio_high", ratio.ofTotals?.interval95?.[1] ?? null],
    [
      "token_ratio",
      ratios.totalTokens.state === "identical" ? 1 : (ratios.totalTokens.ofTotals?.ratio ?? null),
    ],
    ["call_ratio", ratios.calls.state === "identical" ? 1 : (ratios.calls.ofTotals?.ratio ?? null)],
    ["experiment", sourceName(document)],
    ["commit", document.provenance.commit],
    ["endpoint", document.origin === "rows" ? null : endpointOf(document.experiment.model.baseUrl)],
  ];
}

function renderCsv(document: ReportDocument): string {
  const rows = document.sections.map((section) => csvRow(document, section));
  const head = rows[0]?.map(([name]) => name) ?? ["comparison"];
  return `${[head.join(","), ...rows.map((row) => row.map(([, cell]) => csvCell(cell)).join(","))].join("\n")}\n`;
}

const TEX: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "#": "\\#",
  _: "\\_",
  "%": "\\%",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  '"': "\\textquotedbl{}",
};

/** Text that TeX sets as it stands and never runs. */
export function texText(text: string): string {
  return oneLine(text).replace(/[\\{}$&#_%^~<>|"]/g, (character) => TEX[character] ?? character);
}

function texRow(document: ReportDocument, section: ReportSection, inferred: boolean): readonly string[] {
  const { comparison } = section;
  const { counts, denominators, ratios } = comparison;
  const { p, adjustedP } = headlineOf(comparison);
  return [
    `\\texttt{${texText(sectionName(section))}}`,
    texText(modelName(document) ?? UNKNOWN),
    count(counts.n),
    count(counts.b),
    count(counts.c),
    ...(inferred
      ? [
          differenceText(comparison),
          p === null ? "--" : texText(pValue(p)),
          adjustedP === null ? "--" : texText(pValue(adjustedP)),
        ]
      : []),
    count(denominators.units - denominators.pairs),
    metricRatio(ratios[costMetric(comparison)]),
    texText(labelText(comparison)),
  ];
}

function renderTex(document: ReportDocument): string {
  const inferred = hasInference(document.sections);
  const head = [
    "Flag",
    "Model",
    "$n$",
    "$b$",
    "$c$",
    ...(inferred ? ["Points (95\\,\\% CI)", "$p$", "adj. $p$"] : []),
    "Lost",
    "Cost",
    "Label",
  ];
  const borrowed = borrowedPrice(document);
  return `${[
    `% ${document.origin === "rows" ? "Rows" : "Experiment"} ${oneLine(sourceName(document))}, ${document.basis} model, commit ${oneLine(document.provenance.commit ?? "unknown")}.`,
    ...(borrowed === null ? [] : [`% Cost is ${oneLine(borrowed)}.`]),
    `\\begin{tabular}{llrrr${inferred ? "rrr" : ""}rrl}`,
    "\\toprule",
    `${head.join(" & ")} \\\\`,
    "\\midrule",
    ...document.sections.map((section) => `${texRow(document, section, inferred).join(" & ")} \\\\`),
    "\\bottomrule",
    "\\end{tabular}",
  ].join("\n")}\n`;
}

/** Renders the table; CSV keeps full precision for programs, TeX rounds for readers and needs booktabs. */
export function renderTable(document: ReportDocument, format: "csv" | "tex"): string {
  return format === "csv" ? renderCsv(document) : renderTex(document);
}
