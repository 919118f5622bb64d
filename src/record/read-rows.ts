/** Reads a CSV file of somebody else's rows through DuckDB, with every field as text and the line it stands on. */

import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { LabError } from "../core/errors.ts";
import type { RecordedRow } from "../core/recorded-row.ts";
import { findRowStarts } from "./row-starts.ts";

export interface RowFile {
  /** As the user named it. */
  readonly file: string;
  /** SHA-256 of the file's bytes. */
  readonly digest: string;
  readonly columns: readonly string[];
  readonly rows: readonly RecordedRow[];
}

const DELIMITERS = [",", ";", "\t", "|"] as const;

/** Reads the whole file; anything but a table of rows under one header is a LabError that names the line. */
export async function readRows(file: string): Promise<RowFile> {
  const rows: RecordedRow[] = [];
  let columns: readonly string[] = [];
  const { digest } = await scanRows(file, (names) => {
    columns = names;
    return (row) => rows.push(row);
  });
  return { file, digest, columns, rows };
}

/** Hands the rows out one by one, in their order, to whoever `open` names for these columns; holds none itself. */
export async function scanRows(
  file: string,
  open: (columns: readonly string[]) => (row: RecordedRow) => void,
): Promise<{ readonly digest: string }> {
  // The file is read twice, which a pipe or a device does not allow.
  const found = await stat(file).catch(() => null);
  if (found !== null && !found.isFile())
    throw refuseRows(file, "this is a folder, a pipe or a device, and rows stand in a file");
  const { header, lines, digest } = await findRowStarts(file).catch((cause: unknown) => {
    throw refuseRows(
      file,
      `the rows cannot be read: ${cause instanceof Error ? cause.message : cause}`,
      cause,
    );
  });
  if (header === null) throw refuseRows(file, "the file is empty");
  if (/^\s*[[{]/.test(header)) throw refuseRows(file, "this is JSON, and rows are read as CSV only");
  const delimiter = delimiterOf(header);
  const width = fieldsIn(header, delimiter);
  let take: ((row: RecordedRow) => void) | null = null;
  let count = 0;
  for await (const fields of records(file, { delimiter, width })) {
    if (take === null) {
      const columns = fields.map((name) => name.replace(/^\ufeff/, ""));
      requireNames(file, columns);
      if (lines.length === 0) throw refuseRows(file, "there is no row under the header");
      take = open(columns);
      continue;
    }
    take({ line: lines[count] ?? 0, fields });
    count += 1;
  }
  if (count !== lines.length) throw refuseRows(file, `${lines.length} rows were counted and ${count} read`);
  return { digest };
}

function outsideQuotes(header: string): string {
  return header.replaceAll(/"(?:[^"]|"")*"/g, "");
}

function fieldsIn(header: string, delimiter: string): number {
  return outsideQuotes(header).split(delimiter).length;
}

function delimiterOf(header: string): string {
  const [first = ","] = DELIMITERS.toSorted((a, b) => fieldsIn(header, b) - fieldsIn(header, a));
  return first;
}

async function* records(
  file: string,
  { delimiter, width }: { readonly delimiter: string; readonly width: number },
): AsyncGenerator<readonly string[]> {
  // A path is a pattern to DuckDB, and one that looks like an address would be fetched.
  const path = resolve(file).replaceAll(/[*?[]/g, "[$&]").replaceAll("'", "''");
  const columns = Array.from({ length: width }, (_, index) => `'c${index}': 'VARCHAR'`).join(", ");
  // One thread keeps the order, and a buffer for each would cost more than it gains.
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  try {
    const connection = await instance.connect();
    const result = await connection.stream(
      `SELECT * FROM read_csv('${path}', columns = {${columns}}, header = false, auto_detect = false, delim = '${delimiter}', quote = '"', escape = '"', strict_mode = true)`,
    );
    for await (const rows of result.yieldRowsJson())
      for (const row of rows) yield row.map((field) => (field === null ? "" : String(field).trim()));
  } catch (cause) {
    throw unparsable(file, cause);
  } finally {
    instance.closeSync();
  }
}

function unparsable(file: string, cause: unknown): LabError {
  const lines = (cause instanceof Error ? cause.message : String(cause)).split("\n");
  const line = /on Line: (\d+)/.exec(lines[0] ?? "")?.[1];
  const reason = lines.find((text) => /Expected Number|unterminated|utf-8|Maximum line size/i.test(text));
  return new LabError({
    code: "unreadable-rows",
    what: `the rows are not a CSV table: ${reason ?? lines[0] ?? "unknown"}`,
    where: line === undefined ? file : `${file}, line ${line}`,
    remedy:
      'give every row as many fields as the header; quote fields with ", end all lines alike, use UTF-8',
    cause,
  });
}

function requireNames(file: string, columns: readonly string[]): void {
  const twice = columns.find((name, place) => name !== "" && columns.indexOf(name) !== place);
  if (twice !== undefined) throw refuseRows(file, `two columns are called ${twice}`);
}

function refuseRows(file: string, what: string, cause?: unknown): LabError {
  return new LabError({
    code: "unreadable-rows",
    what,
    where: file,
    remedy: "give a CSV file with one header line and one row per trial: arm, scenario, seed, success",
    cause,
  });
}
