/** Judges outcome rows that somebody else recorded: the same comparison, verdict and report as for our own runs. */

import { basename } from "node:path";
import type { Aim } from "../../core/aim.ts";
import { EXIT, type ExitCode, LabError } from "../../core/errors.ts";
import { FIXED_RULE } from "../../core/experiment.ts";
import type { RowsReport } from "../../core/report-document.ts";
import { validityWords } from "../../report/validity-words.ts";
import { readGrounds } from "../../rows/grounds.ts";
import type { OutcomeRow } from "../../rows/outcome-row.ts";
import { pairRows } from "../../rows/pair-rows.ts";
import { labIdentity } from "../environment/provenance.ts";
import type { Console, LabResult } from "../environment/result.ts";
import { type OutcomesRequest, readOutcomes } from "./read-outcomes.ts";
import { requireReportOutputs, writeReports } from "./report.ts";
import { rowNotes } from "./row-notes.ts";
import { rowsReport } from "./rows-report.ts";

const ALPHA = 0.05;

export interface CompareRequest extends OutcomesRequest {
  readonly control?: string | undefined;
  readonly treatment?: string | undefined;
  /** Name of the one thing in which the arms differ, where it is a flag. */
  readonly flag?: string | undefined;
  readonly alpha?: number | undefined;
  readonly deltaMin?: number | undefined;
  readonly purpose?: "benefit" | "mechanism" | undefined;
  readonly sequential?: boolean | undefined;
  readonly pairing?: "seed" | "none" | undefined;
  /** Aim of the treatment; absent = the aim of the flag in the catalogue, else success. */
  readonly aim?: Aim | undefined;
  /** By how much success may not be worse where the aim is a saving, as a share. */
  readonly margin?: number | undefined;
  /** A file of what the verdicts rest on beside the rows; absent = nothing is known of it. */
  readonly grounds?: string | undefined;
  /** Leaves out units of which only one arm has a row; they are listed either way. */
  readonly matchedOnly?: boolean | undefined;
}

export interface CompareCommand extends CompareRequest {
  readonly output: readonly string[];
  /** Prints every reservation instead of the first screen. */
  readonly verbose?: boolean | undefined;
  readonly console: Console;
}

/** Judges the rows, prints what was assumed, and writes the reports asked for. */
export async function compareCommand(request: CompareCommand): Promise<LabResult> {
  await requireReportOutputs(request.output, [request.file, request.grounds]);
  const document = await compareRows(request);
  const { oneLine } = await import("../../report/visible-text.ts");
  for (const note of document.notes) request.console.note(oneLine(note));
  const written = await writeReports(document, request.output);
  const { renderTerminal } = await import("../../report/terminal.ts");
  const { colour, width } = request.console;
  return {
    text:
      written.length > 0
        ? written.map((file) => `wrote ${file}`).join("\n")
        : renderTerminal(document, { colour, width, verbose: request.verbose }),
    json: document,
    exitCode: exitCodeOf(document),
  };
}

/** 0 when every comparison has a verdict, whatever it says; 4 when one is invalid, which nothing can be judged by. */
function exitCodeOf({ sections }: RowsReport): ExitCode {
  const broken = sections.some(
    ({ comparison }) => comparison.counts.n === 0 || comparison.verdict.label === "invalid",
  );
  return broken ? EXIT.broken : EXIT.pass;
}

/** Reads and judges the rows. */
export async function compareRows(request: CompareRequest): Promise<RowsReport> {
  const { file } = request;
  const alpha = within(request.alpha ?? ALPHA, "--alpha");
  const deltaMin = within(request.deltaMin ?? FIXED_RULE.deltaMin, "--delta-min");
  if (request.pairing === "none" && request.matchedOnly)
    throw new LabError({
      code: "wrong-pairing",
      what: "arms that are not tied together have no matched rows to keep",
      where: "--matched-only",
      remedy: "leave out --matched-only or --pairing none",
    });
  const grounds = request.grounds === undefined ? [] : await readGrounds(request.grounds);
  const read = await readOutcomes(request);
  const { rows, map, used } = read;
  const pairs = pairRows(rows, {
    file,
    control: request.control,
    treatment: request.treatment,
    matchedOnly: request.matchedOnly ?? false,
    pairing: request.pairing ?? "seed",
  });
  if (request.flag !== undefined && pairs.length > 1)
    throw new LabError({
      code: "unclear-comparison",
      what: `one flag is named, but the rows hold ${pairs.length} comparisons`,
      where: "--flag",
      remedy: "name the flag of each row in a column: --columns flag=<column>",
    });
  return rowsReport({
    title: basename(file),
    rows: {
      file,
      digest: read.digest,
      rows: rows.length,
      columns: map.columns,
      valid: validityWords(request.valid, used),
      scenarios: distinct(rows, ({ scenario }) => scenario).length,
      seeds: distinct(rows, ({ seed }) => seed).length,
      models: distinct(rows, ({ outcome }) => outcome.models.join(", ")).filter((name) => name !== ""),
    },
    pairs,
    judging: {
      flag: request.flag ?? null,
      purpose: request.purpose ?? "benefit",
      design: request.sequential ? "sequential" : "fixed",
      pairing: request.pairing ?? "seed",
      alpha,
      deltaMin,
      aim: request.aim,
      margin: request.margin === undefined ? undefined : within(request.margin, "--margin"),
      grounds,
      orderKnown: map.places.has("position"),
    },
    provenance: await labIdentity(),
    notes: [
      ...rowNotes(read, pairs),
      ...(request.grounds === undefined
        ? []
        : [`Calibration and judge as ${request.grounds} says; the rows do not show them.`]),
    ],
  });
}

function within(value: number, option: string): number {
  if (value > 0 && value < 1) return value;
  throw new LabError({
    code: "out-of-range",
    what: `${value} is not between 0 and 1`,
    where: option,
    remedy: "give a share such as 0.05",
  });
}

function distinct(rows: readonly OutcomeRow[], of: (row: OutcomeRow) => string): readonly string[] {
  return [...new Set(rows.map(of))];
}
