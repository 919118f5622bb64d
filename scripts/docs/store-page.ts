/** The page of the store: tables, views and functions as the DuckDB catalogue documents them. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LAYOUT_VERSION } from "../../src/record/migrations.ts";
import { openDatabase } from "../../src/record/open-database.ts";
import { block, code, type Page, pageOf, tableOf, words } from "./page.ts";

/** Questions that the page answers; each runs against an empty store when the page is made. */
const QUERIES: readonly (readonly [question: string, sql: string])[] = [
  [
    "How often did each arm pass?",
    "SELECT arm, outcome, count(*) AS trials\nFROM trial_outcomes WHERE NOT superseded\nGROUP BY ALL ORDER BY ALL",
  ],
  [
    "What did which purpose cost?",
    "SELECT arm, purpose, sum(calls) AS calls, sum_known(cost_usd) AS cost_usd\nFROM calls_by_purpose GROUP BY ALL ORDER BY cost_usd DESC",
  ],
  [
    "In which trials did a feature fire, and when first?",
    "SELECT t.scenario, t.seed, t.arm, m.feature, m.first_fired\nFROM feature_marks m JOIN trials t ON t.id = m.trial WHERE m.fired",
  ],
];

interface Described {
  readonly name: string;
  readonly comment: string | null;
}
interface Field extends Described {
  readonly owner: string;
  readonly type: string;
  readonly nullable: boolean;
}

/** Makes it from a store that is created for the purpose. */
export async function storePage(): Promise<Page> {
  const folder = mkdtempSync(join(tmpdir(), "harness-lab-docs-"));
  const { sql, close } = await openDatabase(join(folder, "lab.duckdb"), "write", 0);
  try {
    const own = "NOT internal AND database_name = current_database()";
    const tables = await sql.rows<Described>(
      `SELECT table_name AS name, comment FROM duckdb_tables() WHERE ${own} ORDER BY table_oid`,
    );
    const views = await sql.rows<Described>(
      `SELECT view_name AS name, comment FROM duckdb_views() WHERE ${own} ORDER BY view_name`,
    );
    const functions = await sql.rows<Described & { readonly parameters: string }>(
      `SELECT DISTINCT function_name AS name, comment, array_to_string(parameters, ', ') AS parameters
       FROM duckdb_functions() WHERE ${own} ORDER BY name`,
    );
    const fields = await sql.rows<Field>(
      `SELECT table_name AS owner, column_name AS name, data_type AS type, is_nullable AS nullable, comment
       FROM duckdb_columns() WHERE ${own} ORDER BY table_name, column_index`,
    );
    const described = (kind: readonly Described[], withNull: boolean) =>
      kind.map(({ name, comment }) =>
        [
          `### ${name}`,
          words(comment ?? ""),
          fieldTable(
            fields.filter(({ owner }) => owner === name),
            withNull,
          ),
        ].join("\n\n"),
      );
    for (const [, query] of QUERIES) await sql.rows(query);
    return pageOf(
      "docs/formats/store.md",
      "The store",
      `One DuckDB file (\`.harness-lab/lab.duckdb\`, or \`--db\`), layout ${LAYOUT_VERSION}. Open it with any DuckDB, also while a run goes on: tables, views and columns carry these comments. \`events\` is the log, every total is a view, and every figure of a report can be computed again from it. NULL is unknown or not applicable, never 0.`,
      "## Questions",
      ...QUERIES.map(([question, query]) => `${question}\n\n${block("sql", `${query};`)}`),
      "## Tables",
      ...described(tables, true),
      "## Views",
      ...described(views, false),
      "## Functions",
      tableOf(
        ["function", "result"],
        functions.map(({ name, parameters, comment }) => [
          code(`${name}(${parameters})`),
          words(comment ?? ""),
        ]),
      ),
    );
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function fieldTable(fields: readonly Field[], withNull: boolean): string {
  return tableOf(
    withNull ? ["column", "type", "NULL", "meaning"] : ["column", "type", "meaning"],
    fields.map(({ name, type, nullable, comment }) => [
      code(name),
      type,
      ...(withNull ? [nullable ? "yes" : ""] : []),
      words(comment ?? ""),
    ]),
  );
}
