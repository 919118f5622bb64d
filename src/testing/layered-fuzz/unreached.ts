/** Places that random conversations never reach, with reasons: inert by the document, later with another mechanism, or still open. */

export interface Unreached {
  readonly group: string;
  readonly value: string;
  /** `inert`: the document makes it so. `later`: it comes with a mechanism that is not built. `open`: it should occur. */
  readonly kind: "inert" | "later" | "open";
  /** Requirement ids. */
  readonly requirement: string;
  readonly why: string;
}

function rows(
  kind: Unreached["kind"],
  group: string,
  values: readonly string[],
  requirement: string,
  why: string,
): readonly Unreached[] {
  return values.map((value) => ({ group, value, kind, requirement, why }));
}

export const UNREACHED: readonly Unreached[] = [
  ...rows("inert", "task state", ["HUMAN_REQUIRED"], "A-078", "declared, and set by nobody"),
  ...rows("open", "task state", ["BLOCKED"], "A-078", "a scope change or a cancelled goal blocks a task"),
  ...rows(
    "inert",
    "recovery action",
    ["verification_feasibility:feasibility_check"],
    "A-057",
    "its formula cannot fall below .435 (REFERENCE 1.2)",
  ),
  ...rows(
    "inert",
    "gate",
    ["ESCALATE"],
    "A-066",
    "every chain of recovery actions ends at a name that is no dimension, so no cycle can form",
  ),
  ...rows("inert", "escalation", ["HUMAN_REQUIRED"], "A-066", "no cycle of recovery actions can form"),
  ...rows(
    "open",
    "review dimension",
    ["output_contract_precheck", "code_quality"],
    "A-084",
    "the layers feed the review",
  ),
  ...rows(
    "inert",
    "check",
    ["goal_correctness PASS", "goal_correctness FAIL"],
    "A-096",
    "needs a model, so it is skipped",
  ),
  ...rows(
    "inert",
    "check",
    ["requirements PASS", "assumptions PASS"],
    "A-094 A-095",
    "nothing confirms them, so what does not fail is skipped",
  ),
  ...rows(
    "inert",
    "check",
    ["evidence_sufficiency SKIPPED", "output_contract_partial SKIPPED"],
    "A-099",
    "they always decide",
  ),
  ...rows(
    "open",
    "check",
    ["syntax PASS", "syntax FAIL", "unit PASS", "unit FAIL", "integration PASS", "integration FAIL"],
    "A-090",
    "the world declares a linter or tests",
  ),
  ...rows("open", "check", ["assumptions FAIL"], "A-095", "assumptions reach the check"),
  ...rows("open", "check", ["output_contract_partial FAIL"], "A-098", "a contract reaches the check"),
  ...rows(
    "later",
    "directive",
    ["REDIRECT_STRATEGY", "REFRAME_PLAN", "GATHER_EVIDENCE", "ASK_USER", "ABORT"],
    "A-224",
    "the trajectory supervisor answers them",
  ),
  ...rows("later", "turn status", ["paused"], "A-228", "ask mode pauses a turn"),
];
