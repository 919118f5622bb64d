/** Renders a report in the format that a file's extension names. */

import { basename, extname } from "node:path";
import { LabError } from "../core/errors.ts";
import type { ReportDocument } from "../core/report-document.ts";
import { renderFlagsByModels } from "./flags-by-models.ts";
import { renderForestPdf, renderForestSvg } from "./forest.ts";
import { renderHtml } from "./html/page.ts";
import { renderJson } from "./json.ts";
import { renderJunit } from "./junit.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderMethods } from "./methods.ts";
import { renderTable } from "./paper-table.ts";

/** Text, or the bytes of a format that is none. */
type Rendered = string | Uint8Array;

const FORMATS: Readonly<Record<string, (document: ReportDocument) => Rendered | Promise<Rendered>>> = {
  ".md": renderMarkdown,
  ".html": renderHtml,
  ".json": renderJson,
  ".csv": (document) => renderTable(document, "csv"),
  ".tex": (document) => renderTable(document, "tex"),
  ".xml": renderJunit,
  ".svg": renderForestSvg,
  ".pdf": renderForestPdf,
};

/** Layout of the table for a paper: a row for each comparison, or flags down and models across. */
export type TableLayout = "rows" | "flags-by-models";

/** A file of this name holds the methods instead of the table. */
const METHODS = /^methods\b.*\.tex$/i;

/** Refuses a path whose extension names no format, before anything is computed for it. */
export function requireReportFormats(files: readonly string[]): void {
  for (const file of files) formatOf(file);
}

/** The content of the report for this file. */
export async function renderReport(
  document: ReportDocument,
  file: string,
  layout: TableLayout = "rows",
): Promise<Rendered> {
  return layout === "flags-by-models" && isTable(file)
    ? renderFlagsByModels(document)
    : formatOf(file)(document);
}

/** True where the file holds the table for a paper, which has a layout. */
export function isTable(file: string): boolean {
  return extname(file).toLowerCase() === ".tex" && !METHODS.test(basename(file));
}

function formatOf(file: string): (document: ReportDocument) => Rendered | Promise<Rendered> {
  if (METHODS.test(basename(file))) return renderMethods;
  const render = FORMATS[extname(file).toLowerCase()];
  if (render !== undefined) return render;
  throw new LabError({
    code: "unknown-report-format",
    what:
      extname(file) === ""
        ? "the report path has no extension"
        : `no report format is called ${extname(file)}`,
    where: file,
    remedy: `end the path in ${Object.keys(FORMATS).join(", ")}`,
  });
}
