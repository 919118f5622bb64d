/** The formula of each of the ten dimensions. */

import { expect, test } from "vitest";
import { emptyStates } from "../../engine/empty-states.ts";
import type { LayerStates } from "../../engine/layer-states.ts";
import type { Hypothesis, HypothesisSource } from "../hypothesis/hypotheses.ts";
import type { Task, TaskState } from "../planning/task-graph.ts";
import type { Belief, Reliability } from "../world-model/world-model.ts";
import { abstractionFit, levelOf } from "./abstraction.ts";
import { DIMENSIONS, type Dimension, healthOf } from "./dimensions.ts";
import { assertNormalised, composite, entropyOf, ratio } from "./normalise.ts";
import { diagnose } from "./update-diagnostics.ts";

const now = new Date("2026-03-02T09:00:00Z");
const at = { now, budgetShare: 0 };

const belief = (id: number, overrides: Partial<Belief> = {}): Belief => ({
  id: `belief-${id}`,
  text: `fact ${id}`,
  source: "message",
  key: null,
  confidence: 0.9,
  reliability: "HIGH",
  formedAt: now.toISOString(),
  derivedFrom: [],
  generation: 1,
  ...overrides,
});

const hypothesis = (source: HypothesisSource, n: number): Hypothesis => ({
  id: `${source}-${n}`,
  source,
  text: "x",
  confidence: 0.4,
  predictedObservations: [],
  predictedConflicts: [],
  check: null,
  state: "active",
  reason: "",
});

const task = (n: number, state: TaskState): Task => ({
  id: `task-${n}`,
  description: `do ${n}`,
  state,
  after: [],
  risk: "LOW",
  writes: [],
  answers: true,
});

function valuesOf(change: (states: LayerStates) => Partial<LayerStates>, moment = at) {
  const states = emptyStates();
  return diagnose({ ...states, ...change(states) }, moment).values;
}

const withBeliefs = (beliefs: readonly Belief[]) => () => ({
  "world-model": { beliefs, generation: 1, changes: [] },
});
const withTasks =
  (...states: readonly TaskState[]) =>
  (before: LayerStates) => ({
    planning: { ...before.planning, tasks: states.map((state, index) => task(index + 1, state)) },
  });

test("normalises by type (A-047, REFERENCE 1.1)", () => {
  expect([ratio(-1), ratio(0.5), ratio(3)]).toEqual([0, 0.5, 1]);
  expect(composite([])).toBe(0);
  expect(
    composite([
      [1, 1],
      [0, 1],
      [1, 0.3],
    ]),
  ).toBeCloseTo(1.3 / 2.3);
  expect(entropyOf([])).toBe(0);
  expect(entropyOf([7])).toBe(0);
  expect(entropyOf([3, 3])).toBe(1);
  expect(entropyOf([3, 1])).toBeCloseTo(0.8113, 4);
  expect(() => assertNormalised("x", 1.01)).toThrow(RangeError);
  expect(() => assertNormalised("x", Number.NaN)).toThrow(RangeError);
});

test("belief_freshness is one minus the stale share (A-051)", () => {
  const old = belief(2, { formedAt: "2026-03-02T08:00:00Z" });
  expect(valuesOf(withBeliefs([belief(1), old])).belief_freshness).toBe(0.5);
  expect(valuesOf(withBeliefs([])).belief_freshness).toBe(1);
});

test("belief_consistency is one minus contradictions over beliefs (A-052)", () => {
  const conflict = (n: number) => ({
    id: `contradiction-${n}`,
    pair: ["belief-1", "belief-2"] as const,
    texts: ["a", "b"] as const,
    severity: "MEDIUM" as const,
    description: "",
    detector: "semantic" as const,
    resolved: false,
  });
  const change = (n: number) => (before: LayerStates) => ({
    ...withBeliefs([belief(1), belief(2)])(),
    contradiction: { ...before.contradiction, all: Array.from({ length: n }, (_, index) => conflict(index)) },
  });
  expect(valuesOf(change(1)).belief_consistency).toBe(0.5);
  expect(valuesOf(change(5)).belief_consistency).toBe(0);
  expect(valuesOf(() => ({})).belief_consistency).toBe(1);
});

test("belief_support is the mean reliability weight (A-053)", () => {
  const of = (...all: readonly Reliability[]) =>
    valuesOf(withBeliefs(all.map((reliability, n) => belief(n, { reliability })))).belief_support;
  expect(of("HIGH", "MEDIUM", "LOW")).toBe(0.5);
  expect(of("LOW")).toBe(0);
  expect(of()).toBe(1);
});

