/** Writes tables, views or the rows of a query to CSV, JSON or Parquet files. */

import { rename, rm } from "node:fs/promises";
import { LabError } from "../core/errors.ts";
import { explained } from "./file-errors.ts";
import { openDatabase } from "./open-database.ts";
import { quoted } from "./schema.ts";

const FORMATS: Readonly<Record<string, string>> = {
  csv: "FORMAT csv, HEADER true",
  json: "FORMAT json, ARRAY true",
  jsonl: "FORMAT json",
  ndjson: "FORMAT json",
  parquet: "FORMAT parquet, COMPRESSION zstd",
};

/** Streams the rows of `source` (a table, a view or a SELECT) into a file whose ending names the format. */
export async function exportRows(
  dbPath: string,
  source: string,
  file: string,
  waitMs = 10_000,
): Promise<void> {
  const ending = file.split(".").at(-1)?.toLowerCase() ?? "";
  const format = FORMATS[ending];
  if (!format)
    throw new LabError({
      code: "unknown-format",
      what: `rows cannot be written as .${ending}`,
      where: file,
      remedy: `end the name in ${Object.keys(FORMATS).join(", ")}`,
    });
  const query = /^\s*(select|with|from)\s/i.test(source) ? `(${source})` : `(FROM ${source})`;
  const database = await openDatabase(dbPath, "read", waitMs);
  const draft = `${file}.part`;
  try {
    await database.sql.run(`COPY ${query} TO ${quoted(draft)} (${format})`);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw explained(error, file);
  } finally {
    await database.close();
  }
}
