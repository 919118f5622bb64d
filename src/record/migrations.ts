/** Brings a database to the layout this version writes; a file of a newer layout is left alone. */

import { LabError } from "../core/errors.ts";
import { addNames, addRegradedCalls, createTable, JUDGE_TABLES, PLAN_TABLES, TABLES } from "./schema.ts";
import type { Sql } from "./sql.ts";
import { createViews } from "./views.ts";

/** Statements by version; version n is entry n - 1. Views are renewed after them. */
const MIGRATIONS: readonly (readonly string[])[] = [
  TABLES.flatMap(createTable),
  PLAN_TABLES.flatMap(createTable),
  JUDGE_TABLES.flatMap(createTable),
  addRegradedCalls(),
  // The view budget_ended and what rests on it, and pairs.*_spontaneous.
  [],
  addNames(),
  // Sums whose last digit does not depend on the order of storing.
  [],
];

/** The layout this version reads and writes. */
export const LAYOUT_VERSION = MIGRATIONS.length;

/** The version of an open database: 0 for an empty one, null for one that somebody else made. */
async function versionOf(sql: Sql): Promise<number | null> {
  const tables = await sql.rows<{ table_name: string }>(
    "SELECT table_name FROM duckdb_tables() WHERE NOT internal AND database_name = current_database()",
  );
  if (tables.length === 0) return 0;
  if (!tables.some((table) => table.table_name === "schema_version")) return null;
  const [row] = await sql.rows<{ version: number | null }>(
    "SELECT max(version) AS version FROM schema_version",
  );
  return row?.version ?? 0;
}

/** True where the database has the layout of this version; throws for one that it must not touch. */
export async function isCurrent(sql: Sql, file: string): Promise<boolean> {
  const version = await versionOf(sql);
  if (version === null)
    throw new LabError({
      code: "not-a-store",
      what: "this DuckDB file was not made by harness-lab",
      where: file,
      remedy: "choose another file with --db",
    });
  if (version > LAYOUT_VERSION)
    throw new LabError({
      code: "newer-store",
      what: `the store has layout ${version}, this version of harness-lab knows layouts up to ${LAYOUT_VERSION}`,
      where: file,
      remedy: "update harness-lab, or choose another file with --db",
    });
  return version === LAYOUT_VERSION;
}

/** Applies what is missing in one transaction; the documentation takes most of the time and can be left out. */
export async function migrate(sql: Sql, documented = true): Promise<void> {
  const version = (await versionOf(sql)) ?? 0;
  await sql.transaction(async () => {
    const statements = [...MIGRATIONS.slice(version).flat(), ...createViews()];
    await sql.run(statements.filter((text) => documented || !text.startsWith("COMMENT")).join(";\n"));
    for (let applied = version + 1; applied <= LAYOUT_VERSION; applied++)
      await sql.run("INSERT INTO schema_version VALUES ($version, $now::TIMESTAMP)", {
        version: applied,
        now: new Date().toISOString(),
      });
  });
}
