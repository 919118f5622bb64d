/** Stores and reads frozen plans. */

import type { Experiment } from "../core/experiment.ts";
import type { FrozenPlan, PlanContent } from "../core/frozen-plan.ts";
import type { Sql } from "./sql.ts";
import { originalJson, storedJson, storedText } from "./stored-text.ts";

/** Adds a plan; a stored one is never changed. */
export async function freezePlan(sql: Sql, { digest, frozenAt, content }: FrozenPlan): Promise<void> {
  await sql.run(
    "INSERT OR IGNORE INTO frozen_plans VALUES ($digest, $experiment, $name, $frozenAt, $content)",
    {
      digest,
      experiment: content.experiment,
      name: storedText(content.name),
      frozenAt,
      content: storedJson(content),
    },
  );
}

/** Plans of an experiment's id or name, oldest first. */
export async function frozenPlans(
  sql: Sql,
  { id, name }: Pick<Experiment, "id" | "name">,
): Promise<readonly FrozenPlan[]> {
  const rows = await sql.rows<{ digest: string; frozen_at: string; content: string }>(
    `SELECT digest, frozen_at, content FROM frozen_plans
    WHERE experiment = $id OR name = $name ORDER BY frozen_at, rowid`,
    { id, name: storedText(name) },
  );
  return rows.map((row) => ({
    digest: row.digest,
    frozenAt: row.frozen_at,
    content: originalJson<PlanContent>(row.content),
  }));
}
