/** Every flag of the three harnesses as data; default values live here and nowhere else (REQUIREMENTS, flag index). */

import type { Aim } from "./aim.ts";
import type { Flag, FlagValue, FlagValues, Standing } from "./flag.ts";
import type { HarnessId } from "./harness-id.ts";

interface Entry {
  /** Words for people where the name says no more than a layer does; absent = the name. */
  readonly id?: string;
  readonly default?: FlagValue;
  readonly on?: FlagValue;
  readonly off?: FlagValue;
  readonly values?: readonly string[];
  readonly requires?: readonly string[];
  readonly context?: Readonly<Record<string, FlagValue>>;
  readonly built?: boolean;
  readonly ownPurposes?: readonly string[];
  readonly worksThrough?: Flag["worksThrough"];
  readonly aim?: Aim;
}

function catalogue(
  harness: HarnessId,
  rows: readonly (readonly [name: string, source: string, summary: string, entry?: Entry])[],
): readonly Flag[] {
  return rows.map(([name, source, summary, entry = {}]) => ({
    name,
    id:
      entry.id ??
      name
        .replace(/^(AUDIT|ASSISTANT|HARNESS)_/, "")
        .toLowerCase()
        .replaceAll("_", "-"),
    harness,
    default: entry.default ?? true,
    on: entry.on ?? true,
    off: entry.off ?? false,
    ...(entry.values ? { values: entry.values } : {}),
    summary,
    source: source.split(" "),
    requires: entry.requires ?? [],
    context: entry.context ?? {},
    built: entry.built ?? false,
    ownPurposes: entry.ownPurposes ?? [],
    worksThrough: entry.worksThrough ?? "control-flow",
    aim: entry.aim ?? "success",
    standing: harness === "layered" ? standingOf(entry, source.split(" ")) : null,
  }));
}

/** The last requirement of the eleven layers; what comes after it stands around them. */
const LAST_OF_THE_LAYERS = 124;

/** Standing of a flag: inert where it is off by default, else the standing of its first requirement. */
function standingOf(entry: Entry, [first = "", ...rest]: readonly string[]): Standing {
  const ids = [first, ...rest].join(", ");
  if ((entry.default ?? true) === (entry.off ?? false))
    return { kind: "inert", evidence: `off by default (${ids})` };
  const core = Number(first.slice("A-".length)) <= LAST_OF_THE_LAYERS;
  return core
    ? { kind: "core", evidence: `a rule of the layers (${ids})` }
    : { kind: "added", evidence: `a mechanism around the layers (${ids})` };
}

const off: Entry = { default: false };
const lexical = {
  default: "disabled",
  on: "enabled",
  off: "disabled",
  values: ["enabled", "disabled"],
} as const;

