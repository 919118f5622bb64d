/** Tests of recommendations: what settles one, what it would take, what blocks it, and that a simulated run gives none. */

import { expect, test } from "vitest";
import { type Circumstances, comparisonOf, type PairShape, pairsOf } from "../testing/paired-units.ts";

const PRICED: Pick<PairShape, "control" | "treatment"> = {
  control: () => ({ costUsd: 0.01, uncachedCostUsd: 0.02 }),
  treatment: () => ({ costUsd: 0.03, uncachedCostUsd: 0.05 }),
};

const recommended = (shape: PairShape, changes: Circumstances = {}) =>
  comparisonOf(pairsOf({ ...PRICED, ...shape }), { deltaMin: 0.2, planned: 20, ...changes }).recommendation;

test("a proven gain is kept, a proven harm is cut, and neither takes more pairs", () => {
  expect(recommended({ better: 10, both: 10 })).toMatchObject({ action: "keep", toDecide: null });
  expect(recommended({ worse: 10, both: 10 })).toMatchObject({ action: "cut", toDecide: null });
});

test("what is open says how many pairs and dollars would decide it, at the mean of this run as billed", () => {
  const { action, toDecide } = recommended({ better: 1, both: 19 }) ?? {};
  expect([action, toDecide?.pairs]).toEqual(["undecided", 39]);
  expect(toDecide?.costUsd).toBeCloseTo(39 * 0.04, 10);
});

test("the layer's price is its extra cost per 1,000 tasks, and per success where a gain is shown", () => {
  const kept = recommended({ better: 10, both: 10 });
  expect(kept?.extraPerThousandUsd).toBeCloseTo(30, 9);
  expect(kept?.perSuccessUsd).toBeCloseTo(0.06, 9);
  expect(recommended({ better: 1, both: 19 })?.perSuccessUsd).toBeNull();
});

test("an unknown price stays unknown", () => {
  const unknown = recommended({ better: 1, both: 19, control: () => ({}), treatment: () => ({}) });
  expect(unknown).toMatchObject({ extraPerThousandUsd: null, toDecide: { costUsd: null } });
});

test.each<[string, PairShape, Circumstances, string]>([
  ["no pair", {}, {}, "invalid"],
  ["a flag that never fired", { both: 20, treatment: () => ({ fired: false }) }, {}, "never-fired"],
  [
    "a judge that no labels qualify",
    { better: 10, both: 10, control: () => ({ judged: true }), treatment: () => ({ judged: true }) },
    {},
    "judge",
  ],
])("pairs cannot settle %s", (_, shape, changes, blockedBy) => {
  expect(recommended(shape, changes)).toMatchObject({ action: "undecided", toDecide: null, blockedBy });
});

// Success cannot get worse where there is none: the labels stand, the decision does not.
test.each<[string, Circumstances]>([
  ["saves", { aim: "calls" }],
  ["no-worse", { aim: "no-worse" }],
  ["no-large-effect", {}],
])("%s with no pass in either arm keeps nothing", (label, changes) => {
  const shape = { control: () => ({ calls: 9 }), treatment: () => ({ calls: 4 }) };
  const judged = (more: PairShape) =>
    comparisonOf(pairsOf({ ...shape, ...more }), { deltaMin: 0.2, ...changes });
  const none = judged({ neither: 40 });
  expect(none.verdict.label).toBe(label);
  expect(none.recommendation).toMatchObject({ action: "undecided", blockedBy: "no-success", toDecide: null });
  expect(none.verdict.next).not.toMatch(/Keep it|may take the place/);
  expect(judged({ neither: 10, both: 30 }).recommendation?.blockedBy).toBeNull();
});

test("a simulated model recommends nothing", () => {
  expect(recommended({ better: 10, both: 10 }, { simulated: true })).toBeNull();
});
