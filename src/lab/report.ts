/** Reports a stored experiment: to a file by its extension, or to the terminal. */

import { EXIT } from "../core/errors.ts";
import type { ReportDocument } from "../core/report-document.ts";
import { buildReport } from "./build-report.ts";
import { readStore } from "./read-store.ts";
import { withReplication } from "./replication.ts";
import type { LabResult } from "./result.ts";

export interface ReportRequest {
  /** An experiment id, a unique prefix, a name or `latest`. */
  readonly experiment: string;
  readonly db: string;
  /** The grading each trial was stored with when absent, or its newest one. */
  readonly grading?: "original" | "latest" | undefined;
  /** A store with a second run of the experiment on other seeds, to verify what the first demonstrates. */
  readonly replication?: string | undefined;
  readonly output: readonly string[];
  readonly colour: boolean;
  readonly width: number;
}

/** Builds the report and writes it to every given file. */
export async function report(request: ReportRequest): Promise<LabResult> {
  const first = await readStore(request.db, async (store) =>
    buildReport(store, (await store.findExperiment(request.experiment)).id, request.grading),
  );
  const document =
    request.replication === undefined
      ? first
      : await withReplication(first, request.replication, request.grading);
  const written = await writeReports(document, request.output);
  const { renderTerminal } = await import("../report/terminal.ts");
  const text = renderTerminal(document, { colour: request.colour, width: request.width });
  return {
    text: written.length > 0 ? written.map((file) => `wrote ${file}`).join("\n") : text,
    json: document,
    exitCode: EXIT.pass,
  };
}

/** Writes a document to files, each in the format of its extension. */
export async function writeReports(
  document: ReportDocument,
  files: readonly string[],
): Promise<readonly string[]> {
  const { writeReport } = await import("../report/write-report.ts");
  for (const file of files) await writeReport(document, file);
  return files;
}
