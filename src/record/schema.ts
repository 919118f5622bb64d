/** The tables of the store with their documentation; everything that can be derived from them is a view. */

type ColumnType =
  | "VARCHAR"
  | "VARCHAR[]"
  | "JSON"
  | "INTEGER"
  | "BIGINT"
  | "DOUBLE"
  | "BOOLEAN"
  | "TIMESTAMP";

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** NOT NULL. */
  readonly required: boolean;
  readonly comment: string;
}

export interface Table {
  readonly name: string;
  readonly comment: string;
  readonly columns: readonly Column[];
  /** Table constraints in SQL. */
  readonly constraints: readonly string[];
}

/** A type ending in `?` allows NULL, which always means unknown or not applicable. */
type ColumnSpec = readonly [type: ColumnType | `${ColumnType}?`, comment: string];

function table(
  name: string,
  comment: string,
  columns: Readonly<Record<string, ColumnSpec>>,
  constraints: readonly string[] = [],
): Table {
  return {
    name,
    comment,
    constraints,
    columns: Object.entries(columns).map(([column, [type, text]]) => ({
      name: column,
      type: type.replace("?", "") as ColumnType,
      required: !type.endsWith("?"),
      comment: text,
    })),
  };
}

const PLACE = {
  session: ["INTEGER", "1-based count of sessions of the trial"],
  turn: ["INTEGER", "1-based count of user entries across sessions"],
  iteration: ["INTEGER", "0 before and after the loop, 1-based inside it"],
  task: ["VARCHAR", "Task id inside the turn, empty outside any task"],
} as const satisfies Record<string, ColumnSpec>;

const SCHEMA_VERSION = table("schema_version", "One row per migration applied to this file.", {
  version: ["INTEGER", "Layout version; the highest one is in force"],
  applied_at: ["TIMESTAMP", "When it was applied (UTC)"],
});

const EXPERIMENTS = table(
  "experiments",
  "What was decided before the first call: arms, comparisons, seeds, model. Seeds may be added later.",
  {
    id: ["VARCHAR", "Digest of scenarios, flags, arms, model settings, endpoint and harness source"],
    name: ["VARCHAR", "Name for people"],
    arms: ["JSON", "Arms: name, harness, and every flag with its effective value"],
    comparisons: ["JSON", "Comparisons: control and treatment arm, flag, stress and control scenarios"],
    seeds: ["VARCHAR[]", "Seeds in the order in which they were asked for"],
    model: ["JSON", "How the model is reached; holds no key"],
    settings: ["JSON", "Settings that override the documents' numbers"],
    independent: ["BOOLEAN", "True when replies are not shared between arms (noise-floor runs)"],
    created_at: ["TIMESTAMP", "When it was first stored (UTC)"],
    updated_at: ["TIMESTAMP", "When it was last started or extended (UTC)"],
  },
  ["PRIMARY KEY (id)"],
);

const PROVENANCES = table(
  "provenances",
  "What the numbers of an experiment rest on: one row per distinct set of sources it was run from.",
  {
    experiment: ["VARCHAR", "experiments.id"],
    provenance: ["JSON", "Commit, lab version, digests of harness, catalogue and scenarios, price table"],
    simulated: ["BOOLEAN", "True when the simulated model answered: proves mechanisms, never benefit"],
    saved_at: ["TIMESTAMP", "When the experiment was last started from these sources (UTC)"],
  },
);

export const SCENARIOS = table("scenarios", "Scenarios by content; a changed scenario is another row.", {
  digest: ["VARCHAR", "Digest of the parsed scenario with its expanded rules"],
  id: ["VARCHAR", "Scenario id"],
  role: ["VARCHAR", "stress, or control where the flag must make no difference"],
  scenario: ["JSON", "The parsed scenario"],
  rules: ["JSON", "Rules of the simulated model with every include expanded"],
});

export const EXPERIMENT_SCENARIOS = table(
  "experiment_scenarios",
  "Which version of which scenario an experiment uses.",
  {
    experiment: ["VARCHAR", "experiments.id"],
    scenario: ["VARCHAR", "Scenario id"],
    digest: ["VARCHAR", "scenarios.digest"],
    file: ["VARCHAR", "Absolute path it was last loaded from"],
  },
);

