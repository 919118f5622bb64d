/** Stores the trials of a block, and gradings added later: whole or not at all, and never twice. */

import { LabError } from "../core/errors.ts";
import { type GradedTrial, trialId } from "../core/trial.ts";
import { appendBodies, collectBodies } from "./bodies.ts";
import { callRow } from "./call-row.ts";
import { openChains } from "./message-chains.ts";
import { EVENTS, MODEL_CALLS, SCORES, TRIALS, TURNS } from "./schema.ts";
import type { Sql } from "./sql.ts";
import type { Grading } from "./store-port.ts";
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

/** Adds a grading under the digest of its checks; scores that are there already are left as they are. */
export async function addGrading(
  sql: Sql,
  trial: string,
  { checksDigest, scores, judged }: Grading,
): Promise<void> {
  await sql.transaction(async () => {
    const [stored] = await sql.rows<{ known: number | null; last: number; calls: number }>(
      `SELECT
        CASE WHEN t.checks_digest = $checksDigest THEN 1
          ELSE max(s.grading) FILTER (s.checks_digest = $checksDigest) END AS known,
        greatest(1, coalesce(max(s.grading), 1)) AS last,
        (SELECT coalesce(max(c.call) + 1, 0) FROM model_calls c WHERE c.trial = $trial) AS calls
      FROM trials t LEFT JOIN scores s ON s.trial = t.id WHERE t.id = $trial GROUP BY t.checks_digest`,
      { trial, checksDigest },
    );
    if (!stored) throw unknownTrial(trial);
    const grading = stored.known ?? stored.last + 1;
    if (stored.known === null) await sql.append(SCORES, scoreRows(trial, grading, scores, checksDigest));
    if (!judged || judged.calls.length === 0) return;
    const bodies = collectBodies();
    const { chain } = openChains();
    const rows = judged.calls.map((call, place) =>
      callRow(trial, { ...call, index: stored.calls + place }, bodies, chain, {
        grading,
        judge: judged.judge,
      }),
    );
    await appendBodies(sql, bodies);
    await sql.append(MODEL_CALLS, rows);
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
