/** The classifier's answer about a turn, read tolerantly: a missing field reads as the least trust (A-126..A-137). */

import { z } from "zod";
import type { Json } from "../../../core/json.ts";

export type RiskLevel = "LOW" | "MEDIUM" | "HIGH";
export type Confidence = "high" | "medium" | "low";

/** A fact the message states or lets the classifier infer. */
export interface StatedFact {
  readonly text: string;
  /** The attribute it describes; the classifier chooses it and it is not stable. */
  readonly key: string | null;
  readonly kind: "identity" | "preference" | "other";
  readonly confidence: Confidence;
  readonly durable: boolean;
  readonly assertedByUser: boolean;
}

/** One part of a decomposed request. */
export interface RequestPart {
  readonly description: string;
  /** 1-based numbers of parts that it waits for. */
  readonly after: readonly number[];
  /** Risk of this part alone; absent where it is the turn's. */
  readonly risk?: RiskLevel;
  /** Part that it changes: parts that change the same do not run side by side. */
  readonly writes?: readonly string[];
}

/** The bundled process concepts; a request is one of them or none. */
export const PLAN_TEMPLATES = [
  "debug-test-failure",
  "implement-feature",
  "code-review",
  "refactor-module",
] as const;
type PlanTemplate = (typeof PLAN_TEMPLATES)[number];
export const AMBIGUITY = ["none", "some", "high"] as const;
export const POSTURES = ["content", "neutral", "doubting", "upset"] as const;

/** Permissions of a plan of several turns; each is honoured by its reader alone. */
interface PlanSigns {
  /** Honoured with an active plan only. */
  readonly isAbandonRequest: boolean;
  /** Read without an active plan only. */
  readonly matchedPlanTemplate: PlanTemplate | null;
  /** Read without an active plan only. */
  readonly needsMultiStepPlan: boolean;
  readonly isPlanQuestion: boolean;
  /** Only an explicit no sets a stuck plan aside. */
  readonly continuesPlan: boolean;
}

/** Calmness of the turn; an absent word counts as not calm, so that no layer is left out for want of it. */
interface PolicySigns {
  readonly needsGrounding: boolean;
  readonly ambiguity: (typeof AMBIGUITY)[number];
  readonly userPosture: (typeof POSTURES)[number];
  readonly pushbackOnPriorTurn: boolean;
  readonly statesConstraint: boolean;
}

/** One schema for every arm: who reads a field is the reader's affair, and one that nobody reads changes nothing. */
export interface Classification extends PlanSigns, PolicySigns {
  readonly riskLevel: RiskLevel | "UNKNOWN";
  readonly riskReason: string;
  readonly isTrivial: boolean;
  readonly parts: readonly RequestPart[] | null;
  readonly facts: readonly StatedFact[];
  readonly statedConstraints: readonly string[];
  readonly lastingConstraints: readonly string[];
  readonly liftedConstraints: readonly string[];
  readonly isUnderdetermined: boolean;
  readonly isReminderRequest: boolean;
  readonly isBulkReminderRequest: boolean;
}

/** The classification of a turn whose call failed or whose answer could not be read. */
export function unknownClassification(reason: string): Classification {
  return { ...fromAnswer(Answer.parse({})), riskReason: reason };
}

/** UNKNOWN counts as HIGH wherever risk decides something. */
export function effectiveRisk(classification: Classification): RiskLevel {
  return classification.riskLevel === "UNKNOWN" ? "HIGH" : classification.riskLevel;
}

/** HIGH, UNKNOWN and bulk reminders need the user's approval before anything is changed. */
export function requiresApproval(classification: Classification): boolean {
  return effectiveRisk(classification) === "HIGH" || classification.isBulkReminderRequest;
}

/** A licence that is not given is refused. */
const flag = z.boolean().catch(false);
/** A caution that is not excluded holds. */
const caution = z.boolean().catch(true);
const texts = z
  .array(z.unknown())
  .catch([])
  .transform((items) => items.filter(isText).map((item) => item.trim()));

