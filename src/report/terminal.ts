/** The report for a terminal: one verdict per comparison first, then one compact table. */

import { count, countText, dateTime, paid, usd } from "../core/format.ts";
import { LABELS } from "../core/label-table.ts";
import type { ReportDocument, ReportSection } from "../core/report-document.ts";
import { wrapWords } from "../core/wrap-text.ts";
import { renderBrief } from "./brief.ts";
import { controlSentence } from "./control-outcome.ts";
import { designNotes, designSentence, effectTable } from "./design-facts.ts";
import { contrastSentence, contrastsOf, modelTable } from "./model-facts.ts";
import { notableProcess, stoppingSentence } from "./process-facts.ts";
import { summaryHead, summaryNote, summaryRow } from "./summary-row.ts";
import { columns, paint, type TerminalOptions } from "./terminal-style.ts";
import { table as textTable } from "./text-table.ts";
import { lostWords, plannedWords, trialsWithResult } from "./trial-counts.ts";
import { oneLine, shorten } from "./visible-text.ts";
import { basisSentence, labelText, sectionName } from "./words.ts";

function verdictLine(section: ReportSection, options: TerminalOptions): string {
  const { verdict } = section.comparison;
  const name = shorten(sectionName(section), 60);
  const text = wrapWords(
    `${name}: ${oneLine([verdict.sentence, controlSentence(section) ?? ""].join(" ").trim())}`,
    options.width,
    "  ",
  );
  const label = `  [${labelText(section.comparison)}]`;
  const stopping = section.stopping
    ? `\n  ${wrapWords(oneLine(stoppingSentence(section.stopping, section.comparison.plan)), options.width - 2, "  ")}`
    : "";
  return `${paint(name, "bold", options)}${text.slice(name.length)}\n${paint(label, LABELS[verdict.label].tone, options)}${stopping}`;
}

/** The table in full where it fits, else each comparison as a short list of the same cells. */
function table(sections: readonly ReportSection[], options: TerminalOptions): string {
  const head = summaryHead(sections).map((cell) => shorten(cell, 24));
  // The label goes last: it is what the eye should end on.
  const order = ([name = "", label = "", ...rest]: readonly string[]) => [name, ...rest, label];
  const rows = sections.map((section) => summaryRow(section, sections).map((cell) => shorten(cell, 40)));
  const lines = columns(
    [order(head), ...rows.map(order)].map((row) => row),
    1,
  );
  if (lines.every((line) => line.length <= options.width))
    return [paint(lines[0] ?? "", "faint", options), ...lines.slice(1)].join("\n");
  return rows
    .map(([name = "", ...cells]) => {
      const pairs = cells.map((cell, column) => `${head[column + 1]} ${cell}`);
      return `${paint(name, "bold", options)}\n  ${wrapWords(pairs.join(" · "), options.width - 2, "  ")}`;
    })
    .join("\n");
}

function totals(document: ReportDocument): string {
  const { totals: of, generatedAt, origin } = document;
  if (origin === "rows")
    return `${countText(trialsWithResult(document), "trial")} with a result, ${lostWords(document)}${document.basis === "simulated" ? "" : `; cost as deployed ${usd(of.costUsd)}`}; what was planned and spent is unknown; ${dateTime(generatedAt)}`;
  return `${count(of.trialsCompleted)} of ${plannedWords(document)} trials completed, ${lostWords(document)}; ${count(of.calls)} calls, ${count(of.sharedCalls)} shared; spent ${paid(of.spentUsd)}; ${dateTime(generatedAt)}`;
}

/** Effects by flag of a design, one short list each, since its cells are long. */
function designPart(document: ReportDocument, options: TerminalOptions): readonly string[] {
  if (document.origin !== "experiment" || !document.design) return [];
  const { head, rows } = effectTable(document.design);
  const lines = rows.map(([flag = "", ...cells]) => {
    const pairs = cells.map((cell, column) => `${head[column + 1]} ${cell}`);
    return `${paint(shorten(flag, 60), "bold", options)}\n  ${wrapWords(pairs.join(" · "), options.width - 2, "  ")}`;
  });
  return [
    wrapWords(designSentence(document.design), options.width),
    lines.join("\n"),
    paint(wrapWords(designNotes(document.design).join(" "), options.width), "faint", options),
  ];
}

/** Each variant over the models: one row a model, and whether the effect differs. */
function modelPart(document: ReportDocument, options: TerminalOptions): readonly string[] {
  return contrastsOf(document).map((contrast) => {
    const { head, rows } = modelTable(contrast);
    return `${wrapWords(oneLine(contrastSentence(contrast)), options.width)}\n${textTable(head, rows, options.width)}`;
  });
}

/** The plan and whatever about the runs a reader has to know. */
function processPart(document: ReportDocument, options: TerminalOptions): readonly string[] {
  if (document.origin !== "experiment" || !document.process) return [];
  const facts = notableProcess(document.process);
  if (facts.length === 0) return [];
  return [
    facts
      .map(([term, value]) =>
        wrapWords(oneLine(`${term}: ${[value].flat().join("; ")}`), options.width, "  "),
      )
      .join("\n"),
  ];
}

/** Renders the first screen, or with `verbose` every reservation; a design has more than one screen holds. */
export function renderTerminal(
  document: ReportDocument,
  options: TerminalOptions & { readonly verbose?: boolean | undefined },
): string {
  const isDesign = document.origin === "experiment" && document.design !== undefined;
  return options.verbose || isDesign || contrastsOf(document).length > 0
    ? renderVerbose(document, options)
    : renderBrief(document, options);
}

/** Renders the document within the width; no text of a model can move the cursor or change colours. */
function renderVerbose(document: ReportDocument, options: TerminalOptions): string {
  const { sections } = document;
  const basis = wrapWords(oneLine(basisSentence(document)), options.width);
  const parts =
    sections.length === 0
      ? [
          document.origin === "experiment" && document.design
            ? "No matched pair was run, so there is no verdict."
            : "No comparison was run.",
        ]
      : [
          sections.map((section) => verdictLine(section, options)).join("\n\n"),
          table(sections, options),
          paint(wrapWords(oneLine(summaryNote(document)), options.width), "faint", options),
        ];
  return `${[...designPart(document, options), ...modelPart(document, options), ...parts, ...processPart(document, options), paint(basis, document.basis === "simulated" ? "open" : "bold", options), wrapWords(oneLine(totals(document)), options.width)].join("\n\n")}\n`;
}
