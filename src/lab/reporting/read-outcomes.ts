/** Reads a file of somebody else's rows as outcomes: which column is what, which rows count, and what each row says. */

import { LabError } from "../../core/errors.ts";
import type { RecordedRow } from "../../core/recorded-row.ts";
import { scanRows } from "../../record/read-rows.ts";
import { type ColumnMap, mapColumns } from "../../rows/columns.ts";
import { type OutcomeRow, type RowReading, readOutcomeRow } from "../../rows/outcome-row.ts";
import { ResultReader } from "../../rows/outcome-words.ts";
import { RowCells } from "../../rows/row-cells.ts";
import { type SettledRows, settleRows } from "../../rows/settle-rows.ts";
import { readValidity } from "../../rows/valid-rows.ts";
import { signsAmong } from "../../rows/validity-columns.ts";

export interface OutcomesRequest {
  /** A CSV file of rows. */
  readonly file: string;
  /** `field=column` pairs. */
  readonly columns?: string | undefined;
  /** `column=value` conditions. */
  readonly valid?: string | undefined;
  readonly passAt?: number | undefined;
  /** A low result is a good one: 1, true and a high score say that something went wrong. */
  readonly lowerIsBetter?: boolean | undefined;
  /** An LLM judge decided the outcomes. */
  readonly judged?: boolean | undefined;
}

/** Rows, understood, and what was assumed about them. */
export interface ReadOutcomes extends SettledRows {
  readonly map: ColumnMap;
  /** Columns that say nothing which is used. */
  readonly ignored: readonly string[];
  readonly lowerIsBetter: boolean;
}

/** Reads the rows of a file; what cannot be meant is a LabError that names line and column. */
export async function readOutcomes(
  request: OutcomesRequest,
): Promise<ReadOutcomes & { readonly digest: string }> {
  let reader: OutcomeReader | null = null;
  const { digest } = await scanRows(request.file, (columns) => {
    const open = new OutcomeReader(columns, request);
    reader = open;
    return (row) => open.take(row);
  });
  if (reader === null) throw new Error("a file was read whose columns nobody saw");
  return { ...(reader as OutcomeReader).end(), digest };
}

/** Takes rows one by one and says at the end what they are. */
export class OutcomeReader {
  readonly #request: OutcomesRequest;
  readonly #columns: readonly string[];
  readonly #map: ColumnMap;
  readonly #reading: RowReading;
  readonly #read: OutcomeRow[] = [];

  constructor(columns: readonly string[], request: OutcomesRequest) {
    const { file, lowerIsBetter = false, judged = false } = request;
    const map = mapColumns(columns, { said: request.columns, file });
    if (lowerIsBetter && map.places.has("score")) throw twoResults();
    const valid = readValidity(request.valid, columns);
    this.#request = request;
    this.#columns = columns;
    this.#map = map;
    this.#reading = {
      cells: new RowCells(file, map),
      valid,
      signs: signsAmong(columns, new Set([...map.places.values(), ...valid.places])),
      results: new ResultReader({ passAt: threshold(request.passAt, lowerIsBetter), lowerIsBetter }),
      judged,
    };
  }

  take(row: RecordedRow): void {
    this.#read.push(readOutcomeRow(row, this.#reading));
  }

  end(): ReadOutcomes {
    const { valid, signs, results } = this.#reading;
    const map = this.#map;
    // Some scores without bounds make a comparison of scores one of some rows.
    const graded = results.bounded
      ? this.#read
      : this.#read.map((row) => ({ ...row, outcome: { ...row.outcome, score: null } }));
    const settled = settleRows(graded, signs, {
      file: this.#request.file,
      userDecides: this.#request.valid !== undefined,
    });
    const told = new Set([...map.places.values(), ...valid.places]);
    const spoken = new Set([...settled.used, ...settled.unclear]);
    return {
      ...settled,
      map,
      ignored: this.#columns.filter((column, place) => !told.has(place) && !spoken.has(column)),
      lowerIsBetter: this.#request.lowerIsBetter ?? false,
    };
  }
}

function twoResults(): LabError {
  return new LabError({
    code: "two-results",
    what: "the rows have a result and a score, and of which of them lower is better was not said",
    where: "--lower-is-better",
    remedy: "name the one that counts and drop the other, e.g. --columns success=<column>,score=",
  });
}

function threshold(passAt: number | undefined, lowerIsBetter: boolean): number | null {
  if (passAt === undefined) return null;
  if (lowerIsBetter ? passAt >= 0 && passAt < 1e15 : passAt > 0 && passAt <= 1) return passAt;
  throw new LabError({
    code: "out-of-range",
    what: `${passAt} is not a score that some rows reach and others miss`,
    where: "--pass-at",
    remedy: lowerIsBetter ? "give a number from 0 on" : "give a number above 0, up to 1",
  });
}