const Fact = z.object({
  text: z.string().trim().min(1),
  key: z.string().trim().min(1).nullable().catch(null),
  kind: z.enum(["identity", "preference", "other"]).catch("other"),
  confidence: z.enum(["high", "medium", "low"]).catch("low"),
  durable: flag,
  assertedByUser: flag,
});

const Part = z.union([
  z.string(),
  z.object({
    task: z.string(),
    after: z.array(z.number().int().positive()).catch([]),
    risk: z.enum(["LOW", "MEDIUM", "HIGH"]).optional().catch(undefined),
    writes: z.array(z.string()).catch([]),
  }),
]);

const Answer = z.object({
  riskLevel: z.enum(["LOW", "MEDIUM", "HIGH", "UNKNOWN"]).catch("UNKNOWN"),
  riskReason: z.string().catch(""),
  isTrivial: flag,
  decomposedTasks: z.array(z.unknown()).nullable().catch(null),
  statedFacts: z.array(z.unknown()).catch([]),
  statedConstraints: texts,
  lastingConstraints: texts,
  liftedConstraints: texts,
  isUnderdetermined: flag,
  isReminderRequest: flag,
  isBulkReminderRequest: flag,
  isAbandonRequest: flag,
  matchedPlanTemplate: z.enum(PLAN_TEMPLATES).nullable().catch(null),
  needsMultiStepPlan: flag,
  isPlanQuestion: flag,
  continuesPlan: caution,
  needsGrounding: caution,
  ambiguity: z.enum(AMBIGUITY).catch("high"),
  userPosture: z.enum(POSTURES).catch("upset"),
  pushbackOnPriorTurn: caution,
  statesConstraint: caution,
});
type Answer = z.infer<typeof Answer>;

/** Reads the classifier's JSON; null when it is not an object. */
export function readClassification(json: Json | undefined): Classification | null {
  const parsed = Answer.safeParse(json);
  return parsed.success ? fromAnswer(parsed.data) : null;
}

function fromAnswer({ decomposedTasks, statedFacts, ...rest }: Answer): Classification {
  const parts = readParts(decomposedTasks ?? []);
  const facts = readFacts(statedFacts);
  const nothingToDo =
    facts.length === 0 && parts === null && !rest.isUnderdetermined && !rest.isReminderRequest;
  return {
    ...rest,
    // self-contained at LOW risk only, and never when the same reply finds something to keep or decide.
    isTrivial: rest.isTrivial && rest.riskLevel === "LOW" && nothingToDo,
    isBulkReminderRequest: rest.isBulkReminderRequest && rest.isReminderRequest,
    parts,
    facts,
  };
}

/** Fewer than two parts are not a decomposition; a bare sentence waits for the one before it (A-130: an ordered list). */
function readParts(items: readonly unknown[]): readonly RequestPart[] | null {
  const parts = items
    .map((item) => Part.safeParse(item))
    .filter((part) => part.success)
    .map((part) => part.data)
    .filter((part) => (typeof part === "string" ? part : part.task).trim() !== "")
    .map((part, index): RequestPart => {
      if (typeof part === "string") return { description: part.trim(), after: index === 0 ? [] : [index] };
      const { after, risk, writes } = part;
      return {
        description: part.task.trim(),
        after,
        ...(risk === undefined ? {} : { risk }),
        ...(writes.length === 0 ? {} : { writes }),
      };
    });
  return parts.length >= 2 ? parts : null;
}

function readFacts(items: readonly unknown[]): readonly StatedFact[] {
  const facts = new Map<string, StatedFact>();
  for (const item of items) {
    const fact = Fact.safeParse(item);
    if (fact.success && !facts.has(fact.data.text.toLowerCase()))
      facts.set(fact.data.text.toLowerCase(), fact.data);
  }
  return [...facts.values()];
}

function isText(item: unknown): item is string {
  return typeof item === "string" && item.trim() !== "";
}
