/** Reports a stored experiment: to a file by its extension, or to the terminal. */

import { EXIT, LabError } from "../../core/errors.ts";
import type { ReportDocument } from "../../core/report-document.ts";
import type { TableLayout } from "../../report/render-report.ts";
import { requireOwnPaths, writeOutputs } from "../environment/outputs.ts";
import { readStore } from "../environment/read-store.ts";
import type { LabResult } from "../environment/result.ts";
import { buildReport } from "./build-report.ts";
import { withReplication } from "./replication.ts";

export interface ReportRequest {
  /** An experiment id, a unique prefix, a name or `latest`. */
  readonly experiment: string;
  readonly db: string;
  /** The grading each trial was stored with when absent, or its newest one. */
  readonly grading?: "original" | "latest" | undefined;
  /** A store with a second run of the experiment on other seeds, to verify what the first demonstrates. */
  readonly replication?: string | undefined;
  readonly output: readonly string[];
  /** Of the table for a paper; a row for each comparison when absent. */
  readonly layout?: TableLayout | undefined;
  /** Prints every reservation instead of the first screen. */
  readonly verbose?: boolean | undefined;
  readonly colour: boolean;
  readonly width: number;
}

/** Builds the report and writes it to every given file. */
export async function report(request: ReportRequest): Promise<LabResult> {
  await requireReportOutputs(request.output, [request.db]);
  if (request.layout === "flags-by-models") await requireTable(request.output);
  const first = await readStore(request.db, async (store) =>
    buildReport(store, (await store.findExperiment(request.experiment)).id, request.grading),
  );
  const document =
    request.replication === undefined
      ? first
      : await withReplication(first, request.replication, request.grading);
  const written = await writeReports(document, request.output, request.layout);
  const { renderTerminal } = await import("../../report/terminal.ts");
  const text = renderTerminal(document, request);
  return {
    text: written.length > 0 ? written.map((file) => `wrote ${file}`).join("\n") : text,
    json: document,
    exitCode: EXIT.pass,
  };
}

/** A layout of a table that nobody asked for would be ignored without a word. */
async function requireTable(files: readonly string[]): Promise<void> {
  const { isTable } = await import("../../report/render-report.ts");
  if (files.some(isTable)) return;
  throw new LabError({
    code: "no-table",
    what: "--layout is about the table for a paper, and no file to write is one",
    where: "--output",
    remedy: "add -o table.tex",
  });
}

/** Refuses a path whose ending names no format and one that holds other data, before anything is computed. */
export async function requireReportOutputs(
  files: readonly string[],
  inputs: readonly (string | undefined)[] = [],
): Promise<void> {
  if (files.length === 0) return;
  const { requireReportFormats } = await import("../../report/render-report.ts");
  requireReportFormats(files);
  await requireOwnPaths(files, inputs);
}

/** Writes a document to files, each in the format of its extension; one that fails does not keep the others back. */
export async function writeReports(
  document: ReportDocument,
  files: readonly string[],
  layout?: TableLayout,
): Promise<readonly string[]> {
  const { renderReport } = await import("../../report/render-report.ts");
  return writeOutputs(files, (file) => renderReport(document, file, layout));
}
