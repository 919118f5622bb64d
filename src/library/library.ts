/** The lab as a library: comparisons are run or judged, and come back as the document that every report is made of. */

import type { ExperimentReport, RowsReport } from "../core/report-document.ts";
import type { ModelOptions } from "../lab/endpoint/model-access.ts";
import type { RunOptions } from "../lab/experiment/ablate.ts";
import type { CompareRequest } from "../lab/reporting/compare.ts";

/** Options of every run; absent ones have the command line's default. */
export interface LabOptions {
  /** The store, a DuckDB file. */
  readonly db: string;
  /** The simulated model when absent. */
  readonly model?: ModelOptions;
  /** Count of seeds, or a JSON file with a list. */
  readonly seeds?: number | string;
  /** Blocks at once; 4 when absent. */
  readonly jobs?: number;
  /** No call is sent that could go beyond; absent = no limit. */
  readonly budgetUsd?: number;
  /** Takes one line at a time about what is going on; absent = nobody listens. */
  readonly note?: (line: string) => void;
  /** Ends the run; finished blocks stay stored, and the same call resumes the run after them. */
  readonly signal?: AbortSignal;
}

export interface AblationRequest extends LabOptions {
  readonly flags: readonly string[];
  /** Ids, globs, tags, files or folders; all built-in scenarios that target the flags when absent. */
  readonly scenarios?: readonly string[];
}

/** Runs each flag on and off on the same seeds; wrong use rejects with a LabError before anything is spent. */
export async function ablateFlags(request: AblationRequest): Promise<ExperimentReport> {
  const { ablate } = await import("../lab/experiment/ablate.ts");
  const { flags, scenarios, seeds = 10 } = request;
  const { json } = await ablate({
    ...runOptions(request),
    flags,
    scenarios,
    seeds: String(seeds),
    independent: false,
  });
  return json as ExperimentReport;
}

/** Runs an experiment file; the file's own model and seeds count where the request names none. */
export async function runExperiment(file: string, request: LabOptions): Promise<ExperimentReport> {
  const { runFile } = await import("../lab/experiment/run-file.ts");
  const seeds = request.seeds === undefined ? undefined : String(request.seeds);
  const { json } = await runFile({ ...runOptions(request), file, seeds });
  return json as ExperimentReport;
}

/** Judges outcome rows that somebody else recorded, as the same comparison of our own would be judged. */
export async function judgeRows(request: CompareRequest): Promise<RowsReport> {
  const { compareRows } = await import("../lab/reporting/compare.ts");
  return compareRows(request);
}

/** Writes a document to files, each in the format of its extension: .html, .md, .json, .xml, .csv, .tex. */
export async function writeReport(
  document: ExperimentReport | RowsReport,
  ...files: readonly string[]
): Promise<readonly string[]> {
  const { requireReportOutputs, writeReports } = await import("../lab/reporting/report.ts");
  await requireReportOutputs(files);
  return writeReports(document, files);
}

const COLUMNS = 100;

function runOptions({ db, model = {}, jobs = 4, budgetUsd, note, signal }: LabOptions): RunOptions & {
  readonly model: ModelOptions;
} {
  return {
    db,
    model,
    width: jobs,
    fresh: false,
    dryRun: false,
    budgetUsd,
    console: {
      note: note ?? (() => {}),
      status: null,
      colour: false,
      width: COLUMNS,
      signal: signal ?? new AbortController().signal,
    },
  };
}