const ENTRIES: readonly Flag[] = [
  ...catalogue("layered", [
    [
      "AUDIT_SEMANTIC_HYPOTHESES",
      "A-034 A-035",
      "Proposes 2-4 competing explanations for an underdetermined request, shows them to the proposer and rules out the contradicted ones.",
      {
        default: false,
        built: true,
        ownPurposes: ["propose-hypotheses", "rule-out-hypotheses"],
        worksThrough: "request",
      },
    ],
    ["AUDIT_SEMANTIC_SOURCE_RELIABILITY", "A-027", "Weighs evidence by the reliability of its source.", off],
    [
      "ASSISTANT_LEXICAL_MODE",
      "A-042 A-043 A-046",
      "Runs the keyword detectors beside the semantic checks.",
      // By itself: beside the model's check it finds little that the check would not.
      { ...lexical, built: true, context: { AUDIT_SEMANTIC_CONTRADICTION: false } },
    ],
    [
      "AUDIT_SEMANTIC_CONTRADICTION",
      "A-151 A-152 A-154",
      "Compares new beliefs with those on record by meaning, in one call, and records conflicts.",
      { built: true, ownPurposes: ["contradiction-check"], worksThrough: "request" },
    ],
    [
      "AUDIT_SEMANTIC_CONTRADICTION_SEVERITY",
      "A-153",
      "Lets the contradiction check grade a conflict HIGH.",
      {
        default: false,
        built: true,
        requires: ["AUDIT_SEMANTIC_CONTRADICTION"],
        context: { AUDIT_REVIEWER_PASS: true },
      },
    ],
    [
      "AUDIT_CONTROL_STATE_GATE",
      "A-062 A-070 A-072",
      "Resolves control state from the layers and lets it block or escalate actions.",
      { built: true, aim: "calls" },
    ],
    [
      "AUDIT_CODE_PLAN_TEMPLATES",
      "A-080",
      "Offers the bundled code process concepts as plan templates.",
      off,
    ],
    [
      "AUDIT_SEMANTIC_TASK_COMPLETION",
      "A-081",
      "Completes an approved plan's step only if a judge says the output did the task.",
      off,
    ],
    ["AUDIT_STUCK_PLAN_RESUME", "A-082", "Resumes a stuck plan only when the message continues it."],
    [
      "AUDIT_SEMANTIC_GROUNDING",
      "A-100 A-101",
      "Compares a tool-backed reply with the raw tool output before labelling it verified.",
      { built: true, ownPurposes: ["grounding-check"], context: { AUDIT_VERIFICATION: true } },
    ],
    [
      "AUDIT_VERIFICATION",
      "A-102",
      "Holds every draft to the nine verification checks.",
      { id: "nine-checks", built: true },
    ],
    [
      "AUDIT_EXPERIENCE_LEARNING",
      "A-107 A-108",
      "Lets the outcomes of past attempts, kept over sessions, reorder the recovery ladder.",
      { ...off, aim: "none", built: true },
    ],
    [
      "AUDIT_RETRY_SYSTEM_ERRORS",
      "A-109 A-110 A-111",
      "Re-queues a task that failed by a system error once, after the ladder has switched strategy.",
      { built: true, context: { AUDIT_SEMANTIC_FAILURE_MATCH: false } },
    ],
    [
      "AUDIT_RETRY_FAILED_TASK",
      "A-112",
      "Re-queues every failed task once, whatever it failed by: broken, run out of steps, or rejected by its checks.",
      { ...off, built: true },
    ],
    [
      "AUDIT_REVIEWER_REVISION",
      "A-121 A-122",
      "Sends the last answer back once with the reviewer's finding.",
      { ...off, built: true, aim: "none", requires: ["AUDIT_REVIEWER_PASS"] },
    ],
    [
      "AUDIT_REVIEWER_PASS",
      "A-114 A-117 A-119 A-123",
      "Looks back on the run under three lenses and reopens a finished task that a finding names.",
      {
        built: true,
        // What it reopens by: a grave conflict, and a blank answer that no check has stopped before it.
        context: { AUDIT_SEMANTIC_CONTRADICTION_SEVERITY: true, AUDIT_VERIFICATION: false },
      },
    ],
    [
      "AUDIT_SEMANTIC_CRITERION_COVERAGE",
      "A-120 A-124",
      "Judges by meaning whether a success criterion is covered.",
      {
        built: true,
        ownPurposes: ["criterion-coverage"],
        requires: ["AUDIT_REVIEWER_PASS"],
        // Its verdict reaches a reply through the revision alone.
        context: { AUDIT_REVIEWER_REVISION: true },
      },
    ],
    [
      "AUDIT_LAYER_POLICY",
      "A-138",
      "Switches layers per turn.",
      { default: "static", on: "adaptive", off: "static", values: ["static", "adaptive"], aim: "cost" },
    ],
    [
      "AUDIT_SEMANTIC_CONSTRAINT_CHECK",
      "A-139",
      "Judges the finished reply against standing constraints, with one re-ask.",
    ],
    [
      "AUDIT_DECOMPOSITION",
      "A-130 A-140",
      "Breaks a multi-part request into an ordered task list.",
      { built: true },
    ],
    [
      "ASSISTANT_ONE_LOOP",
      "A-141",
      "Drives one tool-calling iteration at a time instead of reviewing a finished reply.",
    ],
    [
      "AUDIT_LLM_INJECTION_DETECT",
      "A-147",
      "Checks every web result and approved shell output for instructions.",
    ],
    ["AUDIT_TRUST_TAGGING", "A-150", "Wraps untrusted content in a tag that the system prompt explains."],
    [
      "AUDIT_TOOL_POLICY_GATE",
      "A-158 A-164",
      "Checks each read-only tool call against the turn's control state.",
      { aim: "calls" },
    ],
    [
      "AUDIT_SEMANTIC_FAILURE_MATCH",
      "A-165 A-169",
      "Matches a failed task to the curated failure library by meaning.",
    ],
    [
      "AUDIT_SEMANTIC_CHANGE_REVIEW",
      "A-171",
      "Checks a proposed action against beliefs, facts and predictions; advisory.",
      { aim: "none" },
    ],
    [
      "AUDIT_SEMANTIC_COMPACTION",
      "A-173 A-174 A-175 A-176",
      "Summarises the older transcript in one call instead of clipping each message.",
      { default: false, built: true, ownPurposes: ["summarise-transcript"], worksThrough: "request" },
    ],
    ["AUDIT_MODEL_INFERRED_FACTS", "A-184", "Keeps facts that the classifier inferred."],
    [
      "AUDIT_MEMORY_BUDGETED_RENDER",
      "A-185 A-186 A-187 A-188 A-189",
      "Renders facts by priority within a budget and replaces facts of the same key; off restores the newest-20 slice.",
      { built: true, worksThrough: "request" },
    ],
    [
      "AUDIT_MEMORY_WRITE_GATE",
      "A-194",
      "Redacts secrets and flags instruction-like text before a fact is stored.",
      off,
    ],
    ["AUDIT_MEMORY_AUDIT_LOG", "A-195", "Keeps every memory write with its pre-image.", off],
    ["AUDIT_EPISODIC_DIGEST", "A-196", "Writes a handoff digest at the session edge.", off],
    [
      "AUDIT_EPISODIC_RETENTION_DAYS",
      "A-197",
      "Days a digest is kept.",
      { default: 90, on: 90, off: 0, aim: "none" },
    ],
    ["AUDIT_RECALL_TOOL", "A-198", "Lets the model list and open digests.", off],
    [
      "AUDIT_MEMORY_REVIEWER",
      "A-199",
      "Proposes cross-turn memories after turns without a memory write.",
      off,
    ],
    [
      "AUDIT_MEMORY_CONSOLIDATION",
      "A-200",
      "Proposes merges and archives of facts.",
      { default: false, requires: ["AUDIT_MEMORY_AUDIT_LOG"] },
    ],
    ["AUDIT_STEERING", "A-211 A-219", "Absorbs a message sent during a turn into that turn."],
    ["ASSISTANT_ASK_MODE", "A-228", "Asks a structured, resumable question.", off],
    [
      "HARNESS_TRAJECTORY_SUPERVISOR",
      "A-222 A-229",
      "Consults a supervisor when the loop cannot make progress.",
    ],
    ["ASSISTANT_GOAL_GRAPH", "A-230 A-238", "Keeps a goal graph across turns."],
    [
      "ASSISTANT_GOAL_GRAPH_SUGGEST",
      "A-239 A-243",
      "Proposes next-step options after a full turn.",
      { aim: "none" },
    ],
  ]),
  ...catalogue("thin", [
    [
      "AUDIT_PARALLEL_TOOLS",
      "L-020",
      "Runs tool calls whose resource claims allow it concurrently.",
      { aim: "latency" },
    ],
    ["AUDIT_RESULT_SPILL", "L-021", "Spills oversize tool output to disk with a preview.", { aim: "tokens" }],
    [
      "AUDIT_RECALL_PLACEMENT",
      "L-029",
      "Sends recall as a trailing user message instead of in the system prompt.",
      { aim: "cost-as-billed" },
    ],
    ["AUDIT_CONTEXT_BUDGET", "L-036", "Compacts the context when its budget is under pressure."],
    ["AUDIT_REACTIVE_RESCUE", "L-036", "Compacts and retries when the provider refuses an oversize prompt."],
    ["AUDIT_PROVIDER_FAILOVER", "L-040", "Falls over to another provider behind one model."],
    ["AUDIT_TOOL_LOOP_VERIFIER", "L-047", "Vetoes tool death-loops."],
    ["AUDIT_STOP_HOOK_VERIFIER", "L-047", "Vetoes a premature stop."],
    ["AUDIT_ROBUSTNESS_PROFILE", "L-047", "Scales verifier sensitivity by model."],
    ["AUDIT_INPUT_GUARDRAIL_HISTORY", "L-053", "Runs input guardrails on historical messages."],
    ["AUDIT_TOOL_GUARDRAIL", "L-053", "Passes, sanitises or blocks tool calls before they run."],
  ]),
  ...catalogue("longrun", [
    ["AUDIT_PROGRESS_SELF_REPORT", "O-020", "Recovers when rounds report no progress."],
    [
      "AUDIT_IDENTICAL_CALL_FLAG",
      "O-020",
      "Flags an identical call twice in a row as no progress.",
      { aim: "calls" },
    ],
    ["AUDIT_REPLAN_CADENCE", "O-020", "Replans the rest every few rounds."],
    ["AUDIT_RESUME_GATE", "O-030", "Waits for explicit resume intent.", { aim: "tokens" }],
    ["AUDIT_COMPLETION_GATE", "O-042", "Accepts success only with evidence."],
    [
      "AUDIT_OFFLOAD_REFS",
      "O-046",
      "Keeps large tool output outside the context behind refs.",
      { aim: "tokens" },
    ],
  ]),
];

/** In catalogue order, which is also the order in which hooks of different features run. */
export const FLAGS: readonly Flag[] = ENTRIES.map((flag) => ({ ...flag, context: builtContext(flag) }));

/** The built flags: one that is not built has no value, so an ablation holds nothing of it. */
function builtContext({ context }: Flag): FlagValues {
  return Object.fromEntries(
    Object.entries(context).filter(([name]) => ENTRIES.find((flag) => flag.name === name)?.built),
  );
}

/** The flag of an external name, or undefined. */
export function flagNamed(name: string): Flag | undefined {
  return FLAGS.find((flag) => flag.name === name);
}

/** The flags of one harness in catalogue order. */
export function flagsOf(harness: HarnessId): readonly Flag[] {
  return FLAGS.filter((flag) => flag.harness === harness);
}

/** Those of them that have a value in an arm. */
export function builtFlagsOf(harness: HarnessId): readonly Flag[] {
  return flagsOf(harness).filter(({ built }) => built);
}
