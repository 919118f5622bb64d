/** Effects of a conflict on the beliefs, by severity. */

import { expect, test } from "vitest";
import { emptyStates } from "../../engine/empty-states.ts";
import type { Hypothesis } from "../hypothesis/hypotheses.ts";
import { addBeliefs, EMPTY_WORLD_MODEL, type NewBelief } from "../world-model/world-model.ts";
import {
  type FoundConflict,
  gravesOf,
  NO_CONTRADICTIONS,
  recordConflicts,
  type Severity,
} from "./contradictions.ts";

const belief = (text: string): NewBelief => ({
  text,
  source: "message",
  key: null,
  confidence: 0.8,
  reliability: "HIGH",
  formedAt: "2026-03-02T09:00:00Z",
  derivedFrom: [],
});
const model = addBeliefs(EMPTY_WORLD_MODEL, [belief("a"), belief("b"), belief("c")]);

const found = (severity: Severity, overrides: Partial<FoundConflict> = {}): FoundConflict => ({
  a: "belief-2",
  b: "belief-1",
  why: "they differ",
  severity,
  detector: "semantic",
  ...overrides,
});

function record(conflicts: readonly FoundConflict[], hypotheses: readonly Hypothesis[] = []) {
  return recordConflicts({ contradictions: NO_CONTRADICTIONS, model, hypotheses, found: conflicts });
}

test.each([
  ["LOW", 0.72],
  ["MEDIUM", 0.6],
] as const)("%s cuts the confidence of both beliefs (A-040)", (severity, confidence) => {
  const outcome = record([found(severity)]);
  const [a, b, c] = outcome.model.beliefs;
  expect(a?.confidence).toBeCloseTo(confidence);
  expect(b?.confidence).toBeCloseTo(confidence);
  expect(c?.confidence).toBe(0.8);
  expect(outcome.model.generation).toBe(model.generation + 1);
  expect(outcome.contradictions.frontier).toEqual([]);
  expect(outcome.contradictions.queue).toEqual(severity === "MEDIUM" ? ["belief-1", "belief-2"] : []);
});

test("HIGH leaves confidence alone and puts both beliefs on the frontier (A-041)", () => {
  const outcome = record([found("HIGH")]);
  expect(outcome.model).toBe(model);
  expect(outcome.contradictions.frontier).toEqual(["belief-1", "belief-2"]);
  expect(gravesOf(outcome.contradictions)).toHaveLength(1);
});

test("no conflict changes nothing (A-037, A-039)", () => {
  expect(record([])).toEqual({ contradictions: NO_CONTRADICTIONS, model, recorded: [] });
});

test("a conflict that the user has settled is resolved and does nothing, wherever else it is found", () => {
  const settled = found("HIGH", { settled: true });
  const outcome = record([found("HIGH"), settled, found("MEDIUM", { a: "belief-1", b: "belief-3" })]);
  expect(outcome.contradictions.all.map(({ resolved }) => resolved)).toEqual([true, false]);
  expect(outcome.contradictions.frontier).toEqual([]);
  expect(gravesOf(outcome.contradictions)).toEqual([]);
  expect(outcome.model.beliefs.map(({ confidence }) => confidence)).toEqual([0.8 * 0.75, 0.8, 0.8 * 0.75]);
});

test("a pair is recorded and applied once, in whatever order it is named", () => {
  const outcome = record([found("MEDIUM"), found("MEDIUM", { a: "belief-1", b: "belief-2" })]);
  expect(outcome.recorded).toHaveLength(1);
  expect(outcome.model.beliefs[0]?.confidence).toBeCloseTo(0.6);
});

test("a conflict with itself or with an unknown belief is dropped", () => {
  expect(record([found("HIGH", { a: "belief-1" }), found("HIGH", { a: "belief-9" })]).recorded).toEqual([]);
});

test("only a keyword finding that an active hypothesis predicted becomes SYSTEM_BREAKING (A-038, A-044, A-045)", () => {
  const predicting: Hypothesis = {
    id: "symptom-1",
    source: "symptom",
    text: "x",
    confidence: 0.4,
    predictedObservations: [],
    predictedConflicts: [["belief-1", "belief-2"]],
    check: null,
    state: "active",
    reason: "",
  };
  const gradeOf = (conflict: FoundConflict, hypothesis: Hypothesis) =>
    record([conflict], [hypothesis]).recorded[0]?.severity;
  const lexical = found("HIGH", { detector: "lexical" });
  expect(gradeOf(lexical, predicting)).toBe("SYSTEM_BREAKING");
  expect(gradeOf(lexical, { ...predicting, state: "eliminated" })).toBe("HIGH");
  expect(gradeOf(lexical, { ...predicting, predictedConflicts: [] })).toBe("HIGH");
  expect(gradeOf(found("HIGH"), predicting)).toBe("HIGH");
  expect(gradeOf(found("MEDIUM", { detector: "lexical" }), predicting)).toBe("MEDIUM");
});

test("a keyword conflict that is predicted after it was recorded is upgraded then, and once (A-044)", () => {
  const predicting: Hypothesis = {
    id: "proposed-1",
    source: "proposed",
    text: "x",
    confidence: 0.5,
    predictedObservations: [],
    predictedConflicts: [["belief-2", "belief-1"]],
    check: null,
    state: "active",
    reason: "",
  };
  const { contradictions } = record([found("HIGH", { detector: "lexical" })]);
  const later = (hypotheses: readonly Hypothesis[], from = contradictions) =>
    recordConflicts({ contradictions: from, model, hypotheses, found: [] });
  expect(later([]).recorded).toEqual([]);
  const upgraded = later([predicting]);
  expect(upgraded.recorded.map(({ severity }) => severity)).toEqual(["SYSTEM_BREAKING"]);
  expect(later([predicting], upgraded.contradictions).recorded).toEqual([]);
  expect(later([predicting], record([found("HIGH")]).contradictions).recorded).toEqual([]);
  const settled = record([found("HIGH", { detector: "lexical", settled: true })]).contradictions;
  expect(later([predicting], settled).recorded).toEqual([]);
});

test("a turn starts with nothing on record", () => {
  expect(emptyStates().contradiction).toBe(NO_CONTRADICTIONS);
});
