/** Renders a report in the format that a file's extension names. */

import { extname } from "node:path";
import { LabError } from "../core/errors.ts";
import type { ReportDocument } from "../core/report-document.ts";
import { renderHtml } from "./html/page.ts";
import { renderJson } from "./json.ts";
import { renderJunit } from "./junit.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderTable } from "./paper-table.ts";

const FORMATS: Readonly<Record<string, (document: ReportDocument) => string | Promise<string>>> = {
  ".md": renderMarkdown,
  ".html": renderHtml,
  ".json": renderJson,
  ".csv": (document) => renderTable(document, "csv"),
  ".tex": (document) => renderTable(document, "tex"),
  ".xml": renderJunit,
};

/** Refuses a path whose extension names no format, before anything is computed for it. */
export function requireReportFormats(files: readonly string[]): void {
  for (const file of files) formatOf(file);
}

/** The text of the report for this file. */
export async function renderReport(document: ReportDocument, file: string): Promise<string> {
  return formatOf(file)(document);
}

function formatOf(file: string): (document: ReportDocument) => string | Promise<string> {
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
