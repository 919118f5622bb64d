/** Views and macros of the store with their documentation: every derived number is one of these, none is kept. */

import { HARNESS_IDS } from "../core/harness-id.ts";
import { LAB_PURPOSES } from "../core/lab-purposes.ts";
import { PAIRS_COLUMNS, pairsSql } from "./pairs-sql.ts";
import { quoteSql, TRIALS } from "./schema.ts";

interface View {
  readonly name: string;
  readonly comment: string;
  readonly sql: string;
  /** Comments by column, in the order of the query. */
  readonly columns: Readonly<Record<string, string>>;
}

interface Macro {
  readonly name: string;
  readonly comment: string;
  /** Parameters and body, as after CREATE MACRO name. */
  readonly sql: string;
  /** True for a macro that gives a table. */
  readonly table?: true;
}

const MACROS: readonly Macro[] = [
  {
    name: "sum_known",
    comment:
      "Sum that is NULL as soon as one member is unknown, and 0 for no rows at all; to the last digit the same in whatever order the rows were stored.",
    sql: "(x) AS CASE WHEN count(*) = count(x) THEN coalesce(list_sum(list_sort(list(x))), 0) END",
  },
  {
    name: "sum_known_where",
    comment: "sum_known over the rows for which the condition holds.",
    sql: `(x, holds) AS CASE WHEN count(*) FILTER (holds) = count(x) FILTER (holds)
      THEN coalesce(list_sum(list_sort(list(x) FILTER (holds))), 0) END`,
  },
  {
    name: "is_evaluation",
    comment: "True for purposes of the lab itself: the harness would not make these calls when deployed.",
    sql: `(purpose) AS purpose IN (${LAB_PURPOSES.map((purpose) => `'${purpose}'`).join(", ")})`,
  },
];

/** Needs the tables, so it is created after them. */
const TABLE_MACROS: readonly Macro[] = [
  {
    name: "call_messages",
    comment: "Every message of every request of a trial, in order: call, position, role, content, message.",
    table: true,
    sql: `(trial_id) AS TABLE
      WITH RECURSIVE part(call, at_call, upto) AS (
        SELECT call, call, 2147483647 FROM model_calls WHERE trial = trial_id
        UNION ALL
        SELECT part.call, c.base, least(part.upto, c.kept)
        FROM part JOIN model_calls c ON c.trial = trial_id AND c.call = part.at_call
        WHERE c.base IS NOT NULL AND c.kept > 0
      ),
      digests AS (
        SELECT call, s.i - 1000000 AS place, c.system[s.i] AS digest
        FROM model_calls c, LATERAL (SELECT unnest(range(1, len(c.system) + 1)) AS i) s
        WHERE c.trial = trial_id
        UNION ALL
        SELECT part.call, c.kept + a.i, c.added[a.i]
        FROM part JOIN model_calls c ON c.trial = trial_id AND c.call = part.at_call,
          LATERAL (SELECT unnest(range(1, len(c.added) + 1)) AS i) a
        WHERE c.kept + a.i <= part.upto
      )
      SELECT d.call, row_number() OVER (PARTITION BY d.call ORDER BY d.place) - 1 AS position,
        b.body->>'role' AS role, b.body->>'content' AS content, b.body AS message
      FROM digests d JOIN bodies b USING (digest)
      ORDER BY d.call, position`,
  },
];

const KEY = {
  experiment: "experiments.id",
  scenario: "Scenario id",
  seed: "Seed, as text",
  arm: "Arm name",
  attempt: "Attempt of the block",
} as const;

const COSTS = [
  "calls",
  "shared_calls",
  "cut_replies",
  "evaluation_calls",
  "input_tokens",
  "cached_input_tokens",
  "output_tokens",
  "cost_usd",
  "uncached_cost_usd",
  "evaluation_cost_usd",
  "spent_usd",
] as const;