export const FLAGS_TABLE = table(
  "flags",
  "Flags of the arms: external name and the id used in events and calls.",
  {
    name: ["VARCHAR", "External name, as in the comparisons"],
    feature: ["VARCHAR", "Id in events.feature and model_calls.feature"],
    summary: ["VARCHAR", "What ON does"],
  },
);

export const TRIALS = table(
  "trials",
  "One row per trial: scenario x seed x arm x attempt. All trials of a block's attempt are stored at once.",
  {
    id: ["VARCHAR", "Digest of experiment, scenario, seed, arm and attempt"],
    experiment: ["VARCHAR", "experiments.id"],
    scenario: ["VARCHAR", "Scenario id"],
    seed: ["VARCHAR", "Seed, as text"],
    arm: ["VARCHAR", "Arm name"],
    attempt: ["INTEGER", "1-based; a block that the endpoint spoiled is run again whole as another attempt"],
    position: ["INTEGER", "Place of the trial in its block: 0 ran first"],
    error_kind: [
      "VARCHAR?",
      "infrastructure, operator, no-rule, not-recorded, harness, limit or check; NULL when the conversation ran to its end",
    ],
    error_message: ["VARCHAR?", "What went wrong"],
    started_at: ["VARCHAR", "Wall-clock start, ISO 8601"],
    wall_ms: ["DOUBLE", "Wall time in ms"],
    virtual_ms: ["DOUBLE?", "Sum of virtual latencies in ms; NULL with a real model"],
    transcript_digest: ["VARCHAR", "Digest of the events: equal digests are equal transcripts"],
    checks_digest: ["VARCHAR", "Digest of the checks it was graded with when it was stored"],
    start_world: ["VARCHAR", "bodies.digest of the world before the conversation"],
    world: ["VARCHAR", "bodies.digest of the world after it"],
  },
  ["PRIMARY KEY (id)", "UNIQUE (experiment, scenario, seed, arm, attempt)"],
);

export const TURNS = table("turns", "One row per user entry with what came of it.", {
  trial: ["VARCHAR", "trials.id"],
  position: ["INTEGER", "0-based order"],
  session: PLACE.session,
  turn: PLACE.turn,
  user_text: ["VARCHAR", "What the user said"],
  reply: ["VARCHAR", "What the user saw"],
  status: ["VARCHAR", "ok, could-not-complete, escalated, paused or refused"],
  staged: ["JSON", "Actions staged in this turn and still undecided when it ended"],
});

export const EVENTS = table("events", "The log: what happened in a trial, in order. The transcript.", {
  trial: ["VARCHAR", "trials.id"],
  seq: ["INTEGER", "0-based order in the trial"],
  type: ["VARCHAR", "Event type"],
  ...PLACE,
  feature: ["VARCHAR?", "Id of the feature the event is about; NULL for the engine's own"],
  call: ["INTEGER?", "model_calls.call of a model-call event"],
  data: ["JSON", "The rest of the event"],
});

/** Added to `model_calls` by the fourth layout. */
const REGRADED = {
  grading: ["INTEGER?", "scores.grading for which a judge was asked later; NULL for the trial's own calls"],
  judge: ["VARCHAR?", "The judge of that grading, as it was asked for; NULL for the trial's own calls"],
} as const satisfies Record<string, ColumnSpec>;

