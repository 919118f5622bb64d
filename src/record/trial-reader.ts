/** Reads single trials whole, and lists of trials. */

import type { GradedTrial, TrialError } from "../core/trial.ts";
import { unknownTrial } from "./block-writer.ts";
import type { CallRow } from "./call-row.ts";
import type { Sql } from "./sql.ts";
import type { Grading, TrialFilter, TrialRow } from "./store-port.ts";
import { originalText } from "./stored-text.ts";
import { callsOf, type ReadTrial, type ScoreRow, scoreOf, trialOf } from "./trial-rows.ts";

/** Trials with their first grading, in the order of the ids, in as many queries as one trial takes. */
export async function loadTrials(sql: Sql, ids: readonly string[]): Promise<readonly GradedTrial[]> {
  const chosen = "IN (SELECT unnest($ids))";
  const trials = await sql.rows<ReadTrial["trial"] & { readonly id: string }>(
    `SELECT * FROM trials WHERE id ${chosen}`,
    { ids },
  );
  const byTrial = async <T>(rest: string): Promise<(id: string) => readonly T[]> => {
    const rows = new Map<string, T[]>(ids.map((id) => [id, []]));
    for (const row of await sql.rows<T & { readonly trial: string }>(`SELECT * FROM ${rest}`, { ids }))
      rows.get(row.trial)?.push(row);
    return (id) => rows.get(id) ?? [];
  };
  const turns = await byTrial<ReadTrial["turns"][number]>(`turns WHERE trial ${chosen} ORDER BY position`);
  const events = await byTrial<ReadTrial["events"][number]>(`events WHERE trial ${chosen} ORDER BY seq`);
  const calls = await byTrial<CallRow>(`model_calls WHERE trial ${chosen} AND grading IS NULL ORDER BY call`);
  const scores = await byTrial<ScoreRow>(`scores WHERE trial ${chosen} AND grading = 1 ORDER BY position`);
  const worlds = trials.flatMap((trial) => [trial.start_world, trial.world]);
  const bodies = await readBodies(sql, worlds, ids.flatMap(calls));
  const known = new Map(trials.map((trial) => [trial.id, trial]));
  return ids.map((id) => {
    const trial = known.get(id);
    if (!trial) throw unknownTrial(id);
    return trialOf({
      trial,
      turns: turns(id),
      events: events(id),
      calls: calls(id),
      scores: scores(id),
      bodies,
    });
  });
}

/** The bodies of those digests and of everything that some calls refer to. */
async function readBodies(
  sql: Sql,
  others: readonly string[],
  calls: readonly CallRow[],
): Promise<ReadonlyMap<string, string>> {
  const digests = new Set(others);
  for (const call of calls)
    for (const digest of [...call.system, ...call.added, call.tools, call.reply_schema, call.reply])
      if (digest !== null) digests.add(digest);
  const rows = await sql.rows<{ digest: string; body: string }>(
    "SELECT digest, body FROM bodies SEMI JOIN (SELECT unnest($digests) AS digest) USING (digest)",
    { digests: [...digests] },
  );
  return new Map(rows.map(({ digest, body }) => [digest, body]));
}

/** Every grading of a trial, oldest first. */
export async function readGradings(sql: Sql, id: string): Promise<readonly Grading[]> {
  const [trial] = await sql.rows<{ checks_digest: string }>(
    "SELECT checks_digest FROM trials WHERE id = $id",
    { id },
  );
  if (!trial) throw unknownTrial(id);
  const scores = await sql.rows<ScoreRow>(
    "SELECT * FROM scores WHERE trial = $id ORDER BY grading, position",
    { id },
  );
  const calls = await sql.rows<CallRow>(
    "SELECT * FROM model_calls WHERE trial = $id AND grading IS NOT NULL ORDER BY call",
    { id },
  );
  const read = callsOf(calls, await readBodies(sql, [], calls));
  const numbers = [...new Set([1, ...scores.map(({ grading }) => grading)])];
  return numbers.map((number) => {
    const own = scores.filter(({ grading }) => grading === number);
    const asked = calls.flatMap(({ grading, judge }, place) => {
      const call = read[place];
      return grading === number && judge !== null && call ? [{ judge: originalText(judge), call }] : [];
    });
    const [first] = asked;
    return {
      checksDigest: own[0]?.checks_digest ?? trial.checks_digest,
      scores: own.map(scoreOf),
      judged: first ? { judge: first.judge, calls: asked.map(({ call }) => call) } : null,
    };
  });
}

