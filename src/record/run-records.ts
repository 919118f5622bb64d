/** Notes every invocation that works on an experiment: when it began, and how it ended where it got to say so. */

import { randomUUID } from "node:crypto";
import type { RunEnding, RunRow } from "../core/frozen-plan.ts";
import type { Sql } from "./sql.ts";
import { originalText, storedText } from "./stored-text.ts";

/** Notes the beginning; the id is new. */
export async function beginRun(
  sql: Sql,
  run: Pick<RunRow, "experiment" | "fresh" | "budgetUsd">,
): Promise<string> {
  const id = randomUUID();
  await sql.run(
    "INSERT INTO runs VALUES ($id, $experiment, $startedAt, NULL, NULL, NULL, $fresh, $budgetUsd)",
    { id, ...run, startedAt: new Date().toISOString() },
  );
  return id;
}

/** Notes the end. */
export async function endRun(sql: Sql, id: string, ending: RunEnding, detail: string | null): Promise<void> {
  await sql.run("UPDATE runs SET ended_at = $endedAt, ending = $ending, detail = $detail WHERE id = $id", {
    id,
    endedAt: new Date().toISOString(),
    ending,
    detail: detail === null ? null : storedText(detail),
  });
}

/** Runs of an experiment in order of starting. */
export async function listRuns(sql: Sql, experiment: string): Promise<readonly RunRow[]> {
  const rows = await sql.rows<{
    id: string;
    experiment: string;
    started_at: string;
    ended_at: string | null;
    ending: RunEnding | null;
    detail: string | null;
    fresh: boolean;
    budget_usd: number | null;
  }>("SELECT * FROM runs WHERE experiment = $experiment ORDER BY started_at, rowid", { experiment });
  return rows.map((row) => ({
    id: row.id,
    experiment: row.experiment,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    ending: row.ending,
    detail: row.detail === null ? null : originalText(row.detail),
    fresh: row.fresh,
    budgetUsd: row.budget_usd,
  }));
}
