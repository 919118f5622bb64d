/** Stores and reads what is known of judges: who judges an experiment, and what labels showed about a judge. */

import type { CheckedJudge } from "../core/checked-judge.ts";
import type { Experiment } from "../core/experiment.ts";
import type { ModelSettings } from "../core/model-settings.ts";
import type { Sql } from "./sql.ts";
import { originalJson, storedJson, storedText } from "./stored-text.ts";

/** Notes the judge of an experiment; how it is reached may change, who it is may not (it is part of the identity). */
export async function saveExperimentJudge(sql: Sql, { id, judge }: Experiment): Promise<void> {
  if (judge === undefined) return;
  await sql.run("INSERT OR REPLACE INTO experiment_judges VALUES ($id, $judge)", {
    id,
    judge: storedJson(judge),
  });
}

/** The judge of an experiment, undefined when none was named. */
export async function experimentJudge(sql: Sql, id: string): Promise<ModelSettings | undefined> {
  const [row] = await sql.rows<{ judge: string }>(
    "SELECT judge FROM experiment_judges WHERE experiment = $id",
    { id },
  );
  return row ? originalJson<ModelSettings>(row.judge) : undefined;
}

/** Adds a check of a judge; earlier ones stay. */
export async function saveJudgeCheck(sql: Sql, check: CheckedJudge): Promise<void> {
  await sql.run(
    "INSERT INTO judge_checks VALUES ($judge, $rubric, $wording, $checkedAt, $qualified, $content)",
    {
      judge: storedText(check.judge),
      rubric: storedText(check.rubric),
      wording: check.wording,
      checkedAt: check.checkedAt,
      qualified: check.qualified,
      content: storedJson(check),
    },
  );
}

/** The newest check of every judge, rubric and wording. */
export async function judgeChecks(sql: Sql): Promise<readonly CheckedJudge[]> {
  const rows = await sql.rows<{ content: string }>(
    `SELECT content FROM judge_checks
    QUALIFY row_number() OVER (PARTITION BY judge, rubric, wording ORDER BY checked_at DESC, rowid DESC) = 1
    ORDER BY judge, rubric, wording`,
  );
  return rows.map(({ content }) => originalJson<CheckedJudge>(content));
}
