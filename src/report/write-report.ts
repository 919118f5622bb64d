/** Writes a report to a file in the format that the file's extension names. */

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, extname } from "node:path";
import { LabError } from "../core/errors.ts";
import type { ReportDocument } from "../core/report-document.ts";
import { renderHtml } from "./html/page.ts";
import { renderJson } from "./json.ts";
import { renderJunit } from "./junit.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderTable } from "./table.ts";

const FORMATS: Readonly<Record<string, (document: ReportDocument) => string | Promise<string>>> = {
  ".md": renderMarkdown,
  ".html": renderHtml,
  ".json": renderJson,
  ".csv": (document) => renderTable(document, "csv"),
  ".tex": (document) => renderTable(document, "tex"),
  ".xml": renderJunit,
};

/** Refuses a report path whose extension names no format, before anything is computed for it. */
function requireReportFormat(file: string): (document: ReportDocument) => string | Promise<string> {
  const render = FORMATS[extname(file).toLowerCase()];
  if (render !== undefined) return render;
  throw new LabError({
    code: "unknown-report-format",
    what:
      extname(file) === ""
        ? "The report path has no extension"
        : `No report format is called ${extname(file)}`,
    where: file,
    remedy: `end the path in ${Object.keys(FORMATS).join(", ")}`,
  });
}

/** Writes the report, making its folder where needed; a path that cannot be written is the caller's error. */
export async function writeReport(document: ReportDocument, file: string): Promise<void> {
  const render = requireReportFormat(file);
  const text = await render(document);
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  } catch (cause) {
    throw new LabError({
      code: "unwritable-report",
      what: `The report cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
      where: file,
      remedy: "choose another path with -o, or make the folder writable",
      cause,
    });
  }
}
