/** Reads two arms side by side: units for the analysis, rows of the grid, calls by purpose. */

import type { ArmOutcome, Outcome } from "../core/pairs.ts";
import type { GridRow, PurposeRow, PurposeTotals } from "../core/report-document.ts";
import { pairsSql } from "./pairs-sql.ts";
import type { Sql } from "./sql.ts";
import type { PairRequest, StoredPair } from "./store-port.ts";
import { originalText } from "./stored-text.ts";

type Side = "control" | "treatment";

/** Columns of one side, without their prefix. */
interface SideRow {
  readonly trial: string | null;
  readonly outcome: Outcome;
  readonly error: string | null;
  readonly score: number | null;
  readonly cost_usd: number | null;
  readonly uncached_cost_usd: number | null;
  readonly input_tokens: number | null;
  readonly cached_input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly calls: number | null;
  readonly latency_ms: number | null;
  readonly whole_latency_ms: number | null;
  readonly position: number | null;
  readonly reached: boolean | null;
  readonly fired: boolean | null;
  readonly transcript: string | null;
  readonly calls_by_purpose: string;
  readonly own_calls: number | null;
  readonly signature_seen: boolean | null;
  readonly judged: boolean;
  readonly mechanism_ok: boolean | null;
  readonly models: readonly string[];
  readonly spontaneous: boolean | null;
  readonly shared_calls: number | null;
}

type PairRow = {
  readonly [K in keyof SideRow as `${Side}_${K}`]: SideRow[K];
} & {
  readonly scenario: string;
  readonly seed: string;
  readonly diverged: boolean | null;
  readonly prefix_identical: boolean | null;
};

/** The pairs that are planned, run or not, in the order of the request's scenarios and the experiment's seeds. */
export async function readPairs(
  sql: Sql,
  experiment: string,
  request: PairRequest,
): Promise<readonly StoredPair[]> {
  if (request.scenarios.length === 0) return [];
  const rows = await sql.rows<PairRow>(
    `SELECT p.* FROM (${pairsSql(plannedSql(request), request.grading ?? "original")}) p
    JOIN experiments e ON e.id = p.experiment
    ORDER BY list_position($scenarios, p.scenario), list_position(e.seeds, p.seed)`,
    valuesOf(experiment, request),
  );
  return rows.map(pairOf);
}

function pairOf(row: PairRow): StoredPair {
  const [control, treatment] = [sideOf(row, "control"), sideOf(row, "treatment")];
  return {
    unit: {
      scenario: row.scenario,
      seed: row.seed,
      control: armOutcome(control),
      treatment: armOutcome(treatment),
      diverged: row.diverged,
      prefixIdentical: row.prefix_identical,
    },
    control: cell(control),
    treatment: cell(treatment),
  };
}

/** Calls, tokens and cost by purpose and by whether the flag asked, over pairs in which both arms ran to their end. */
export async function purposeRows(
  sql: Sql,
  experiment: string,
  request: PairRequest,
): Promise<readonly PurposeRow[]> {
  const own = request.flagId === null ? "false" : "coalesce(c.feature = $feature, false)";
  const rows = await sql.rows<Record<string, string | number | boolean | null>>(
    `WITH ended AS MATERIALIZED (
      SELECT c.id AS control_trial, t.id AS treatment_trial
      FROM (${plannedSql(request)}) p
      JOIN latest_trials c ON c.experiment = p.experiment AND c.scenario = p.scenario AND c.seed = p.seed
        AND c.arm = p.control AND c.error_kind IS NULL
      JOIN latest_trials t ON t.experiment = p.experiment AND t.scenario = p.scenario AND t.seed = p.seed
        AND t.arm = p.treatment AND t.error_kind IS NULL
    ),
    calls AS (
      SELECT 'control' AS side, c.*, ${own} AS own
      FROM ended JOIN model_calls c ON c.trial = control_trial AND c.grading IS NULL
      UNION ALL
      SELECT 'treatment', c.*, ${own}
      FROM ended JOIN model_calls c ON c.trial = treatment_trial AND c.grading IS NULL
    )
    SELECT purpose, own, ${(["control", "treatment"] as const).map(totalsOfSide).join(", ")}
    FROM calls GROUP BY purpose, own ORDER BY purpose, own`,
    valuesOf(experiment, request),
  );
  return rows.map((row) => {
    const totals = (side: Side): PurposeTotals => {
      const value = (name: string) => row[`${side}_${name}`] as number | null;
      return {
        calls: value("calls") ?? 0,
        inputTokens: value("input_tokens"),
        cachedInputTokens: value("cached_input_tokens"),
        outputTokens: value("output_tokens"),
        costUsd: value("cost_usd"),
        spentUsd: value("spent_usd"),
      };
    };
    return {
      purpose: originalText(String(row.purpose)),
      own: row.own === true,
      control: totals("control"),
      treatment: totals("treatment"),
    };
  });
}

function totalsOfSide(side: Side): string {
  const sums = ["input_tokens", "cached_input_tokens", "output_tokens", "cost_usd", "spent_usd"];
  return [
    `count(*) FILTER (side = '${side}') AS ${side}_calls`,
    ...sums.map((column) => `sum_known_where(${column}, side = '${side}') AS ${side}_${column}`),
  ].join(", ");
}

function plannedSql(request: PairRequest): string {
  return `SELECT e.id AS experiment, NULL::VARCHAR AS comparison, $control AS control, $treatment AS treatment,
      ${request.flagId === null ? "NULL::VARCHAR" : "$feature"} AS feature, s.scenario, e.seed, NULL::VARCHAR AS role
    FROM (SELECT id, unnest(seeds) AS seed FROM experiments WHERE id = $experiment) e,
      (SELECT DISTINCT unnest($scenarios) AS scenario) s`;
}

function valuesOf(experiment: string, request: PairRequest) {
  return {
    experiment,
    control: request.control,
    treatment: request.treatment,
    scenarios: request.scenarios,
    ...(request.flagId === null ? {} : { feature: request.flagId }),
  };
}

function sideOf(row: PairRow, side: Side): SideRow {
  const start = `${side}_`;
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      name.startsWith(start) ? [[name.slice(start.length), value]] : [],
    ),
  ) as unknown as SideRow;
}

function armOutcome(side: SideRow): ArmOutcome {
  return {
    outcome: side.outcome,
    score: side.score,
    costUsd: side.cost_usd,
    uncachedCostUsd: side.uncached_cost_usd,
    inputTokens: side.input_tokens,
    cachedInputTokens: side.cached_input_tokens,
    outputTokens: side.output_tokens,
    calls: side.calls,
    latencyMs: side.latency_ms,
    wholeLatencyMs: side.whole_latency_ms,
    position: side.position,
    reached: side.reached,
    fired: side.fired,
    transcript: side.transcript,
    callsByPurpose: JSON.parse(side.calls_by_purpose) as Record<string, number>,
    ownCalls: side.own_calls,
    signatureSeen: side.signature_seen,
    judged: side.judged,
    mechanismOk: side.mechanism_ok,
    models: side.models,
    spontaneous: side.spontaneous,
    sharedCalls: side.shared_calls,
  };
}

function cell(side: SideRow): GridRow["control"] {
  return {
    trial: side.trial,
    outcome: side.outcome,
    error: side.error === null ? null : originalText(side.error),
    fired: side.fired,
  };
}
