/** Control scenarios alone: what the flag leaves alone, and never a benefit. */

import { expect, test } from "vitest";
import {
  type Circumstances,
  comparisonOf,
  outcome,
  type PairShape,
  pairsOf,
} from "../testing/paired-units.ts";

const over = (shape: PairShape, changes: Circumstances = {}) =>
  comparisonOf(pairsOf(shape), { over: "controls", ...changes });

const CASES: readonly (readonly [name: string, PairShape, simulated: string, real: string])[] = [
  ["no pair differs", { both: 10 }, "no-difference", "no-difference"],
  ["both arms fail everywhere", { neither: 6 }, "no-difference", "no-difference"],
  [
    "the flag never fires",
    { both: 10, treatment: () => ({ fired: false }) },
    "no-difference",
    "no-difference",
  ],
  ["one pair is worse", { worse: 1, both: 9 }, "difference", "suggestive-harm"],
  ["one pair is better", { better: 1, both: 9 }, "difference", "underpowered"],
  ["ten pairs are better", { better: 10 }, "difference", "difference"],
  ["ten pairs are worse", { worse: 10 }, "difference", "harmful"],
  [
    "half are lost",
    { both: 10, treatment: (place) => (place < 5 ? outcome("error") : {}) },
    "invalid",
    "invalid",
  ],
  ["nothing ran", {}, "invalid", "invalid"],
];

test.each(CASES)("%s", (_name, shape, simulated, real) => {
  expect(over(shape, { simulated: true }).verdict.label).toBe(simulated);
  expect(over(shape).verdict.label).toBe(real);
});

test("whatever comes out, nothing is recommended, no benefit is claimed and no checklist is asked for", () => {
  for (const better of [0, 1, 3, 6, 12])
    for (const worse of [0, 1, 5])
      for (const simulated of [true, false]) {
        const { verdict, recommendation, mechanism } = over({ better, worse, both: 4 }, { simulated });
        expect(["demonstrated", "verified", "suggestive", "saves"]).not.toContain(verdict.label);
        expect(recommendation).toBeNull();
        expect(mechanism).toEqual([]);
      }
});

test("the sentence names the control scenarios and what differs in them", () => {
  expect(over({ both: 4, scenarios: 2 }, { simulated: true }).verdict.sentence).toMatch(
    /^Makes no difference on 2 control scenarios: ON passed 4\/4, OFF 4\/4; both arms end alike in all of 4 pairs\. Control scenarios claim no benefit\./,
  );
  expect(over({ both: 3, worse: 1 }, { simulated: true }).verdict.sentence).toContain(
    "the arms end differently in 1 of 4 pairs",
  );
});

test("a difference that the simulated model makes by its declared chance is none of the flag's", () => {
  const shape = {
    better: 2,
    both: 6,
    unit: () => ({}),
    control: (place: number) => ({ spontaneous: place < 2 }),
  };
  expect(over(shape, { simulated: true }).verdict.label).toBe("no-difference");
});
