/** A primary family is adjusted by itself, and what it does not name stops at suggestive, with the reason as data. */

import { expect, test } from "vitest";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import { reasonOf } from "../core/reason.ts";
import { pairsOf, planOf } from "../testing/paired-units.ts";
import { compareFamily } from "./compare-family.ts";

const contender = (better: number, worse: number, plan: Partial<ComparisonPlan> = {}) => ({
  units: pairsOf({ better, worse, both: 60 - better - worse }),
  plan: planOf({ flag: null, ...plan }),
  facts: {},
});
const judge = (better: number, worse: number, plan: Partial<ComparisonPlan> = {}) =>
  compareFamily([contender(better, worse, { ...plan, exploratory: true })])[0]?.verdict;

test.each([
  ["demonstrated", 12, 0, {}, "suggestive"],
  ["harmful", 0, 12, {}, "suggestive-harm"],
  ["no-worse", 0, 0, { aim: "no-worse" }, "no-effect-shown"],
  ["no-large-effect", 0, 0, {}, "no-effect-shown"],
] as const)(
  "a claim of %s is lowered in an exploratory comparison, and the reason keeps it",
  (claim, better, worse, plan, left) => {
    const [primary] = compareFamily([contender(better, worse, plan)]);
    expect(primary?.verdict.label).toBe(claim);
    const verdict = judge(better, worse, plan);
    expect(verdict).toMatchObject({ label: left, basis: null, scope: null });
    expect(verdict?.qualifiers).toContain("exploratory");
    expect(reasonOf(verdict?.reasons ?? [], "exploratory")).toEqual({ code: "exploratory", claim });
    expect(verdict?.sentence).toContain("the primary family of the plan does not name this comparison");
  },
);

test("a comparison that claims nothing keeps its label and is called exploratory all the same", () => {
  const verdict = judge(3, 2);
  expect(verdict?.label).toBe(compareFamily([contender(3, 2)])[0]?.verdict.label);
  expect(verdict?.qualifiers).toContain("exploratory");
  expect(reasonOf(verdict?.reasons ?? [], "exploratory")).toBeUndefined();
});

test("a primary p is adjusted for the primary family alone, an exploratory one for all", () => {
  const others = Array.from({ length: 8 }, (_, place) =>
    contender(8, 0, { id: `other ${place}`, exploratory: true, family: 9 }),
  );
  const alone = compareFamily([contender(7, 0), ...others]);
  expect(alone[0]?.verdict.label).toBe("demonstrated");
  expect(alone[0]?.effect.adjustedP).toBeNull();
  // The same pairs in one family of nine are not significant.
  const together = compareFamily([
    contender(7, 0, { family: 9 }),
    ...others.map(({ units, plan, facts }) => ({ units, facts, plan: { ...plan, exploratory: false } })),
  ]);
  expect(together[0]?.verdict.label).toBe("suggestive");
  expect(alone[1]?.effect.adjustedP).toBeGreaterThan(alone[1]?.effect.exactP ?? 1);
});
