/** Reads what an experiment adds up to: who answered, trials done, calls, money and time. */

import { JUDGE } from "../core/lab-purposes.ts";
import type { ReportDocument } from "../core/report-document.ts";
import type { Sql } from "./sql.ts";
import type { AskedOfScenario } from "./store-port.ts";
import { originalText } from "./stored-text.ts";

/** Models and fingerprints that answered the harness, most calls first; replies shared between arms were answered once. */
export async function readAnswerers(sql: Sql, experiment: string): Promise<ReportDocument["answeredBy"]> {
  const rows = await sql.rows<{ model: string | null; fingerprint: string | null; calls: number }>(
    `SELECT c.model, c.fingerprint, count(*) AS calls
    FROM model_calls c JOIN trials t ON t.id = c.trial
    WHERE t.experiment = $experiment AND c.reply_kind = 'answer' AND c.source <> 'shared' AND NOT is_evaluation(c.purpose)
    GROUP BY c.model, c.fingerprint ORDER BY calls DESC, c.model, c.fingerprint`,
    { experiment },
  );
  return rows.map((row) => ({
    model: row.model === null ? null : originalText(row.model),
    fingerprint: row.fingerprint === null ? null : originalText(row.fingerprint),
    calls: row.calls,
  }));
}

/** Requests of each scenario's trials to the model under the harness, shared replies counted once; errors are left out. */
export async function askedByScenario(sql: Sql, experiment: string): Promise<readonly AskedOfScenario[]> {
  const rows = await sql.rows<{
    scenario: string;
    trials: number;
    calls: number;
    input_tokens: number | null;
    cached_input_tokens: number | null;
    output_tokens: number | null;
  }>(
    `SELECT t.scenario, count(DISTINCT t.id) AS trials, count(c.call) AS calls,
      ${["input_tokens", "cached_input_tokens", "output_tokens"]
        .map((column) => `sum_known_where(c.${column}, c.call IS NOT NULL) AS ${column}`)
        .join(", ")}
    FROM trials t LEFT JOIN model_calls c
      ON c.trial = t.id AND c.source IN ('asked', 'journal') AND NOT is_evaluation(c.purpose)
    WHERE t.experiment = $experiment AND t.error_kind IS NULL
    GROUP BY t.scenario ORDER BY t.scenario`,
    { experiment },
  );
  return rows.map((row) => ({
    scenario: row.scenario,
    trials: row.trials,
    calls: row.calls,
    inputTokens: row.input_tokens,
    cachedInputTokens: row.cached_input_tokens,
    outputTokens: row.output_tokens,
  }));
}

