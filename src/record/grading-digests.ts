/** Reads by which checks the trials of an experiment were graded. */

import type { GradingFacts } from "../core/judge-report.ts";
import type { Sql } from "./sql.ts";

/** Digests of the gradings that count, with how many trials of newest attempts each scenario has under them. */
export async function gradingDigests(
  sql: Sql,
  experiment: string,
  shown: GradingFacts["shown"],
): Promise<GradingFacts> {
  const rows = await sql.rows<{ scenario: string; checks_digest: string; trials: number }>(
    `SELECT scenario, checks_digest, count(*) AS trials FROM (
      SELECT t.id, t.scenario, coalesce(s.checks_digest, t.checks_digest) AS checks_digest
      FROM latest_trials t
      LEFT JOIN (SELECT DISTINCT trial, grading, checks_digest FROM scores) s
        ON s.trial = t.id${shown === "original" ? " AND s.grading = 1" : ""}
      WHERE t.experiment = $experiment
      QUALIFY coalesce(s.grading, 1) = max(coalesce(s.grading, 1)) OVER (PARTITION BY t.id)
    ) GROUP BY scenario, checks_digest ORDER BY scenario, checks_digest`,
    { experiment },
  );
  return {
    shown,
    digests: rows.map((row) => ({
      scenario: row.scenario,
      checksDigest: row.checks_digest,
      trials: row.trials,
    })),
  };
}
