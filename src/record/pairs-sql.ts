/** The query that puts both arms of pairs side by side, for the view `pairs` and for one comparison alike. */

import { JUDGE } from "../core/lab-purposes.ts";

const SIDES = ["control", "treatment"] as const;

/** Comments of the columns of the query. */
export const PAIRS_COLUMNS: Readonly<Record<string, string>> = {
  experiment: "experiments.id",
  comparison: "Comparison id",
  role: "stress or control",
  scenario: "Scenario id",
  seed: "Seed, as text",
  feature: "Id of the flag under test in events and calls; NULL for a free comparison",
  ...Object.assign(
    {},
    ...SIDES.map((side) => ({
      [`${side}_trial`]: `trials.id of the ${side}; NULL when it was not run`,
      [`${side}_outcome`]: "pass, fail, unscored, error, missing or budget (the spending limit ended it)",
      [`${side}_error`]: "What went wrong",
      [`${side}_score`]: "Share of outcome checks that pass",
      [`${side}_cost_usd`]: "As deployed and as billed",
      [`${side}_uncached_cost_usd`]: "As deployed, every input token at the uncached price",
      [`${side}_input_tokens`]: "Prompt tokens",
      [`${side}_cached_input_tokens`]: "Of these, served from the provider's prompt cache",
      [`${side}_output_tokens`]: "Completion tokens",
      [`${side}_calls`]: "Model calls of the harness",
      [`${side}_latency_ms`]:
        "Time spent waiting for replies, without calls whose reply the arms share and without injected faults",
      [`${side}_whole_latency_ms`]:
        "The same with shared replies, each at the latency of its original; NULL when one is unknown",
      [`${side}_position`]: "Place in the block: 0 ran first",
      [`${side}_reached`]: "The feature's extension point ran; NULL = unknown",
      [`${side}_fired`]: "The feature changed something; NULL = unknown",
      [`${side}_transcript`]: "Digest of the events",
      [`${side}_calls_by_purpose`]: "Calls by purpose, as a JSON object, calls of the lab itself included",
      [`${side}_own_calls`]: "Calls the feature under test asked for",
      [`${side}_signature_seen`]: "The declared failure was seen",
      [`${side}_judged`]: "An LLM judge took part in the outcome",
      [`${side}_mechanism_ok`]: "All mechanism checks hold",
      [`${side}_models`]: "Models and fingerprints that answered the harness",
      [`${side}_spontaneous`]:
        "The simulated model succeeded by itself, as its scenario declares it may; NULL = unknown",
      [`${side}_shared_calls`]: "Share of replies taken from another arm of the block",
    })),
  ),
  diverged:
    "Some request other than the feature's own (and the judge's) differs between the arms or exists in one only; NULL = unknown",
  prefix_identical: "Requests are equal up to the first firing; NULL = not checked",
};

/** Columns of one arm's trial in the query, without their prefix, in order. */
const FACTS = [
  "trial",
  "outcome",
  "error",
  "score",
  "cost_usd",
  "uncached_cost_usd",
  "input_tokens",
  "cached_input_tokens",
  "output_tokens",
  "calls",
  "whole_latency_ms",
  "position",
  "reached",
  "fired",
  "transcript",
  "calls_by_purpose",
  "own_calls",
  "signature_seen",
  "judged",
  "mechanism_ok",
  "models",
  "spontaneous",
  "shared_calls",
] as const;

/** Place and request of a call: a shared reply is equal to its original in all of these. */
const PLACE = ["session", "turn", "iteration", "task", "purpose", "occurrence", "request_digest"] as const;

/**
 * Builds the query. `planned` gives experiment, comparison, control, treatment, feature, scenario, seed, role.
 * Calls are matched by place, purpose and occurrence, never by order of arrival.
 */
