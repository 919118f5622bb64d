/** The end of a command that has no result, in the format of each output it could have written. */

import { dateTime } from "../core/format.ts";
import { jsonText } from "../core/json-text.ts";
import type { NoResult } from "../core/no-result.ts";
import { wrapWords } from "../core/wrap-text.ts";
import { workflowCommand } from "./annotations.ts";
import type { Fact } from "./basis-facts.ts";
import { GATE_COMMENT_MARKER } from "./gate/gate-markdown.ts";
import { shortPage } from "./html/short-page.ts";
import { caseXml, countsOf, type JunitCase, xmlText } from "./junit.ts";
import { markdownText } from "./markdown-text.ts";
import { csvCell, texText } from "./paper-table.ts";
import { svgToPdf } from "./svg-to-pdf.ts";
import { oneLine } from "./visible-text.ts";

/** Renderers by extension; each says outcome, exit code and reason, and none can be read as a pass. */
export const NO_RESULT_FORMATS: Readonly<Record<string, (end: NoResult) => string | Promise<Uint8Array>>> = {
  ".md": renderMarkdown,
  ".html": renderHtml,
  ".json": jsonText,
  ".xml": renderJunit,
  ".csv": renderCsv,
  ".tex": renderTex,
  ".svg": renderSvg,
  ".pdf": (end) => svgToPdf(renderSvg(end)),
};

function headingOf({ command: name, title }: NoResult): string {
  return `harness-lab ${name}: ${title}`;
}

function factsOf({ where, remedy, exitCode, generatedAt }: NoResult): readonly Fact[] {
  return [
    ...(where === null ? [] : [["Where", where] as const]),
    ...(remedy === null ? [] : [["Fix", remedy] as const]),
    ["Exit code", String(exitCode)],
    ["Date", dateTime(generatedAt)],
  ];
}

function renderMarkdown(end: NoResult): string {
  const lines = factsOf(end).map(
    ([term, value]) => `- ${term}: ${[value].flat().map(markdownText).join("; ")}`,
  );
  return `${[
    ...(end.command === "gate" ? [GATE_COMMENT_MARKER] : []),
    `### ${markdownText(headingOf(end))}`,
    `- ${markdownText(end.reason)}`,
    lines.join("\n"),
  ].join("\n\n")}\n`;
}

function renderHtml(end: NoResult): string {
  return shortPage(headingOf(end), [end.reason], factsOf(end));
}

/** One case that is an error, or skipped where nothing was to be run. */
function renderJunit(end: NoResult): string {
  const suite = `harness-lab ${end.command}`;
  const one: JunitCase = {
    name: end.command,
    state: end.outcome === "not-run" ? "skipped" : "error",
    message: end.title,
    output: [
      end.reason,
      ...factsOf(end).map(([term, value]) => `${term}: ${[value].flat().join("; ")}`),
    ].join("\n"),
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xmlText(suite)}" ${countsOf([one])}>`,
    `  <testsuite name="${xmlText(end.command)}" timestamp="${xmlText(end.generatedAt)}" ${countsOf([one])}>`,
    caseXml(suite, one),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function renderCsv({ outcome, exitCode, reason, where, remedy }: NoResult): string {
  const cells = [outcome, exitCode, reason, where, remedy];
  return `no_result,exit_code,reason,where,remedy\n${cells.map(csvCell).join(",")}\n`;
}

function renderTex(end: NoResult): string {
  return `% ${oneLine(headingOf(end))}\n\\textbf{${texText(headingOf(end))}.} ${texText(end.reason)}.\n`;
}

/** A figure of words, where a forest would have stood. */
function renderSvg(end: NoResult): string {
  const lines = wrapWords(`${headingOf(end)}. ${end.reason}`, 70).split("\n");
  const text = lines.map((line, row) => `<text x="8" y="${24 + row * 18}">${xmlText(line)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="520" height="${16 + lines.length * 18}" font-family="Helvetica, Arial, sans-serif" font-size="13" fill="#22252a"><desc>harness-lab no result</desc>${text.join("")}</svg>\n`;
}

/** The same as a GitHub workflow command. */
export function renderNoResultAnnotation(end: NoResult): string {
  const level = end.outcome === "not-run" ? "warning" : "error";
  return workflowCommand(
    level,
    headingOf(end),
    [end.reason, end.where, end.remedy].filter(Boolean).join(" - "),
  );
}
