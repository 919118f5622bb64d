/** Template seeds, diversity and pruning. */

import { expect, test } from "vitest";
import {
  activeOf,
  diversityOf,
  eliminate,
  type Hypotheses,
  NO_HYPOTHESES,
  prune,
  weigh,
} from "./hypotheses.ts";
import { seed } from "./seed-hypotheses.ts";

const nothing = { observations: [], beliefs: [], matchConfidence: null };

test("one pass gives one seed of each of the four sources, predicting nothing (A-029, A-032)", () => {
  const seeded = seed(NO_HYPOTHESES, nothing);
  expect(seeded.all.map(({ id, confidence }) => [id, confidence])).toEqual([
    ["symptom-1", 0.3],
    ["counterfactual-1", 0.3],
    ["failure-library-1", 0.2],
    ["analogy-1", 0.2],
  ]);
  expect(seeded.all.every(({ predictedObservations }) => predictedObservations.length === 0)).toBe(true);
  expect(diversityOf(seeded)).toBe(1);
});

test("seeds rest on what was seen, believed, matched and given up (REFERENCE 1.4)", () => {
  const first = eliminate(seed(NO_HYPOTHESES, nothing), ["symptom-1", "analogy-1", "counterfactual-1"], "x");
  const again = seed(first, {
    observations: ["504 on /login"],
    beliefs: ["It is fast."],
    matchConfidence: 0.8,
  });
  const second = again.all.slice(4);
  expect(second.map(({ confidence }) => confidence)).toEqual([0.4, 0.35, 0.8, 0.25]);
  expect(second[0]?.text).toContain("504 on /login");
  expect(second[1]?.text).toContain("It is fast.");
});

test("a diverse set gets no further pass, however much there is to explain (A-030)", () => {
  const seeded = seed(NO_HYPOTHESES, nothing);
  expect(seed(seeded, nothing)).toBe(seeded);
  const many = { ...nothing, observations: Array.from({ length: 60 }, (_, n) => `seen ${n}`) };
  expect(seed(seeded, many)).toBe(seeded);
});

test("evidence moves confidence: an error speaks for a fault, a clean step against it, until it is given up (A-031)", () => {
  const of = (hypotheses: Hypotheses, id: string) =>
    hypotheses.all.find((one) => one.id === id)?.confidence ?? Number.NaN;
  const seeded = seed(NO_HYPOTHESES, nothing);
  const failed = weigh(seeded, [{ isError: false }, { isError: true }]);
  expect(of(failed, "failure-library-1")).toBeCloseTo(0.22);
  expect(of(failed, "symptom-1")).toBeCloseTo(0.27);
  expect(of(failed, "analogy-1")).toBe(0.2);
  expect(weigh(seeded, [])).toBe(seeded);
  let calm = seeded;
  for (let step = 0; step < 14; step++) calm = weigh(calm, [{ isError: false }]);
  expect(activeOf(prune(calm, [])).map(({ id }) => id)).not.toContain("failure-library-1");
});

test("a set of one source is seeded anew until it is diverse (A-030)", () => {
  const [first] = seed(NO_HYPOTHESES, nothing).all;
  const alone: Hypotheses = { ...NO_HYPOTHESES, all: first ? [first] : [], passes: 1 };
  expect(diversityOf(alone)).toBe(0);
  expect(diversityOf(seed(alone, nothing))).toBeGreaterThanOrEqual(0.7);
});

test("low confidence and a contradiction that names it eliminate (A-031)", () => {
  const seeded = seed(NO_HYPOTHESES, nothing);
  const weak = {
    ...seeded,
    all: seeded.all.map((one) => (one.id === "symptom-1" ? { ...one, confidence: 0.04 } : one)),
  };
  const left = activeOf(prune(weak, ["against analogy-1"]));
  expect(left.map(({ id }) => id)).toEqual(["counterfactual-1", "failure-library-1"]);
});

test("ten active stay, of eleven the five most confident are kept (A-031)", () => {
  const [base] = seed(NO_HYPOTHESES, nothing).all;
  if (!base) throw new Error("no seed");
  const many = (count: number): Hypotheses => ({
    ...NO_HYPOTHESES,
    all: Array.from({ length: count }, (_, n) => ({ ...base, id: `h-${n}`, confidence: 0.1 + n / 100 })),
  });
  expect(activeOf(prune(many(10), []))).toHaveLength(10);
  const pruned = prune(many(11), []);
  expect(activeOf(pruned).map(({ id }) => id)).toEqual(["h-6", "h-7", "h-8", "h-9", "h-10"]);
  expect(pruned.prunedRegions).toHaveLength(6);
});