export const MODEL_CALLS = table(
  "model_calls",
  "One row per model call. Its messages are `system`, then the first `kept` messages after the system messages of call `base` of the same trial, then `added`; call_messages(trial) puts them together.",
  {
    trial: ["VARCHAR", "trials.id"],
    call: ["INTEGER", "0-based, in the order in which the calls of the trial ended"],
    purpose: ["VARCHAR", "What the call is for: propose, classify-turn, judge, ..."],
    feature: ["VARCHAR?", "Id of the feature that asked; NULL for the engine's own calls"],
    ...PLACE,
    occurrence: ["INTEGER", "0-based count of calls at the same place with the same purpose"],
    request_digest: ["VARCHAR", "Digest of the request without its seed: equal digests are equal requests"],
    system: ["VARCHAR[]", "bodies.digest of the leading system messages"],
    base: ["INTEGER?", "Earlier call of this trial with which the conversation begins alike"],
    kept: ["INTEGER", "How many messages after the system messages are those of `base`"],
    added: ["VARCHAR[]", "bodies.digest of the messages after those"],
    tools: ["VARCHAR?", "bodies.digest of the tools offered; NULL when none were"],
    reply_schema: ["VARCHAR?", "bodies.digest of the JSON schema asked for; NULL when none was"],
    options: ["JSON", "Other fields of the request, e.g. maxTokens, temperature, seed"],
    seed: ["BIGINT", "Sampling seed"],
    reply_kind: ["VARCHAR", "answer or failed"],
    reply: ["VARCHAR", "bodies.digest of text, tool calls and JSON, or of the failure"],
    failure: ["VARCHAR?", "Class of the failure; NULL for an answer"],
    finish: ["VARCHAR?", "Why the answer ended; NULL for a failure"],
    model: ["VARCHAR?", "Model that answered, as the server named it; NULL when it did not say"],
    fingerprint: ["VARCHAR?", "Fingerprint of the backend that answered"],
    source: [
      "VARCHAR",
      "asked, shared (by another arm), journal, recording or injected (fault of the scenario)",
    ],
    input_tokens: ["DOUBLE?", "All prompt tokens, cached ones included"],
    cached_input_tokens: ["DOUBLE?", "The part of input_tokens served from the provider's prompt cache"],
    output_tokens: ["DOUBLE?", "Completion tokens"],
    usage_estimated: [
      "BOOLEAN?",
      "True when counted by us, false when the provider told; NULL when there is no usage",
    ],
    latency_ms: ["DOUBLE?", "Wall time of the call; NULL when nothing was measured"],
    virtual_latency_ms: ["DOUBLE?", "Latency the simulated model pretends to"],
    cost_usd: ["DOUBLE?", "As deployed: what the arm would have paid alone, as billed"],
    uncached_cost_usd: [
      "DOUBLE?",
      "The same with every input token at the uncached price; cost verdicts rest on it",
    ],
    spent_usd: ["DOUBLE?", "Really paid: 0 when shared, recorded or injected"],
    ...REGRADED,
  },
);

export const BODIES = table(
  "bodies",
  "Messages, tool lists, schemas, replies and worlds, each stored once.",
  {
    digest: ["VARCHAR", "First 32 hex digits of the SHA-256 of the body's text"],
    body: ["JSON", "The value. A lone surrogate is written as U+FFFD and a private-use character"],
  },
);

export const SCORES = table(
  "scores",
  "One row per check and grading. Grading again adds rows, it changes none.",
  {
    trial: ["VARCHAR", "trials.id"],
    grading: ["INTEGER", "1 is the grading the trial was stored with; later ones count up"],
    checks_digest: ["VARCHAR", "Digest of the checks that gave the scores"],
    position: ["INTEGER", "0-based order in the grading"],
    check_id: ["VARCHAR", "Role and number in the scenario, e.g. outcome-1"],
    role: [
      "VARCHAR",
      "outcome decides, mechanism says the flag worked, signature recognises the declared failure",
    ],
    kind: ["VARCHAR", "reply, world, event, call, cost, judge or module"],
    result: ["VARCHAR", "pass, fail or unscored"],
    detail: ["VARCHAR", "What was looked for and what was found"],
    judged: ["BOOLEAN", "True when an LLM decided"],
  },
);

const EXPERIMENT_RULES = table(
  "experiment_rules",
  "How the comparisons of an experiment are decided and which configurations it runs, where that is not the plain case.",
  {
    experiment: ["VARCHAR", "experiments.id"],
    design: ["JSON?", "Configurations of several flags; NULL when each flag stands on its own"],
    rule: [
      "JSON?",
      "Fixed or sequential, smallest effect worth having, verdict aimed at; NULL for a fixed number of pairs",
    ],
  },
  ["PRIMARY KEY (experiment)"],
);

const FROZEN_PLANS = table(
  "frozen_plans",
  "Plans that were fixed before the first paid call; none is ever changed.",
  {
    digest: ["VARCHAR", "SHA-256 of the content"],
    experiment: ["VARCHAR", "Id of the experiment that would follow it to the letter"],
    name: ["VARCHAR", "Name of that experiment"],
    frozen_at: ["VARCHAR", "When it was frozen, ISO 8601"],
    content: ["JSON", "Arms, comparisons, rule, seeds, model, digests, pairs and power"],
  },
  ["PRIMARY KEY (digest)"],
);

