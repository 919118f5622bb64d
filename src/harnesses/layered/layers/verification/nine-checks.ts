/** The nine independent checks of a draft (A-090..A-098). */

import { type EvidenceItem, isSolid } from "../evidence/evidence-store.ts";
import { CHECKS, type CheckName, type CheckResult } from "./verification.ts";

/** Everything that the checks may look at. */
export interface CheckInput {
  readonly draft: string;
  readonly criteria: readonly string[];
  readonly assumptions: readonly string[];
  /** Evidence of this task. */
  readonly local: readonly EvidenceItem[];
  /** Evidence of the whole turn. */
  readonly global: readonly EvidenceItem[];
  /** Fields a structured draft must carry; empty in a chat turn. */
  readonly contract: readonly string[];
  /** Unresolved grave contradictions; null where the runtime has no consistency checker, as in a chat turn. */
  readonly graveContradictions: number | null;
}

const LOCAL_OBSERVATIONS = 2;
const GLOBAL_SOLID = 5;

type Verdict = Omit<CheckResult, "check">;

/** Runs all nine; they do not see one another. */
export function nineChecks(input: CheckInput): readonly CheckResult[] {
  return CHECKS.map((check) => ({ check, ...RUN[check](input) }));
}

const RUN: Readonly<Record<CheckName, (input: CheckInput) => Verdict>> = {
  syntax: () => skip("no linter in a chat turn"),
  unit: () => skip("no test runner in a chat turn"),
  integration: () => skip("no integration runner exists"),
  consistency: ({ graveContradictions: count }) => {
    if (count === null) return skip("no consistency checker; layer 4 handles contradictions");
    return count === 0 ? pass("no grave contradiction") : fail(`${count} unresolved grave contradictions`);
  },
  requirements: ({ criteria, draft }) =>
    criteria.length > 0 && isEmpty(draft)
      ? fail("the model gave an empty answer")
      : skip("whether criteria are met is not judged"),
  assumptions: ({ assumptions, draft }) =>
    assumptions.length > 0 && isEmpty(draft)
      ? fail("assumptions were stated and nothing was produced")
      : skip("no checker confirms assumptions"),
  goal_correctness: () => skip("needs a model"),
  evidence_sufficiency: ({ local, global }) => {
    const solid = global.filter(isSolid).length;
    const enough = local.length >= LOCAL_OBSERVATIONS || solid >= GLOBAL_SOLID;
    const count = `${local.length} observations of the task, ${solid} solid ones in all`;
    return enough ? pass(count) : fail(`too little evidence: ${count}`);
  },
  output_contract_partial: ({ contract, draft }) => {
    const fields = contract.length === 0 ? null : fieldsOf(draft);
    if (fields === null) return pass("plain text");
    const missing = contract.filter((name) => !fields.includes(name));
    return missing.length === 0 ? pass("all fields present") : fail(`missing fields: ${missing.join(", ")}`);
  },
};

/** Field names of a JSON object, null for anything else. */
function fieldsOf(draft: string): readonly string[] | null {
  try {
    const value: unknown = JSON.parse(draft);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? Object.keys(value) : null;
  } catch {
    return null;
  }
}

function isEmpty(draft: string): boolean {
  return draft.trim() === "";
}

function pass(reason: string): Verdict {
  return { outcome: "PASS", reason };
}

function fail(reason: string): Verdict {
  return { outcome: "FAIL", reason };
}

function skip(reason: string): Verdict {
  return { outcome: "SKIPPED", reason };
}