export function pairsSql(planned: string, grading: "original" | "latest"): string {
  return `WITH planned AS MATERIALIZED (
    SELECT row_number() OVER () AS pair, * FROM (${planned})
  ),
  sides AS MATERIALIZED (
    SELECT p.pair, side.name AS side, p.feature, a.harness, t.*, t.id AS trial, b.experiment IS NOT NULL AS cut,
      m.reached, m.fired, m.first_fired
    FROM planned p CROSS JOIN (VALUES ('control'), ('treatment')) side(name)
    LEFT JOIN arms a ON a.experiment = p.experiment
      AND a.arm = CASE side.name WHEN 'control' THEN p.control ELSE p.treatment END
    LEFT JOIN latest_trials t ON t.experiment = p.experiment AND t.scenario = p.scenario AND t.seed = p.seed
      AND t.arm = CASE side.name WHEN 'control' THEN p.control ELSE p.treatment END
    LEFT JOIN budget_ended b ON b.experiment = p.experiment
    LEFT JOIN feature_marks m ON m.trial = t.id AND m.feature = p.feature
  ),
  -- Whoever asked first in the block, which may be an arm outside the pair.
  originals AS MATERIALIZED (
    SELECT b.experiment, b.scenario, b.seed, b.attempt, ${PLACE.map((column) => `m.${column}`).join(", ")}, max(m.latency_ms) AS latency_ms
    FROM (SELECT DISTINCT experiment, scenario, seed, attempt FROM sides WHERE trial IS NOT NULL) b
    JOIN trials t ON t.experiment = b.experiment AND t.scenario = b.scenario AND t.seed = b.seed AND t.attempt = b.attempt
    JOIN model_calls m ON m.trial = t.id AND m.source <> 'shared' AND m.latency_ms IS NOT NULL
    GROUP BY ALL
  ),
  calls AS MATERIALIZED (
    SELECT s.pair, s.side, m.call, m.purpose, m.session, m.turn, m.iteration, m.task, m.occurrence, m.request_digest,
      m.source, coalesce(m.virtual_latency_ms, m.latency_ms) AS latency,
      CASE WHEN m.source = 'injected' OR is_evaluation(m.purpose) THEN 0
        ELSE coalesce(m.virtual_latency_ms, m.latency_ms, o.latency_ms) END AS whole_latency, e.seq,
      coalesce(m.feature = s.feature, false) AS own,
      coalesce((e.data->>'spontaneous')::BOOLEAN, false) AS spontaneous,
      CASE WHEN NOT is_evaluation(m.purpose) THEN nullif(coalesce(m.model, '') || coalesce('@' || m.fingerprint, ''), '') END AS model
    FROM sides s JOIN model_calls m ON m.trial = s.trial
    LEFT JOIN events e ON e.trial = m.trial AND e.type = 'model-call' AND e.call = m.call
    LEFT JOIN originals o ON m.source = 'shared' AND o.experiment = s.experiment AND o.scenario = s.scenario
      AND o.seed = s.seed AND o.attempt = s.attempt AND ${PLACE.map((column) => `o.${column} = m.${column}`).join(" AND ")}
  ),
  purposes AS (
    SELECT pair, side,
      ('{' || string_agg(to_json(purpose)::VARCHAR || ':' || calls, ',' ORDER BY purpose) || '}')::JSON AS calls_by_purpose,
      sum(own_calls) AS own_calls, sum_known_where(whole_latency, true) AS whole_latency_ms, bool_or(spontaneous) AS spontaneous, list_sort(list_distinct(flatten(list(models)))) AS models
    FROM (
      SELECT pair, side, purpose, count(*) AS calls, count(*) FILTER (own) AS own_calls,
        sum_known_where(whole_latency, true) AS whole_latency,
        bool_or(spontaneous) AS spontaneous,
        coalesce(list(DISTINCT model) FILTER (model IS NOT NULL), []) AS models
      FROM calls GROUP BY pair, side, purpose
    ) GROUP BY pair, side
  ),
  graded AS (
    SELECT * FROM gradings WHERE grading = 1${grading === "original" ? "" : " OR true"}
    QUALIFY grading = max(grading) OVER (PARTITION BY trial)
  ),
  facts AS MATERIALIZED (
    SELECT s.pair, s.side, s.trial, s.harness, s.error_kind, s.first_fired, s.position,
      CASE WHEN s.trial IS NULL THEN CASE WHEN s.cut THEN 'budget' ELSE 'missing' END WHEN s.error_kind IS NOT NULL THEN 'error'
        ELSE coalesce(g.outcome, 'unscored') END AS outcome,
      s.error_kind || ': ' || s.error_message AS error,
      CASE WHEN s.error_kind IS NULL THEN g.score END AS score,
      c.cost_usd, c.uncached_cost_usd, c.input_tokens, c.cached_input_tokens, c.output_tokens, c.calls,
      CASE WHEN c.calls = 0 THEN 0 ELSE p.whole_latency_ms END AS whole_latency_ms,
      CASE WHEN c.calls > 0 THEN c.shared_calls / c.calls END AS shared_calls,
      ${mark("reached")}, ${mark("fired")},
      s.transcript_digest AS transcript,
      coalesce(p.calls_by_purpose, '{}') AS calls_by_purpose,
      CASE WHEN s.feature IS NOT NULL AND s.trial IS NOT NULL THEN coalesce(p.own_calls, 0) END AS own_calls,
      g.signature_seen, coalesce(g.judged, false) AS judged, g.mechanism_ok, coalesce(p.models, []) AS models,
      CASE WHEN s.trial IS NOT NULL AND s.harness <> 'external' THEN coalesce(p.spontaneous, false) END AS spontaneous
    FROM sides s
    LEFT JOIN graded g ON g.trial = s.trial
    LEFT JOIN trial_costs c ON c.trial = s.trial
    LEFT JOIN purposes p ON p.pair = s.pair AND p.side = s.side
  ),
  matched AS MATERIALIZED (
    SELECT coalesce(c.pair, t.pair) AS pair, coalesce(c.purpose, t.purpose) AS purpose,
      coalesce(c.own, t.own) AS own,
      c.call AS control_call, t.call AS treatment_call, c.seq AS control_seq, t.seq AS treatment_seq,
      c.latency AS control_latency, t.latency AS treatment_latency,
      c.source AS control_source, t.source AS treatment_source,
      c.request_digest IS NOT DISTINCT FROM t.request_digest AS same
    FROM (FROM calls WHERE side = 'control') c FULL JOIN (FROM calls WHERE side = 'treatment') t
      ON c.pair = t.pair AND c.session = t.session AND c.turn = t.turn AND c.iteration = t.iteration
      AND c.task = t.task AND c.purpose = t.purpose AND c.occurrence = t.occurrence AND c.own = t.own
  ),
  differences AS (
    SELECT pair, bool_or(NOT same) FILTER (NOT own AND purpose <> '${JUDGE}') AS diverged,
      ${SIDES.map((side) => `sum_known_where(${side}_latency, ${waitSql(side)}) AS ${side}_latency_ms`).join(",\n      ")}
    FROM matched GROUP BY pair
  ),
  -- From here on "one" is the arm in which the feature fired, "other" its partner.
  firing AS (
    SELECT m.pair, m.same,
      CASE WHEN f.turned THEN m.control_call ELSE m.treatment_call END AS one_call,
      CASE WHEN f.turned THEN m.treatment_call ELSE m.control_call END AS other_call,
      CASE WHEN f.turned THEN m.control_seq ELSE m.treatment_seq END AS one_seq,
      f.fired_at
    FROM matched m JOIN (
      SELECT c.pair, t.first_fired IS NULL AND c.first_fired IS NOT NULL AS turned,
        coalesce(t.first_fired, c.first_fired) AS fired_at
      FROM facts c JOIN facts t ON t.pair = c.pair AND c.side = 'control' AND t.side = 'treatment'
    ) f ON f.pair = m.pair
    WHERE NOT m.own AND m.purpose <> '${JUDGE}'
  ),
  prefixes AS (
    SELECT pair,
      CASE WHEN bool_or(one_call IS NOT NULL AND one_seq IS NULL) THEN NULL
        ELSE NOT bool_or(NOT same AND (before OR fired_at IS NULL OR coalesce(other_call <= reach, false)))
        END AS prefix_identical
    FROM (
      SELECT *, one_call IS NOT NULL AND (fired_at IS NULL OR one_seq < fired_at) AS before,
        max(other_call) FILTER (one_call IS NOT NULL AND (fired_at IS NULL OR one_seq < fired_at))
          OVER (PARTITION BY pair) AS reach
      FROM firing
    ) GROUP BY pair
  ),
  pair_facts AS (
    SELECT p.experiment, p.comparison, p.role, p.scenario, p.seed, p.feature,
      ${SIDES.flatMap(sideColumns).join(",\n      ")},
      c.trial IS NOT NULL AND t.trial IS NOT NULL AND c.error_kind IS NULL AND t.error_kind IS NULL AS both_ended,
      c.calls IS NOT NULL AND t.calls IS NOT NULL AS both_seen,
      c.harness = 'external' OR t.harness = 'external' AS foreign_harness,
      d.diverged, x.prefix_identical, x.pair IS NOT NULL AS has_requests
    FROM planned p
    JOIN facts c ON c.pair = p.pair AND c.side = 'control'
    JOIN facts t ON t.pair = p.pair AND t.side = 'treatment'
    LEFT JOIN differences d ON d.pair = p.pair
    LEFT JOIN prefixes x ON x.pair = p.pair
  )
  SELECT * EXCLUDE (diverged, prefix_identical, both_ended, both_seen, foreign_harness, has_requests),
    CASE WHEN both_ended AND both_seen THEN coalesce(diverged, false) END AS diverged,
    CASE WHEN feature IS NULL OR NOT both_ended OR foreign_harness THEN NULL
      WHEN has_requests THEN prefix_identical ELSE true END AS prefix_identical
  FROM pair_facts`;
}

/** Known yes where the event was seen, known no only for a harness that tells and a trial that ended. */
function mark(name: "reached" | "fired"): string {
  return `CASE WHEN s.feature IS NULL OR s.trial IS NULL THEN NULL WHEN s.${name} THEN true
        WHEN s.harness = 'external' OR s.error_kind IS NOT NULL THEN NULL ELSE false END AS ${name}`;
}

/** Shared calls stay out of latency, in the arm that asked for them too. */
function waitSql(side: string): string {
  return `${side}_call IS NOT NULL AND NOT is_evaluation(purpose) AND ${side}_source <> 'injected'
        AND NOT (same AND (control_source = 'shared' OR treatment_source = 'shared'))`;
}

function sideColumns(side: (typeof SIDES)[number]): readonly string[] {
  const from = side === "control" ? "c" : "t";
  return [
    ...FACTS.map((column) => `${from}.${column} AS ${side}_${column}`),
    `CASE WHEN d.pair IS NOT NULL AND ${from}.calls > 0 THEN d.${side}_latency_ms
        WHEN ${from}.calls = 0 THEN 0 END AS ${side}_latency_ms`,
  ];
}