const RUNS = table("runs", "Every invocation that worked on an experiment, aborted ones too.", {
  id: ["VARCHAR", "Name of the run"],
  experiment: ["VARCHAR", "experiments.id"],
  started_at: ["VARCHAR", "ISO 8601"],
  ended_at: ["VARCHAR?", "ISO 8601; NULL when it was killed or is still at work"],
  ending: [
    "VARCHAR?",
    "complete, budget, interrupted or failed; NULL when it was killed or is still at work",
  ],
  detail: ["VARCHAR?", "What ended it, where that needs words"],
  fresh: ["BOOLEAN", "Everything was run anew although it was stored"],
  budget_usd: ["DOUBLE?", "Spending limit; NULL when there was none"],
});

const EXPERIMENT_JUDGES = table(
  "experiment_judges",
  "Who decides the judge checks of an experiment; one without a row has no judge.",
  {
    experiment: ["VARCHAR", "experiments.id"],
    judge: ["JSON", "How the judge's model is reached; holds no key"],
  },
  ["PRIMARY KEY (experiment)"],
);

const JUDGE_CHECKS = table(
  "judge_checks",
  "What labels showed about a judge on a rubric; checking again adds a row, and the newest one is in force.",
  {
    judge: ["VARCHAR", "Model id as it was asked for, with the endpoint where one was named"],
    rubric: ["VARCHAR", "Rubric, word for word"],
    wording: ["VARCHAR", "Digest of what the judge is told beside rubric and material"],
    checked_at: ["VARCHAR", "When it was checked, ISO 8601"],
    qualified: [
      "BOOLEAN",
      "May gate: enough labels of both arms, sensitivity and specificity of at least .85",
    ],
    content: ["JSON", "Counts, agreement, intervals and reasons"],
  },
);

const EXPERIMENT_NAMES = table(
  "experiment_names",
  "Every name an experiment was ever run under; each of them finds it.",
  {
    experiment: ["VARCHAR", "experiments.id"],
    name: ["VARCHAR", "Name for people"],
    given_at: ["TIMESTAMP", "When it was last run under this name (UTC)"],
  },
  ["PRIMARY KEY (experiment, name)"],
);

/** Added by the sixth layout, with the names that an older file holds. */
export function addNames(): readonly string[] {
  return [
    ...createTable(EXPERIMENT_NAMES),
    "INSERT OR IGNORE INTO experiment_names SELECT id, name, updated_at FROM experiments",
  ];
}

/** Added by the third layout. */
export const JUDGE_TABLES: readonly Table[] = [EXPERIMENT_JUDGES, JUDGE_CHECKS];

/** Added by the second layout. */
export const PLAN_TABLES: readonly Table[] = [EXPERIMENT_RULES, FROZEN_PLANS, RUNS];

export const TABLES: readonly Table[] = [
  SCHEMA_VERSION,
  EXPERIMENTS,
  PROVENANCES,
  SCENARIOS,
  EXPERIMENT_SCENARIOS,
  FLAGS_TABLE,
  TRIALS,
  TURNS,
  EVENTS,
  MODEL_CALLS,
  BODIES,
  SCORES,
];

/** The statements that create a table and document it. */
export function createTable(definition: Table): readonly string[] {
  const columns = definition.columns.map(
    (column) => `${column.name} ${column.type}${column.required ? " NOT NULL" : ""}`,
  );
  return [
    `CREATE TABLE ${definition.name} (${[...columns, ...definition.constraints].join(", ")})`,
    `COMMENT ON TABLE ${definition.name} IS ${quoteSql(definition.comment)}`,
    ...definition.columns.map((column) => commentOn(definition, column)),
  ];
}

/** The statements that bring the calls of an older file to the fourth layout; a new file has the columns already. */
export function addRegradedCalls(): readonly string[] {
  return MODEL_CALLS.columns
    .filter(({ name }) => name in REGRADED)
    .flatMap((column) => [
      `ALTER TABLE ${MODEL_CALLS.name} ADD COLUMN IF NOT EXISTS ${column.name} ${column.type}`,
      commentOn(MODEL_CALLS, column),
    ]);
}

function commentOn({ name }: Table, column: Column): string {
  return `COMMENT ON COLUMN ${name}.${column.name} IS ${quoteSql(column.comment)}`;
}

/** A text as an SQL literal. */
export function quoteSql(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
