/** Stores the trials of a block, and gradings added later: whole or not at all, and never twice. */

import { LabError } from "../core/errors.ts";
import type { Score } from "../core/score.ts";
import { type GradedTrial, trialId } from "../core/trial.ts";
import { appendBodies, collectBodies } from "./bodies.ts";
import { EVENTS, MODEL_CALLS, SCORES, TRIALS, TURNS } from "./schema.ts";
import type { Sql } from "./sql.ts";
import { rowsOf, scoreRows } from "./trial-rows.ts";

/** Adds those of the trials that are not stored yet, in one transaction. */
export async function saveTrials(sql: Sql, trials: readonly GradedTrial[]): Promise<void> {
  if (trials.length === 0) return;
  const byId = new Map(trials.map((graded) => [trialId(graded.outcome.key), graded]));
  await sql.transaction(async () => {
    const held = await sql.rows<{ id: string }>(
      "SELECT id FROM trials SEMI JOIN (SELECT unnest($ids) AS id) USING (id)",
      { ids: [...byId.keys()] },
    );
    for (const { id } of held) byId.delete(id);
    const bodies = collectBodies();
    const rows = [...byId.values()].map((graded) => rowsOf(graded, bodies));
    await appendBodies(sql, bodies);
    await sql.append(
      TURNS,
      rows.flatMap((row) => row.turns),
    );
    await sql.append(
      EVENTS,
      rows.flatMap((row) => row.events),
    );
    await sql.append(
      MODEL_CALLS,
      rows.flatMap((row) => row.calls),
    );
    await sql.append(
      SCORES,
      rows.flatMap((row) => row.scores),
    );
    await sql.append(
      TRIALS,
      rows.map((row) => row.trial),
    );
  });
}

/** Adds a grading under the digest of its checks; one that is there already is left as it is. */
export async function addScores(
  sql: Sql,
  trial: string,
  scores: readonly Score[],
  checksDigest: string,
): Promise<void> {
  await sql.transaction(async () => {
    const [stored] = await sql.rows<{ known: boolean; last: number }>(
      `SELECT t.checks_digest = $checksDigest OR coalesce(bool_or(s.checks_digest = $checksDigest), false) AS known,
        greatest(1, coalesce(max(s.grading), 1)) AS last
      FROM trials t LEFT JOIN scores s ON s.trial = t.id WHERE t.id = $trial GROUP BY t.checks_digest`,
      { trial, checksDigest },
    );
    if (!stored) throw unknownTrial(trial);
    if (!stored.known) await sql.append(SCORES, scoreRows(trial, stored.last + 1, scores, checksDigest));
  });
}

/** The error for a trial id that is not stored. */
export function unknownTrial(trial: string): LabError {
  return new LabError({
    code: "unknown-trial",
    what: `the store has no trial ${trial}`,
    remedy: "harness-lab trials lists what there is",
  });
}
