/** The first screen of a report: one line a comparison, why not where nothing was shown, and what it rests on. */

import { clausesWith, clauseText } from "../core/clauses.ts";
import { count, countText } from "../core/format.ts";
import { LABELS } from "../core/label-table.ts";
import type { ReportDocument, ReportSection } from "../core/report-document.ts";
import { wrapHard } from "../core/wrap-text.ts";
import { controlSentence } from "./control-outcome.ts";
import { metricRatio, rate } from "./number.ts";
import { notableProcess, stoppingSentence } from "./process-facts.ts";
import { recommendationText } from "./recommendation-words.ts";
import { columns, paint, type TerminalOptions } from "./terminal-style.ts";
import { lostTrials, lostWords, trialsWithResult } from "./trial-counts.ts";
import { oneLine, shorten } from "./visible-text.ts";
import { basisSentence, costMetric, directionWords, labelText, sectionName } from "./words.ts";

/** Renders it within the width; what stands in a line is not said again below it. */
export function renderBrief(document: ReportDocument, options: TerminalOptions): string {
  const { sections } = document;
  if (sections.length === 0) return "No comparison was run.\n";
  const parts = [
    comparisonLines(document, options).join("\n"),
    paint(wrapHard(legend(document), options.width), "faint", options),
    paint(
      wrapHard(oneLine(basisSentence(document)), options.width),
      document.basis === "simulated" ? "open" : "bold",
      options,
    ),
    ...processLines(document, options),
    ...(lostTrials(document) + (document.totals.trialsUnscored ?? 0) === 0
      ? []
      : [
          wrapHard(
            `Trials: ${count(trialsWithResult(document))} with a result, ${lostWords(document)}.`,
            options.width,
          ),
        ]),
  ];
  return `${parts.join("\n\n")}\n`;
}

const NAME_CHARS = 40;

function comparisonLines(document: ReportDocument, options: TerminalOptions): readonly string[] {
  const { sections } = document;
  const { treatment, control } = directionWords(sections);
  const simulated = document.basis === "simulated";
  const head = ["comparison", "verdict", treatment, control, simulated ? "calls" : "cost", "tokens"];
  const rows = sections.map((section) => [
    shorten(sectionName(section), NAME_CHARS),
    labelText(section.comparison),
    ...cells(section, simulated),
  ]);
  const lines = columns([head, ...rows], 2);
  if (lines.every((line) => line.length <= options.width))
    return [
      paint(lines[0] ?? "", "faint", options),
      ...sections.flatMap((section, at) => [
        colourLine(section, lines[at + 1] ?? "", options),
        ...below(document, section, options),
      ]),
    ];
  return sections.flatMap((section, at) => {
    const [name = "", label = "", ...rest] = rows[at] ?? [];
    const named = rest.map((cell, column) => `${head[column + 2]} ${cell}`);
    return [
      paint(wrapHard(name, options.width, "  "), "bold", options),
      wrapHard(`  ${[label, ...named].join(" · ")}`, options.width, "  "),
      ...below(document, section, options),
    ];
  });
}

function cells({ comparison }: ReportSection, simulated: boolean): readonly string[] {
  const { rates, ratios } = comparison;
  return [
    rate(rates.treatment),
    rate(rates.control),
    metricRatio(simulated ? ratios.calls : ratios[costMetric(comparison)], true),
    metricRatio(ratios.totalTokens, true),
  ];
}

function colourLine({ comparison }: ReportSection, line: string, options: TerminalOptions): string {
  const label = labelText(comparison);
  return line.replace(label, () => paint(label, LABELS[comparison.verdict.label].tone, options));
}

const SETTLED = ["verified", "demonstrated", "harmful", "saves"];

/** The recommendation with its figures on a real model; else, where nothing was shown, why not. */
function below(
  document: ReportDocument,
  section: ReportSection,
  options: TerminalOptions,
): readonly string[] {
  const { verdict } = section.comparison;
  const recommended = recommendationText(document, section);
  const why = SETTLED.includes(verdict.label) ? "" : clauseText(clausesWith(verdict.clauses, ["label"]));
  const figures = `${splitSentence(section)}${clauseText(clausesWith(verdict.clauses, ["test"]))}`.trim();
  const stopped = section.stopping ? stoppingSentence(section.stopping, section.comparison.plan) : "";
  const texts = [
    ...(recommended === null ? [] : [`${recommended} ${figures}`]),
    why,
    controlSentence(section) ?? "",
    stopped,
  ];
  return texts
    .filter((text) => text !== "")
    .map((text) => `  ${wrapHard(oneLine(text), options.width - 2, "  ")}`);
}

/** Split of the pairs by result; runs that nothing pairs have no such split. */
function splitSentence({ comparison: { counts, effect } }: ReportSection): string {
  if (effect.test === "stratified-fisher") return "";
  const { n, b, c } = counts;
  return `${count(b)} better, ${count(c)} worse, ${countText(n - b - c, "equal pair")}. `;
}

function legend(document: ReportDocument): string {
  const { treatment, control, over } = directionWords(document.sections);
  const ratios = document.basis === "simulated" ? "calls and tokens" : "cost and tokens";
  return `${treatment} and ${control}: pairs that pass of all matched pairs; ${ratios}: total ${over}. --verbose prints every reservation.`;
}

/** Events that a reader has to know: deviations from the plan, runs that were cut short. */
function processLines(document: ReportDocument, options: TerminalOptions): readonly string[] {
  if (document.origin !== "experiment" || !document.process) return [];
  return notableProcess(document.process).map(([term, value]) =>
    wrapHard(oneLine(`${term}: ${[value].flat().join("; ")}`), options.width, "  "),
  );
}
