/** The query that puts both arms of pairs side by side, for the view `pairs` and for one comparison alike. */

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
      [`${side}_outcome`]: "pass, fail, unscored, error or missing",
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
      [`${side}_shared_calls`]: "Share of replies taken from another arm of the block",
    })),
  ),
  diverged:
    "Some request other than the feature's own (and the judge's) differs between the arms or exists in one only; NULL = unknown",
  prefix_identical: "Requests are equal up to the first firing; NULL = not checked",
};

/**
 * Builds the query. `planned` gives experiment, comparison, control, treatment, feature, scenario, seed, role.
 * Calls are matched by place, purpose and occurrence, never by order of arrival.
 */
export function pairsSql(planned: string, grading: "original" | "latest"): string {
  return `WITH planned AS MATERIALIZED (
    SELECT row_number() OVER () AS pair, * FROM (${planned})
  ),
  graded AS (
    SELECT * FROM gradings WHERE grading = 1${grading === "original" ? "" : " OR true"}
    QUALIFY grading = max(grading) OVER (PARTITION BY trial)
  ),
  sides AS MATERIALIZED (
    SELECT p.*, c.id AS control_trial, t.id AS treatment_trial,
      c.error_kind IS NULL AND t.error_kind IS NULL AND c.id IS NOT NULL AND t.id IS NOT NULL AS both_ended,
      cm.first_fired AS control_fired_at, tm.first_fired AS treatment_fired_at
    FROM planned p
    LEFT JOIN latest_trials c ON c.experiment = p.experiment AND c.scenario = p.scenario AND c.seed = p.seed AND c.arm = p.control
    LEFT JOIN latest_trials t ON t.experiment = p.experiment AND t.scenario = p.scenario AND t.seed = p.seed AND t.arm = p.treatment
    LEFT JOIN feature_marks cm ON cm.trial = c.id AND cm.feature = p.feature
    LEFT JOIN feature_marks tm ON tm.trial = t.id AND tm.feature = p.feature
  ),
  ${SIDES.map(sideCalls).join(",\n  ")},
  matched AS MATERIALIZED (
    SELECT coalesce(c.pair, t.pair) AS pair, coalesce(c.purpose, t.purpose) AS purpose,
      coalesce(c.own, t.own) AS own,
      c.call AS control_call, t.call AS treatment_call, c.seq AS control_seq, t.seq AS treatment_seq,
      c.latency AS control_latency, t.latency AS treatment_latency,
      c.source AS control_source, t.source AS treatment_source,
      c.request_digest IS NOT DISTINCT FROM t.request_digest AS same
    FROM control_calls c FULL JOIN treatment_calls t
      ON c.pair = t.pair AND c.session = t.session AND c.turn = t.turn AND c.iteration = t.iteration
      AND c.task = t.task AND c.purpose = t.purpose AND c.occurrence = t.occurrence AND c.own = t.own
  ),
  differences AS (
    SELECT pair, bool_or(NOT same) FILTER (NOT own AND purpose <> 'judge') AS diverged,
      ${SIDES.map((side) => `sum_known_where(${side}_latency, ${waited(side)}) AS ${side}_latency_ms`).join(",\n      ")}
    FROM matched GROUP BY pair
  ),
  -- From here on "one" is the arm in which the feature fired, "other" its partner.
  firing AS (
    SELECT m.pair, m.same, s.turned,
      CASE WHEN s.turned THEN m.control_call ELSE m.treatment_call END AS one_call,
      CASE WHEN s.turned THEN m.treatment_call ELSE m.control_call END AS other_call,
      CASE WHEN s.turned THEN m.control_seq ELSE m.treatment_seq END AS one_seq,
      CASE WHEN s.turned THEN s.control_fired_at ELSE s.treatment_fired_at END AS fired_at
    FROM matched m JOIN (
      SELECT *, treatment_fired_at IS NULL AND control_fired_at IS NOT NULL AS turned FROM sides
    ) s USING (pair)
    WHERE NOT m.own AND m.purpose <> 'judge'
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
  )
  SELECT s.experiment, s.comparison, s.role, s.scenario, s.seed, s.feature,
    ${SIDES.map(sideColumns).join(",\n    ")},
    CASE WHEN NOT s.both_ended THEN NULL
      WHEN control_cost.calls IS NULL OR treatment_cost.calls IS NULL THEN NULL
      ELSE coalesce(d.diverged, false) END AS diverged,
    CASE WHEN s.feature IS NULL OR NOT s.both_ended
        OR ${SIDES.map((side) => `${side}_arm.harness = 'external'`).join(" OR ")} THEN NULL
      WHEN p.pair IS NULL THEN true
      ELSE p.prefix_identical END AS prefix_identical
  FROM sides s
  LEFT JOIN differences d ON d.pair = s.pair
  LEFT JOIN prefixes p ON p.pair = s.pair
  ${SIDES.map(sideJoins).join("\n  ")}`;
}