test("symptom_coverage is active hypotheses over observations, capped (A-033, A-054)", () => {
  const of = (active: number, observations: number) =>
    valuesOf(() => ({
      hypothesis: {
        all: Array.from({ length: active }, (_, n) => hypothesis("symptom", n)),
        passes: 1,
        prunedRegions: [],
      },
      evidence: {
        envelopes: {},
        items: Array.from({ length: observations }, (_, n) => ({
          id: `evidence-${n}`,
          task: "task-1",
          source: "read_file",
          text: "",
          reliability: "HIGH" as const,
          isError: false,
          iteration: 1,
        })),
      },
    })).symptom_coverage;
  expect([of(0, 0), of(2, 0), of(2, 8), of(9, 3)]).toEqual([0, 1, 0.25, 1]);
});

test("explanation_coverage is the entropy of the sources that are there (A-055)", () => {
  const of = (...sources: readonly HypothesisSource[]) =>
    valuesOf(() => ({
      hypothesis: { all: sources.map(hypothesis), passes: 1, prunedRegions: [] },
    })).explanation_coverage;
  expect(of("symptom", "analogy")).toBe(1);
  expect(of("symptom", "symptom")).toBe(0);
  expect(of("symptom", "symptom", "symptom", "analogy")).toBeCloseTo(0.8113, 4);
});

test("verification_strength is one minus the unverified edges (A-056)", () => {
  const beliefs = [belief(1), belief(2, { derivedFrom: [{ on: "belief-1", verified: false }] })];
  expect(valuesOf(withBeliefs(beliefs)).verification_strength).toBe(0);
});

test("verification_feasibility weighs tools, evidence and abstraction 1, 1, 0.3 and is capped near the budget's end (A-057)", () => {
  const rich = (before: LayerStates) => ({
    evidence: {
      ...before.evidence,
      envelopes: { read_file: "MEDIUM" as const },
      items: [
        {
          id: "evidence-1",
          task: "task-1",
          source: "read_file",
          text: "",
          reliability: "HIGH" as const,
          isError: false,
          iteration: 1,
        },
      ],
    },
  });
  expect(valuesOf(() => ({})).verification_feasibility).toBeCloseTo((0.6 + 0.4 + 0.3) / 2.3);
  expect(valuesOf(rich).verification_feasibility).toBeCloseTo((0.8 + 0.8 + 0.3) / 2.3);
  expect(valuesOf(rich, { now, budgetShare: 0.79 }).verification_feasibility).toBeGreaterThan(0.5);
  expect(valuesOf(rich, { now, budgetShare: 0.8 }).verification_feasibility).toBe(0.5);
});

test("progress_rate and oscillation_score are neutral below three attempts (A-049, A-061, A-058, A-060)", () => {
  const two = valuesOf(withTasks("FAILED", "FAILED", "PENDING"));
  expect([two.progress_rate, two.oscillation_score]).toEqual([1, 0]);
  const three = valuesOf(withTasks("FAILED", "FAILED", "COMPLETE", "PENDING"));
  expect(three.progress_rate).toBeCloseTo(1 / 3);
  expect(three.oscillation_score).toBe(0.5);
});

test("failure_recurrence is failures over ten, capped (A-059)", () => {
  const of = (failures: number) =>
    valuesOf((before) => ({
      execution: {
        ...before.execution,
        failures: Array.from({ length: failures }, () => ({
          task: "task-1",
          kind: "system-error" as const,
          message: "",
          class: "x",
          iteration: 1,
        })),
      },
    })).failure_recurrence;
  expect([of(0), of(8), of(40)]).toEqual([0, 0.8, 1]);
});

test("the two dimensions with 0 as healthy are turned round, the others are not (A-050)", () => {
  const values = Object.fromEntries(DIMENSIONS.map((name) => [name, 0.25])) as Record<Dimension, number>;
  const turned = DIMENSIONS.filter((name) => healthOf(name, values) === 0.75);
  expect(turned).toEqual(["failure_recurrence", "oscillation_score"]);
});

test("abstraction fit is the share of tasks within one level of the beliefs", () => {
  expect(levelOf(["Which line holds the value?"])).toBe(0);
  expect(levelOf(["What is the architecture of the platform?"])).toBe(2);
  expect(levelOf(["Hello."])).toBe(1);
  const tasks = ["Describe the system architecture.", "Read the file."];
  expect(abstractionFit(tasks, ["The value is on line 4."])).toBe(0.5);
  expect(abstractionFit(tasks, ["The module has one test."])).toBe(1);
  expect(abstractionFit([], [])).toBe(1);
});

test("abstraction fit is kept until the task graph changes, and the note is never a number (INV-07)", () => {
  const states = emptyStates();
  const far = [{ ...task(1, "PENDING"), description: "Describe the system architecture." }];
  const detail = withBeliefs([belief(1, { text: "The value is on line 4." })])();
  const first = diagnose({ ...states, ...detail, planning: { ...states.planning, tasks: far } }, at);
  expect([first.abstractionFit, first.note]).toEqual([
    0,
    "far above the beliefs: Describe the system architecture.",
  ]);
  const later = diagnose({ ...states, diagnostics: first, planning: { ...states.planning, tasks: far } }, at);
  expect(later.abstractionFit).toBe(0);
});