interface ListedTrial {
  readonly trial: string;
  readonly experiment: string;
  readonly experiment_name: string | null;
  readonly scenario: string;
  readonly seed: string;
  readonly arm: string;
  readonly attempt: number;
  readonly outcome: TrialRow["outcome"];
  readonly error_kind: TrialError["kind"] | null;
  readonly error_message: string | null;
  readonly calls: number | null;
  readonly cut_replies: number | null;
  readonly cost_usd: number | null;
  readonly spent_usd: number | null;
  readonly started_at: string;
  readonly wall_ms: number;
  readonly superseded: boolean;
}

/** The order of lists, and what `latest` goes by. */
export const NEWEST_FIRST = "t.started_at DESC, t.rowid DESC";

/** Trials that fit the filter, newest first. */
export function listTrials(sql: Sql, filter: TrialFilter): Promise<readonly TrialRow[]> {
  const conditions: string[] = [];
  if (filter.experiment !== undefined) conditions.push("o.experiment = $experiment");
  if (filter.scenario !== undefined) conditions.push("o.scenario = $scenario");
  if (filter.seed !== undefined) conditions.push("o.seed = $seed");
  if (filter.arm !== undefined) conditions.push("o.arm = $arm");
  if (filter.failed !== undefined)
    conditions.push(`${filter.failed ? "" : "NOT "}(o.outcome IN ('fail', 'error'))`);
  if (filter.flag !== undefined)
    conditions.push(`EXISTS (FROM planned_pairs p WHERE p.flag = $flag AND p.experiment = o.experiment
      AND p.scenario = o.scenario AND o.arm IN (p.control, p.treatment))`);
  const { failed, limit, offset, ...values } = filter;
  return selectTrials(
    sql,
    {
      where: conditions.join(" AND ") || "true",
      order: NEWEST_FIRST,
      page: `${limit === undefined ? "" : `LIMIT ${Math.trunc(limit)}`} ${offset === undefined ? "" : `OFFSET ${Math.trunc(offset)}`}`,
    },
    values,
  );
}

/** Trials by conditions in SQL over `o` (trial_outcomes), `t` (trials) and `e` (experiments). */
export async function selectTrials(
  sql: Sql,
  select: { readonly where: string; readonly order: string; readonly page?: string },
  values: Readonly<Record<string, string>>,
): Promise<readonly TrialRow[]> {
  const rows = await sql.rows<ListedTrial>(
    `WITH chosen AS MATERIALIZED (
      SELECT o.*, e.name AS experiment_name, t.started_at, t.wall_ms, row_number() OVER (ORDER BY ${select.order}) AS place
      FROM trial_outcomes o JOIN trials t ON t.id = o.trial LEFT JOIN experiments e ON e.id = o.experiment
      WHERE ${select.where} ORDER BY place ${select.page ?? ""}
    )
    SELECT chosen.*, c.calls, c.cut_replies, c.cost_usd, c.spent_usd
    FROM chosen LEFT JOIN trial_costs c ON c.trial = chosen.trial ORDER BY chosen.place`,
    values,
  );
  return rows.map((row) => ({
    id: row.trial,
    key: {
      experiment: row.experiment,
      scenario: row.scenario,
      seed: row.seed,
      arm: row.arm,
      attempt: row.attempt,
    },
    experimentName: originalText(row.experiment_name ?? ""),
    outcome: row.outcome,
    error:
      row.error_kind === null
        ? null
        : { kind: row.error_kind, message: originalText(row.error_message ?? "") },
    calls: row.calls,
    cutReplies: row.cut_replies,
    costUsd: row.cost_usd,
    spentUsd: row.spent_usd,
    startedAt: row.started_at,
    wallMs: row.wall_ms,
    superseded: row.superseded,
  }));
}
