/** Reports a stored experiment: to a file by its extension, or to the terminal. */

import { EXIT } from "../../core/errors.ts";
import type { ReportDocument } from "../../core/report-document.ts";
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
  /** Prints every reservation instead of the first screen. */
  readonly verbose?: boolean | undefined;
  readonly colour: boolean;
  readonly width: number;
}

/** Builds the report and writes it to every given file. */
export async function report(request: ReportRequest): Promise<LabResult> {
  await requireReportOutputs(request.output, [request.db]);
  const first = await readStore(request.db, async (store) =>
    buildReport(store, (await store.findExperiment(request.experiment)).id, request.grading),
  );
  const document =
    request.replication === undefined
      ? first
      : await withReplication(first, request.replication, request.grading);
  const written = await writeReports(document, request.output);
  const { renderTerminal } = await import("../../report/terminal.ts");
  const text = renderTerminal(document, request);
  return {
    text: written.length > 0 ? written.map((file) => `wrote ${file}`).join("\n") : text,
    json: document,
    exitCode: EXIT.pass,
  };
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
): Promise<readonly string[]> {
  const { renderReport } = await import("../../report/render-report.ts");
  return writeOutputs(files, (file) => renderReport(document, file));
}
