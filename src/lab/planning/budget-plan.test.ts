/** `plan --budget-usd`: the pairs that the money buys, the smallest gain they show, the drop that they exclude. */

import { expect, test } from "vitest";
import { minimumDetectable } from "../../analyse/power.ts";
import { budgetPlanOf } from "./budget-plan.ts";

const planned = (pairs: number, id = "A") => ({ id, plan: { pairs, psi: 0.3 } });

test.each([
  // 40 pairs cost 4 USD, so a pair costs 10 cents.
  [5, 50],
  [4, 40],
  [0.3, 3],
  [0.09, 0],
  [1e6, 2000],
])("%f USD at 10 cents a pair buy %i pairs", (usd, pairs) => {
  const { state, comparisons } = budgetPlanOf(usd, 4, [planned(40)]);
  expect(state).toBe("priced");
  expect(comparisons).toMatchObject([{ id: "A", planned: 40, pairs }]);
});

test("29 pairs exclude 10 points and 28 do not; no pair excludes nothing", () => {
  const excluded = (usd: number) => budgetPlanOf(usd, 4, [planned(40)]).comparisons[0]?.excludedDrop;
  expect(excluded(2.9)).toBeLessThan(0.1);
  expect(excluded(2.8)).toBeGreaterThan(0.1);
  expect(excluded(0.01)).toBeNull();
});

test("the smallest gain is that of the pairs bought, at the level of a family", () => {
  const [one] = budgetPlanOf(10, 4, [planned(40)]).comparisons;
  expect(one?.minimumDetectable).toBe(minimumDetectable(100, 0.3, [0.05, 0.8]));
  const both = budgetPlanOf(10, 8, [planned(40), planned(20, "B")]).comparisons;
  expect(both).toMatchObject([{ pairs: 50 }, { pairs: 25 }]);
  expect(both[0]?.minimumDetectable).toBe(minimumDetectable(50, 0.3, [0.025, 0.8]));
});

test.each([
  [null, "unknown"],
  [0, "free"],
] as const)("a planned cost of %s is %s and buys no number of pairs", (cost, state) => {
  expect(budgetPlanOf(5, cost, [planned(40)])).toEqual({ usd: 5, state, comparisons: [] });
});
