/** Reads a CSV file of somebody else's rows through DuckDB, with every field as text and the line it stands on. */

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { LabError } from "../core/errors.ts";

/** One data row: fields in the order of the columns, trimmed, an absent one as empty text. */
export interface RecordedRow {
  /** 1-based line of the file on which the row starts. */
  readonly line: number;
  readonly fields: readonly string[];
}

export interface RowFile {
  /** As the user named it. */
  readonly file: string;
  /** SHA-256 of the file's bytes. */
  readonly digest: string;
  readonly columns: readonly string[];
  readonly rows: readonly RecordedRow[];
}

const DELIMITERS = [",", ";", "\t", "|"] as const;

/** Reads the file; what is no table of rows under one header is a LabError that names the line. */
export async function readRows(file: string): Promise<RowFile> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw refused(file, `the rows cannot be read: ${cause instanceof Error ? cause.message : cause}`, cause);
  });
  const [header, ...starts] = recordsOf(bytes.toString("utf8"));
  if (header === undefined) throw refused(file, "the file is empty");
  if (/^\ufeff?\s*[[{]/.test(header.text)) throw refused(file, "this is JSON, and rows are read as CSV only");
  const delimiter = delimiterOf(header.text);
  const width = fieldsIn(header.text, delimiter);
  const [names = [], ...records] = await query(file, { delimiter, width });
  const columns = names.map((name) => name.replace(/^\ufeff/, ""));
  requireNames(file, columns);
  if (records.length === 0) throw refused(file, "there is no row under the header");
  if (records.length !== starts.length)
    throw refused(file, `${starts.length} rows were counted and ${records.length} read`);
  return {
    file,
    digest: createHash("sha256").update(bytes).digest("hex"),
    columns,
    rows: records.map((fields, place) => ({ line: starts[place]?.line ?? 0, fields })),
  };
}

/** Where records start: a line that is neither blank nor inside a quoted field. */
function recordsOf(text: string): readonly { readonly line: number; readonly text: string }[] {
  const records: { line: number; text: string }[] = [];
  let quoted = false;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const last = records.at(-1);
    if (quoted && last) last.text += `\n${line}`;
    else if (line !== "" && line !== "\ufeff") records.push({ line: index + 1, text: line });
    if ((line.split('"').length - 1) % 2 === 1) quoted = !quoted;
  }
  return records;
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

async function query(
  file: string,
  { delimiter, width }: { readonly delimiter: string; readonly width: number },
): Promise<readonly (readonly string[])[]> {
  // A path is a pattern to DuckDB, and one that looks like an address would be fetched.
  const path = resolve(file).replaceAll(/[*?[]/g, "[$&]").replaceAll("'", "''");
  const columns = Array.from({ length: width }, (_, index) => `'c${index}': 'VARCHAR'`).join(", ");
  const instance = await DuckDBInstance.create(":memory:");
  try {
    const connection = await instance.connect();
    const reader = await connection.runAndReadAll(
      `SELECT * FROM read_csv('${path}', columns = {${columns}}, header = false, auto_detect = false, delim = '${delimiter}', quote = '"', escape = '"', strict_mode = true)`,
    );
    return reader
      .getRowsJson()
      .map((row) => row.map((field) => (field === null ? "" : String(field).trim())));
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
    what: `the rows are no CSV table: ${reason ?? lines[0] ?? "unknown"}`,
    where: line === undefined ? file : `${file}, line ${line}`,
    remedy:
      'give every row as many fields as the header; quote fields with ", end all lines alike, use UTF-8',
    cause,
  });
}

function requireNames(file: string, columns: readonly string[]): void {
  const twice = columns.find((name, place) => name !== "" && columns.indexOf(name) !== place);
  if (twice !== undefined) throw refused(file, `two columns are called ${twice}`);
}

function refused(file: string, what: string, cause?: unknown): LabError {
  return new LabError({
    code: "unreadable-rows",
    what,
    where: file,
    remedy: "give a CSV file with one header line and one row per trial: arm, scenario, seed, success",
    cause,
  });
}
