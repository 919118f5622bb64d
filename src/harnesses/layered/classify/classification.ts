/** What the classifier said about a turn, read tolerantly: a missing field has its harmless value (A-127..A-136). */

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

/** One part of a decomposed request; `after` holds the 1-based numbers of parts it waits for. */
export interface RequestPart {
  readonly description: string;
  readonly after: readonly number[];
}

export interface Classification {
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
  return {
    riskLevel: "UNKNOWN",
    riskReason: reason,
    isTrivial: false,
    parts: null,
    facts: [],
    statedConstraints: [],
    lastingConstraints: [],
    liftedConstraints: [],
    isUnderdetermined: false,
    isReminderRequest: false,
    isBulkReminderRequest: false,
  };
}

/** UNKNOWN counts as HIGH wherever risk decides something. */
export function effectiveRisk(classification: Classification): RiskLevel {
  return classification.riskLevel === "UNKNOWN" ? "HIGH" : classification.riskLevel;
}

/** HIGH, UNKNOWN and bulk reminders need the user's approval before anything is changed. */
export function requiresApproval(classification: Classification): boolean {
  return effectiveRisk(classification) === "HIGH" || classification.isBulkReminderRequest;
}

const flag = z.boolean().catch(false);
const texts = z
  .array(z.unknown())
  .catch([])
  .transform((items) => items.filter(isText).map((item) => item.trim()));

const Fact = z.object({
  text: z.string().trim().min(1),
  key: z.string().trim().min(1).nullable().catch(null),
  kind: z.enum(["identity", "preference", "other"]).catch("other"),
  confidence: z.enum(["high", "medium", "low"]).catch("high"),
  durable: z.boolean().catch(true),
  assertedByUser: z.boolean().catch(true),
});

const Part = z.union([
  z.string(),
  z.object({ task: z.string(), after: z.array(z.number().int().positive()).catch([]) }),
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
});

/** Reads the classifier's JSON; null when it is no object at all. */
export function readClassification(json: Json | undefined): Classification | null {
  const parsed = Answer.safeParse(json);
  if (!parsed.success) return null;
  const { decomposedTasks, statedFacts, ...rest } = parsed.data;
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

/** Fewer than two parts are no decomposition; a bare sentence waits for the one before it (A-130: an ordered list). */
function readParts(items: readonly unknown[]): readonly RequestPart[] | null {
  const parts = items
    .map((item) => Part.safeParse(item))
    .filter((part) => part.success)
    .map((part) => part.data)
    .filter((part) => (typeof part === "string" ? part : part.task).trim() !== "")
    .map((part, index): RequestPart => {
      if (typeof part === "string") return { description: part.trim(), after: index === 0 ? [] : [index] };
      return { description: part.task.trim(), after: part.after };
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