function sideCalls(side: string): string {
  return `${side}_calls AS (
    SELECT s.pair, m.call, m.purpose, m.session, m.turn, m.iteration, m.task, m.occurrence, m.request_digest, m.source,
      coalesce(m.virtual_latency_ms, m.latency_ms) AS latency,
      coalesce(m.feature = s.feature, false) AS own, e.seq
    FROM sides s JOIN model_calls m ON m.trial = s.${side}_trial
    LEFT JOIN events e ON e.trial = m.trial AND e.type = 'model-call' AND e.call = m.call
  )`;
}

/** Shared calls stay out of latency, in the arm that asked for them too. */
function waited(side: string): string {
  return `${side}_call IS NOT NULL AND NOT is_evaluation(purpose) AND ${side}_source <> 'injected'
        AND NOT (same AND (control_source = 'shared' OR treatment_source = 'shared'))`;
}

function sideColumns(side: string): string {
  const trial = `s.${side}_trial`;
  const seen = (mark: string) =>
    `CASE WHEN s.feature IS NULL OR ${trial} IS NULL THEN NULL WHEN ${side}_mark.${mark} THEN true
      WHEN ${side}_arm.harness = 'external' OR ${side}_row.error_kind IS NOT NULL THEN NULL ELSE false END AS ${side}_${mark}`;
  const known = (column: string, name = column) => `${side}_cost.${column} AS ${side}_${name}`;
  return `${trial},
    CASE WHEN ${trial} IS NULL THEN 'missing' WHEN ${side}_row.error_kind IS NOT NULL THEN 'error'
      ELSE coalesce(${side}_grade.outcome, 'unscored') END AS ${side}_outcome,
    ${side}_row.error_kind || ': ' || ${side}_row.error_message AS ${side}_error,
    CASE WHEN ${side}_row.error_kind IS NULL THEN ${side}_grade.score END AS ${side}_score,
    ${["cost_usd", "uncached_cost_usd", "input_tokens", "cached_input_tokens", "output_tokens", "calls"].map((column) => known(column)).join(", ")},
    CASE WHEN d.pair IS NOT NULL THEN d.${side}_latency_ms WHEN ${side}_cost.calls = 0 THEN 0 END AS ${side}_latency_ms,
    ${side}_row.position AS ${side}_position,
    ${seen("reached")},
    ${seen("fired")},
    ${side}_row.transcript_digest AS ${side}_transcript,
    coalesce(${side}_purposes.calls_by_purpose, '{}') AS ${side}_calls_by_purpose,
    CASE WHEN s.feature IS NOT NULL AND ${trial} IS NOT NULL THEN coalesce(${side}_purposes.own_calls, 0) END AS ${side}_own_calls,
    ${side}_grade.signature_seen AS ${side}_signature_seen,
    coalesce(${side}_grade.judged, false) AS ${side}_judged,
    ${side}_grade.mechanism_ok AS ${side}_mechanism_ok,
    coalesce(${side}_purposes.models, []) AS ${side}_models,
    CASE WHEN ${side}_cost.calls > 0 THEN ${side}_cost.shared_calls / ${side}_cost.calls END AS ${side}_shared_calls`;
}

function sideJoins(side: string): string {
  return `LEFT JOIN trials ${side}_row ON ${side}_row.id = s.${side}_trial
  LEFT JOIN graded ${side}_grade ON ${side}_grade.trial = s.${side}_trial
  LEFT JOIN trial_costs ${side}_cost ON ${side}_cost.trial = s.${side}_trial
  LEFT JOIN feature_marks ${side}_mark ON ${side}_mark.trial = s.${side}_trial AND ${side}_mark.feature = s.feature
  LEFT JOIN arms ${side}_arm ON ${side}_arm.experiment = s.experiment AND ${side}_arm.arm = s.${side}
  LEFT JOIN (
    SELECT pair, ('{' || string_agg(to_json(purpose)::VARCHAR || ':' || calls, ',' ORDER BY purpose) || '}')::JSON AS calls_by_purpose, sum(own_calls) AS own_calls,
      list_sort(list_distinct(flatten(list(coalesce(models, []))))) AS models
    FROM (
      SELECT c.pair, c.purpose, count(*) AS calls, count(*) FILTER (c.own) AS own_calls,
        list(m.model || coalesce('@' || m.fingerprint, '')) FILTER (m.model IS NOT NULL AND NOT is_evaluation(m.purpose)) AS models
      FROM ${side}_calls c JOIN sides s USING (pair) JOIN model_calls m ON m.trial = s.${side}_trial AND m.call = c.call
      GROUP BY c.pair, c.purpose
    ) GROUP BY pair
  ) ${side}_purposes ON ${side}_purposes.pair = s.pair`;
}
