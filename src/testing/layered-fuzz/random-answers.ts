/** Answers of a model to the side calls of a random conversation. */

import type { Json } from "../../core/json.ts";
import type { ModelRequest } from "../../core/model.ts";
import type { Random } from "../../core/random.ts";
import { AMBIGUITY, PLAN_TEMPLATES, POSTURES } from "../../harnesses/layered/classify/classification.ts";
import { stated, type TalkOptions } from "../layered-talk.ts";
import { type Lean, orBroken, pick } from "./lean.ts";
import { CONSTRAINTS, FACTS, OPPOSED, PARTS } from "./talk-words.ts";

/** Answers by purpose; a purpose that is not here is answered with what a feature's own calls may get. */
export function sideAnswers(random: Random, lean: Lean): NonNullable<TalkOptions["model"]> {
  const at = (purpose: string, n: number): Random => random.stream(`${purpose}-${n}`);
  return {
    "classify-turn": (_request, n) => {
      const draw = at("classify", n);
      return orBroken(draw, classification(draw, lean));
    },
    "contradiction-check": (request, n) => {
      const draw = at("contradiction", n);
      const statements = linesOf(request);
      const conflicts = conflictsAmong(draw, lean, statements);
      const settled =
        statements.length > 0 && draw.next() < 0.5 ? [{ conflict: 1, holds: pick(draw, statements) }] : [];
      return orBroken(draw, { conflicts, settled });
    },
    "propose-hypotheses": (_request, n) => {
      const draw = at("hypotheses", n);
      const hypotheses = Array.from({ length: 2 + draw.int(3) }, () => ({
        explanation: pick(draw, FACTS),
        check: pick(draw, PARTS),
        expects: pick(draw, FACTS),
        rulesOut: draw.next() < 0.7 ? { one: 1 + draw.int(2), other: 1 + draw.int(2) } : null,
      }));
      return orBroken(draw, { hypotheses });
    },
    "rule-out-hypotheses": (_request, n) => {
      const draw = at("rule-out", n);
      const ruledOut = draw.next() < 0.5 ? [{ hypothesis: 1 + draw.int(3), why: "the file says so" }] : [];
      return orBroken(draw, { ruledOut });
    },
    "criterion-coverage": (_request, n) => {
      const draw = at("coverage", n);
      return orBroken(draw, { covered: draw.next() < 0.5 });
    },
    "grounding-check": (_request, n) => {
      const draw = at("grounding", n);
      return orBroken(draw, { grounded: draw.next() < 0.5, missing: null });
    },
    "summarise-transcript": (_request, n) =>
      at("summary", n).next() < 0.1 ? " " : "Earlier: limits and dates.",
  };
}

function classification(draw: Random, { facts, parts, opposed }: Lean): Json {
  const flag = (chance: number): boolean => draw.next() < chance;
  const texts = (chance: number): string[] => (flag(chance) ? [pick(draw, CONSTRAINTS)] : []);
  return {
    riskLevel: pick(draw, ["LOW", "LOW", "LOW", "MEDIUM", "HIGH", "UNKNOWN"]),
    riskReason: "as it reads",
    isTrivial: flag(0.1),
    decomposedTasks: parts === 0 ? null : Array.from({ length: parts }, (_, index) => partOf(draw, index)),
    statedFacts: (opposed ? OPPOSED : Array.from({ length: facts }, () => pick(draw, FACTS))).map((text) =>
      stated(text, {
        key: flag(0.5) ? pick(draw, ["limit", "launch", "owner"]) : null,
        confidence: pick(draw, ["high", "high", "medium", "low"]),
        durable: flag(0.8),
        assertedByUser: flag(0.8),
      }),
    ),
    statedConstraints: texts(0.15),
    lastingConstraints: texts(0.05),
    liftedConstraints: texts(0.03),
    isUnderdetermined: flag(opposed ? 0.9 : 0.3),
    isReminderRequest: flag(0.1),
    isBulkReminderRequest: flag(0.05),
    isAbandonRequest: flag(0.05),
    matchedPlanTemplate: flag(0.2) ? pick(draw, PLAN_TEMPLATES) : null,
    needsMultiStepPlan: flag(0.2),
    isPlanQuestion: flag(0.05),
    continuesPlan: flag(0.7),
    needsGrounding: flag(0.5),
    ambiguity: pick(draw, AMBIGUITY),
    userPosture: pick(draw, POSTURES),
    pushbackOnPriorTurn: flag(0.1),
    statesConstraint: flag(0.2),
  };
}

function partOf(draw: Random, index: number): Json {
  const after = index > 0 && draw.next() < 0.3 ? [1 + draw.int(index)] : [];
  const risk = pick(draw, ["LOW", "LOW", "MEDIUM", "HIGH"]);
  const writes = draw.next() < 0.2 ? ["config/app.yaml"] : [];
  return { task: pick(draw, PARTS), after, risk, writes };
}

/** The statements that a request lists. */
function linesOf({ messages }: ModelRequest): readonly string[] {
  return (messages.at(-1)?.content ?? "").split("\n").flatMap((line) => {
    const text = /^- (.+)$/.exec(line)?.[1];
    return text === undefined ? [] : [text];
  });
}

function conflictsAmong(draw: Random, { conflicts }: Lean, statements: readonly string[]): Json[] {
  const found: Json[] = [];
  for (const [index, a] of statements.entries())
    for (const b of statements.slice(index + 1))
      if (draw.next() < conflicts)
        found.push({ a, b, why: "they cannot both hold", severity: pick(draw, ["MEDIUM", "HIGH"]) });
  return found.slice(0, 4);
}