const VIEWS: readonly View[] = [
  {
    name: "arms",
    comment: "Arms of the experiments with their harness and flags.",
    sql: `SELECT id AS experiment, arm->>'name' AS arm, arm->>'harness' AS harness, arm->'flags' AS flags
      FROM (SELECT id, unnest(from_json(arms, '["JSON"]')) AS arm FROM experiments)`,
    columns: {
      experiment: KEY.experiment,
      arm: KEY.arm,
      harness: HARNESS_IDS.join(", "),
      flags: "Every flag of the harness with its effective value",
    },
  },
  {
    name: "comparisons",
    comment: "Which arms are compared, over which scenarios.",
    sql: `SELECT c.experiment, c.spec->>'id' AS comparison, c.spec->>'flag' AS flag, f.feature,
        c.spec->>'control' AS control, c.spec->>'treatment' AS treatment,
        from_json(c.spec->'stress', '["VARCHAR"]') AS stress,
        from_json(c.spec->'controls', '["VARCHAR"]') AS controls
      FROM (SELECT id AS experiment, unnest(from_json(comparisons, '["JSON"]')) AS spec FROM experiments) c
      LEFT JOIN flags f ON f.name = (c.spec->>'flag')`,
    columns: {
      experiment: KEY.experiment,
      comparison: "Comparison id",
      flag: "The one flag in which the arms differ; NULL for a free comparison",
      feature: "Its id in events and calls",
      control: "Arm without the mechanism",
      treatment: "Arm with it",
      stress: "Scenarios that decide the verdict",
      controls: "Scenarios on which the flag must make no difference",
    },
  },
  {
    name: "planned_pairs",
    comment: "Every pair the comparisons call for, run or not.",
    sql: `SELECT c.experiment, c.comparison, c.flag, c.feature, c.control, c.treatment, s.role, s.scenario, e.seed
      FROM comparisons c
      JOIN (
        SELECT experiment, comparison, 'stress' AS role, unnest(stress) AS scenario FROM comparisons
        UNION ALL SELECT experiment, comparison, 'control', unnest(controls) FROM comparisons
      ) s USING (experiment, comparison)
      JOIN (SELECT id AS experiment, unnest(seeds) AS seed FROM experiments) e USING (experiment)`,
    columns: {
      experiment: KEY.experiment,
      comparison: "Comparison id",
      flag: "Flag under test",
      feature: "Its id in events and calls",
      control: "Arm without the mechanism",
      treatment: "Arm with it",
      role: "stress or control",
      scenario: KEY.scenario,
      seed: KEY.seed,
    },
  },
  {
    name: "planned_trials",
    comment: "Every trial the comparisons or the design call for, once, run or not.",
    sql: `SELECT DISTINCT experiment, scenario, seed, unnest([control, treatment]) AS arm FROM planned_pairs
      UNION
      SELECT d.experiment, d.scenario, e.seed, d.arm FROM (
        SELECT experiment, scenario, unnest(arms) AS arm FROM (
          SELECT experiment, unnest(from_json(design->'scenarios', '["VARCHAR"]')) AS scenario,
            from_json(design->'$.rows[*].arm', '["VARCHAR"]') AS arms
          FROM experiment_rules WHERE design IS NOT NULL
        )
      ) d JOIN (SELECT id AS experiment, unnest(seeds) AS seed FROM experiments) e USING (experiment)`,
    columns: { experiment: KEY.experiment, scenario: KEY.scenario, seed: KEY.seed, arm: KEY.arm },
  },
  {
    name: "latest_trials",
    comment: "Trials of the newest attempt of each block: those that count.",
    sql: `SELECT * FROM trials
      QUALIFY attempt = max(attempt) OVER (PARTITION BY experiment, scenario, seed)`,
    columns: Object.fromEntries(TRIALS.columns.map((column) => [column.name, column.comment])),
  },
  {
    name: "budget_ended",
    comment:
      "Experiments whose newest run was ended by its budget: what they have not run is set aside, not lost.",
    sql: `SELECT experiment, started_at, detail FROM (
        SELECT * FROM runs QUALIFY row_number() OVER (PARTITION BY experiment ORDER BY started_at DESC, rowid DESC) = 1
      ) WHERE ending = 'budget'`,
    columns: {
      experiment: KEY.experiment,
      started_at: "When the run began, ISO 8601",
      detail: "What it had spent of how much",
    },
  },
  {
    name: "gradings",
    comment:
      "What each grading of a trial says. A fail outweighs an unscored check; no outcome check is unscored.",
    sql: `SELECT trial, grading, any_value(checks_digest) AS checks_digest,
        CASE WHEN bool_or(role = 'outcome' AND result = 'fail') THEN 'fail'
          WHEN bool_or(role = 'outcome' AND result = 'unscored') OR NOT bool_or(role = 'outcome') THEN 'unscored'
          ELSE 'pass' END AS outcome,
        CASE WHEN bool_or(role = 'outcome') AND NOT bool_or(role = 'outcome' AND result = 'unscored')
          THEN avg((result = 'pass')::INT) FILTER (role = 'outcome') END AS score,
        CASE WHEN bool_or(role = 'signature' AND result = 'fail') THEN false
          WHEN bool_or(role = 'signature') AND NOT bool_or(role = 'signature' AND result = 'unscored') THEN true
          END AS signature_seen,
        CASE WHEN bool_or(role = 'mechanism' AND result = 'fail') THEN false
          WHEN bool_or(role = 'mechanism') AND NOT bool_or(role = 'mechanism' AND result = 'unscored') THEN true
          END AS mechanism_ok,
        bool_or(role = 'outcome' AND judged) AS judged
      FROM scores GROUP BY trial, grading`,
    columns: {
      trial: "trials.id",
      grading: "1 is the grading the trial was stored with",
      checks_digest: "Digest of the checks",
      outcome: "pass, fail or unscored",
      score: "Share of outcome checks that pass; NULL when one is unscored",
      signature_seen: "The declared failure was seen; NULL when none is declared or it could not be told",
      mechanism_ok: "All mechanism checks hold; NULL when there are none or one could not be told",
      judged: "An LLM judge took part in the outcome",
    },
  },
  {
    name: "trial_outcomes",
    comment: "Outcome of every trial by the grading it was stored with; an error is neither pass nor fail.",
    sql: `SELECT t.id AS trial, t.experiment, t.scenario, t.seed, t.arm, t.attempt, t.position,
        CASE WHEN t.error_kind IS NOT NULL THEN 'error' ELSE coalesce(g.outcome, 'unscored') END AS outcome,
        g.score, t.error_kind, t.error_message, g.signature_seen, g.mechanism_ok, coalesce(g.judged, false) AS judged,
        t.attempt < max(t.attempt) OVER (PARTITION BY t.experiment, t.scenario, t.seed) AS superseded
      FROM trials t LEFT JOIN gradings g ON g.trial = t.id AND g.grading = 1`,
    columns: {
      trial: "trials.id",
      ...KEY,
      position: "Place in the block: 0 ran first",
      outcome: "pass, fail, unscored or error",
      score: "Share of outcome checks that pass; NULL when one is unscored",
      error_kind: "Kind of the error",
      error_message: "What went wrong",
      signature_seen: "The declared failure was seen",
      mechanism_ok: "All mechanism checks hold",
      judged: "An LLM judge took part in the outcome",
      superseded: "A newer attempt of the block is stored",
    },
  },
  {
    name: "trial_costs",
    comment:
      "Cost of every trial as deployed, without the calls of the lab itself (judge, simulated user), and what was spent.",
    sql: `SELECT t.id AS trial, t.experiment, t.scenario, t.seed, t.arm, t.attempt,
        ${COSTS.map((column) => `CASE WHEN c.all_calls > 0 OR a.harness IS DISTINCT FROM 'external' THEN c.${column} END AS ${column}`).join(",\n        ")}
      FROM trials t LEFT JOIN arms a ON a.experiment = t.experiment AND a.arm = t.arm
      JOIN (
        SELECT t.id AS trial, count(c.call) AS all_calls,
          count(c.call) FILTER (NOT is_evaluation(c.purpose)) AS calls,
          count(c.call) FILTER (c.source = 'shared' AND NOT is_evaluation(c.purpose)) AS shared_calls,
          count(c.call) FILTER (c.finish = 'length' AND NOT is_evaluation(c.purpose)) AS cut_replies,
          count(c.call) FILTER (is_evaluation(c.purpose)) AS evaluation_calls,
          sum_known_where(c.input_tokens, NOT is_evaluation(c.purpose)) AS input_tokens,
          sum_known_where(c.cached_input_tokens, NOT is_evaluation(c.purpose)) AS cached_input_tokens,
          sum_known_where(c.output_tokens, NOT is_evaluation(c.purpose)) AS output_tokens,
          sum_known_where(c.cost_usd, NOT is_evaluation(c.purpose)) AS cost_usd,
          sum_known_where(c.uncached_cost_usd, NOT is_evaluation(c.purpose)) AS uncached_cost_usd,
          sum_known_where(c.cost_usd, is_evaluation(c.purpose)) AS evaluation_cost_usd,
          sum_known_where(c.spent_usd, c.call IS NOT NULL) AS spent_usd
        FROM trials t LEFT JOIN model_calls c ON c.trial = t.id GROUP BY t.id
      ) c ON c.trial = t.id`,
    columns: {
      trial: "trials.id",
      ...KEY,
      calls: "Model calls of the harness; NULL for an external harness of which no call was seen",
      shared_calls: "Of these, replies taken from another arm of the block",
      cut_replies: "Replies to the harness that were cut at a token limit",
      evaluation_calls: "Model calls of the lab itself",
      input_tokens: "Prompt tokens, NULL when one call's are unknown",
      cached_input_tokens: "Of these, served from the provider's prompt cache",
      output_tokens: "Completion tokens",
      cost_usd: "As deployed and as billed",
      uncached_cost_usd: "As deployed, every input token at the uncached price",
      evaluation_cost_usd: "Cost of the lab's own calls",
      spent_usd: "Really paid, all calls",
    },
  },
  {
    name: "calls_by_purpose",
    comment: "Calls, tokens and cost of every trial by purpose and asking feature.",
    sql: `SELECT t.experiment, t.scenario, t.seed, t.arm, t.attempt, c.trial, c.purpose, c.feature,
        count(*) AS calls, count(*) FILTER (c.source = 'shared') AS shared_calls,
        count(*) FILTER (c.reply_kind = 'failed') AS failed_calls,
        sum_known(c.input_tokens) AS input_tokens, sum_known(c.cached_input_tokens) AS cached_input_tokens,
        sum_known(c.output_tokens) AS output_tokens, sum_known(c.cost_usd) AS cost_usd,
        sum_known(c.uncached_cost_usd) AS uncached_cost_usd, sum_known(c.spent_usd) AS spent_usd
      FROM model_calls c JOIN trials t ON t.id = c.trial GROUP BY ALL`,
    columns: {
      ...KEY,
      trial: "trials.id",
      purpose: "What the calls are for",
      feature: "Feature that asked; NULL for the engine's own calls",
      calls: "Calls",
      shared_calls: "Of these, shared by another arm",
      failed_calls: "Of these, failed",
      input_tokens: "Prompt tokens, NULL when one call's are unknown",
      cached_input_tokens: "Of these, served from the provider's prompt cache",
      output_tokens: "Completion tokens",
      cost_usd: "As deployed and as billed",
      uncached_cost_usd: "As deployed, every input token at the uncached price",
      spent_usd: "Really paid",
    },
  },
  {
    name: "feature_marks",
    comment: "Which features were reached and fired in which trial, and when they first fired.",
    sql: `SELECT trial, feature, true AS reached, bool_or(type = 'feature-fired') AS fired,
        min(seq) FILTER (type = 'feature-fired') AS first_fired
      FROM events WHERE type IN ('feature-reached', 'feature-fired') GROUP BY trial, feature`,
    columns: {
      trial: "trials.id",
      feature: "Feature id",
      reached: "Its extension point ran",
      fired: "It changed a payload, a decision or the control flow",
      first_fired: "events.seq of the first firing",
    },
  },
  {
    name: "pairs",
    comment: "Both arms of every planned pair side by side, from the newest attempt and the first grading.",
    sql: pairsSql(
      "SELECT experiment, comparison, control, treatment, feature, scenario, seed, role FROM planned_pairs",
      "original",
    ),
    columns: PAIRS_COLUMNS,
  },
];

/** The statements that create or renew macros and views, with their documentation; a view comes after what it uses. */
export function createViews(): readonly string[] {
  return [
    ...MACROS.flatMap(createMacro),
    ...VIEWS.flatMap((view) => [
      `CREATE OR REPLACE VIEW ${view.name} AS ${view.sql}`,
      `COMMENT ON VIEW ${view.name} IS ${quoteSql(view.comment)}`,
      ...Object.entries(view.columns).map(
        ([column, comment]) => `COMMENT ON COLUMN ${view.name}.${column} IS ${quoteSql(comment)}`,
      ),
    ]),
    ...TABLE_MACROS.flatMap(createMacro),
  ];
}

function createMacro(macro: Macro): readonly string[] {
  const kind = macro.table ? "MACRO TABLE" : "MACRO";
  return [
    `CREATE OR REPLACE MACRO ${macro.name} ${macro.sql}`,
    `COMMENT ON ${kind} ${macro.name} IS ${quoteSql(macro.comment)}`,
  ];
}
