/** Pairs that count in a sequential comparison: complete rounds, in seed order, up to the first that decides. */
import { expect, test } from "vitest";
import type { PairedUnit } from "../core/pairs.ts";
import { outcome, planOf } from "../testing/paired-units.ts";
import { type Goal, lookAt } from "./looked-at.ts";

const PLAN = planOf({ design: "sequential", planned: 20, deltaMin: 0.2 });
const ORDER = { seeds: Array.from({ length: 20 }, (_, seed) => String(seed)), scenarios: ["s"] };

/** One pair a seed: w won, = equal, x lost to an error, . never run. */
function runOf(results: string): readonly PairedUnit[] {
  const outcomes = {
    w: ["fail", "pass"],
    "=": ["pass", "pass"],
    x: ["error", "error"],
    ".": ["missing", "missing"],
  } as const;
  return [...results].map((result, seed) => {
    const [control, treatment] = outcomes[result as keyof typeof outcomes];
    return {
      scenario: "s",
      seed: String(seed),
      control: outcome(control),
      treatment: outcome(treatment),
      diverged: null,
      prefixIdentical: null,
    };
  });
}

test("pairs that ran beyond the stop are set aside", () => {
  expect(lookAt(runOf("wwwwwww==="), ORDER, PLAN)).toMatchObject({
    decision: "efficacy",
    rounds: 7,
    aside: 3,
    saved: 13,
  });
});

test("nothing behind a round that is not complete counts, whatever the order of the pairs", () => {
  const units = runOf("www.wwwww");
  expect(lookAt(units, ORDER, PLAN)).toMatchObject({ decision: "continue", rounds: 3, aside: 5, saved: 0 });
  expect(lookAt(units.toReversed(), ORDER, PLAN)).toMatchObject({ rounds: 3 });
});

test("seeds count in the order in which they were asked for, not by their names", () => {
  const order = { ...ORDER, seeds: ORDER.seeds.toReversed() };
  const all = runOf(`${"=".repeat(13)}wwwwwww`);
  expect(lookAt(all, order, PLAN)).toMatchObject({ decision: "efficacy", rounds: 7 });
});

test("a pair lost to errors is part of its round", () => {
  expect(lookAt(runOf("wwxwwwww"), ORDER, PLAN)).toMatchObject({ decision: "efficacy", rounds: 8, aside: 0 });
});

test("a verdict that is aimed at ends the run where it stands, or where it is lost", () => {
  const goal: Goal = {
    reached: (units) => (units.length === 3 ? "three are enough" : null),
    lost: (units) => (units.some((unit) => unit.control.outcome === "pass") ? "one was equal" : null),
    instead: true,
  };
  expect(lookAt(runOf("wwww"), ORDER, PLAN, goal)).toMatchObject({
    decision: "reached",
    reason: "three are enough",
    rounds: 3,
    aside: 1,
    saved: 17,
  });
  expect(lookAt(runOf("w="), ORDER, PLAN, goal)).toMatchObject({ decision: "curtailed", rounds: 2 });
  expect(lookAt(runOf("ww"), ORDER, PLAN, goal)).toMatchObject({ decision: "continue", saved: 0 });
  expect(lookAt(runOf("ww"), { ...ORDER, seeds: ["0", "1"] }, PLAN, goal)).toMatchObject({ decision: "cap" });
});

test("a verdict that rests on the e-value is held to its rules as well", () => {
  const goal: Goal = { reached: () => null, lost: () => null, instead: false };
  expect(lookAt(runOf("wwwwwww"), ORDER, PLAN, goal)).toMatchObject({ decision: "efficacy", rounds: 7 });
});