/** Trials of newest attempts; calls, costs and time of every attempt, since every attempt was paid; the judge apart. */
export async function totals(sql: Sql, experiment: string): Promise<ReportDocument["totals"]> {
  const [row] = await sql.rows<{
    planned: number;
    completed: number;
    errored: number;
    missing: number;
    budget: number;
    calls: number;
    shared_calls: number;
    spent_usd: number | null;
    cost_usd: number | null;
    wall_ms: number | null;
    judge_calls: number;
    judge_shared: number;
    judge_cost_usd: number | null;
    judge_spent_usd: number | null;
    judge_checks: number;
    judge_unusable: number;
  }>(
    `WITH wanted AS (
      SELECT p.*, t.id AS trial, t.error_kind
      FROM planned_trials p LEFT JOIN latest_trials t
        ON t.experiment = p.experiment AND t.scenario = p.scenario AND t.seed = p.seed AND t.arm = p.arm
      WHERE p.experiment = $experiment
    ),
    made AS (
      SELECT c.* FROM model_calls c JOIN trials t ON t.id = c.trial WHERE t.experiment = $experiment
    ),
    judged AS (
      SELECT s.result FROM scores s JOIN latest_trials t ON t.id = s.trial
      WHERE t.experiment = $experiment AND t.error_kind IS NULL AND s.kind = 'judge' AND s.grading = 1
    )
    SELECT
      (SELECT count(*) FROM wanted) AS planned,
      (SELECT count(*) FROM wanted WHERE trial IS NOT NULL AND error_kind IS NULL) AS completed,
      (SELECT count(*) FROM wanted WHERE trial IS NOT NULL AND error_kind IS NOT NULL) AS errored,
      (SELECT count(*) FROM wanted ANTI JOIN budget_ended USING (experiment) WHERE trial IS NULL) AS missing,
      (SELECT count(*) FROM wanted SEMI JOIN budget_ended USING (experiment) WHERE trial IS NULL) AS budget,
      (SELECT count(*) FROM made WHERE NOT is_evaluation(purpose)) AS calls,
      (SELECT count(*) FROM made WHERE source = 'shared' AND NOT is_evaluation(purpose)) AS shared_calls,
      (SELECT sum_known(spent_usd) FROM made) AS spent_usd,
      (SELECT sum_known(cost_usd) FROM made WHERE NOT is_evaluation(purpose)) AS cost_usd,
      (SELECT count(*) FROM made WHERE purpose = '${JUDGE}') AS judge_calls,
      (SELECT count(*) FROM made WHERE purpose = '${JUDGE}' AND source = 'shared') AS judge_shared,
      (SELECT sum_known(cost_usd) FROM made WHERE purpose = '${JUDGE}') AS judge_cost_usd,
      (SELECT sum_known(spent_usd) FROM made WHERE purpose = '${JUDGE}') AS judge_spent_usd,
      (SELECT count(*) FROM judged) AS judge_checks,
      (SELECT count(*) FROM judged WHERE result = 'unscored') AS judge_unusable,
      (SELECT sum(wall_ms) FROM trials WHERE experiment = $experiment) AS wall_ms`,
    { experiment },
  );
  if (!row) throw new Error("totals gave no row");
  const cut = await sql.rows<{ arm: string; replies: number }>(
    `SELECT t.arm, count(*) AS replies FROM model_calls c JOIN trials t ON t.id = c.trial
    WHERE t.experiment = $experiment AND c.finish = 'length' AND NOT is_evaluation(c.purpose)
    GROUP BY t.arm ORDER BY replies DESC, t.arm`,
    { experiment },
  );
  const noted = await notedReplies(sql, experiment);
  return {
    trialsPlanned: row.planned,
    trialsCompleted: row.completed,
    trialsErrored: row.errored,
    trialsMissing: row.missing,
    trialsBudget: row.budget,
    calls: row.calls,
    sharedCalls: row.shared_calls,
    cutReplies: cut,
    ...(noted.length === 0 ? {} : { notedReplies: noted }),
    spentUsd: row.spent_usd,
    costUsd: row.cost_usd,
    wallMs: row.wall_ms,
    ...(row.judge_calls === 0
      ? {}
      : {
          judge: {
            calls: row.judge_calls,
            shared: row.judge_shared,
            costUsd: row.judge_cost_usd,
            spentUsd: row.judge_spent_usd,
            checks: { all: row.judge_checks, unusable: row.judge_unusable },
          },
        }),
  };
}

/** Counts the notes of replies that were answered in the experiment, of every attempt, most frequent first. */
function notedReplies(
  sql: Sql,
  experiment: string,
): Promise<readonly { readonly note: string; readonly replies: number }[]> {
  return sql.rows(
    `SELECT note, count(*) AS replies FROM (
      SELECT unnest(from_json(b.body->'notes', '["VARCHAR"]')) AS note
      FROM model_calls c JOIN trials t ON t.id = c.trial JOIN bodies b ON b.digest = c.reply
      WHERE t.experiment = $experiment AND c.reply_kind = 'answer' AND c.source <> 'shared'
        AND NOT is_evaluation(c.purpose) AND (b.body->'notes') IS NOT NULL
    ) GROUP BY note ORDER BY replies DESC, note`,
    { experiment },
  );
}
