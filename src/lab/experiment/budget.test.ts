/** Budgets: spending adds up from stored attempts and new ones, and what is unknown is not free. */

import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { seededRandom } from "../../core/random.ts";
import { openPriceBook } from "../../llm/prices.ts";
import { endpointSettings } from "../../testing/model-settings.ts";
import { trial } from "../../testing/trial-builder.ts";
import { type Budget, callLedger, openBudget, requirePrice } from "./budget.ts";

function spent(...costs: readonly (number | null)[]) {
  return costs
    .reduce((built, spentUsd) => built.model("propose", { says: "x", spentUsd }), trial("s").user("x"))
    .graded();
}

test("known costs add up; a call of unknown cost counts as the most expensive known one", () => {
  const ledger = callLedger();
  ledger.trial(spent(0.25, 0.5));
  expect(ledger.total()).toBeCloseTo(0.75, 12);
  ledger.trial(spent(null, 0));
  expect(ledger.total()).toBeCloseTo(1.25, 12);
  ledger.trial(spent(1));
  expect(ledger.total()).toBeCloseTo(2.75, 12);
});

test("a model without a price cannot be held to a budget; --price-like gives it one", () => {
  const model = endpointSettings(null, { model: "nobody-serves-this" });
  expect(() => requirePrice(model, openPriceBook({ overrides: [], priceLike: null }))).toThrow(
    /--price-like/,
  );
  expect(() =>
    requirePrice(model, openPriceBook({ overrides: [], priceLike: "gpt-4.1-mini" })),
  ).not.toThrow();
});

/** Asks for random amounts at once, ends them in any order, and gives the most that was ever promised. */
async function promiseAtOnce(budget: Budget, random: () => number) {
  let promised = budget.spentUsd();
  let most = promised;
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const highest = random();
      const reservation = await budget.reserve(highest);
      if (reservation === null) return null;
      promised += highest;
      most = Math.max(most, promised);
      await sleep(Math.floor(random() * 3));
      const paid = highest * random();
      reservation.settle(paid);
      promised -= highest - paid;
      return paid;
    }),
  );
  return { most, paid: outcomes.filter((one) => one !== null) };
}

test.each([0.1, 1, 5, 100])("of many calls at once no mixture goes beyond a limit of $%d", async (limit) => {
  const random = seededRandom(`limit ${limit}`).stream("calls");
  const budget = openBudget(limit);
  const { most, paid } = await promiseAtOnce(budget, () => random.next());
  expect(most).toBeLessThanOrEqual(limit + 1e-12);
  expect(budget.spentUsd()).toBeCloseTo(
    paid.reduce((a, b) => a + b, 0),
    9,
  );
  expect(paid.length === 40).toBe(budget.refusedUsd() === null);
});

test("a call waits for calls under way that may leave room, and is refused when nothing can", async () => {
  const budget = openBudget(1);
  const first = await budget.reserve(0.9);
  const second = budget.reserve(0.8);
  expect(await Promise.race([second, sleep(5).then(() => "waits")])).toBe("waits");
  first?.settle(0.1);
  (await second)?.settle(0.8);
  expect(budget.leavesRoom(0.05)).toBe(true);
  expect(await budget.reserve(0.2)).toBeNull();
  expect([budget.spentUsd(), budget.refusedUsd()]).toEqual([0.1 + 0.8, 0.2]);
  expect(budget.leavesRoom(0)).toBe(false);
});

test("a server that bills more than the highest cost makes later calls reserve more", async () => {
  const budget = openBudget(10);
  (await budget.reserve(1))?.settle(3);
  // Seven are left: a call of 2 is now taken for one of 6, and a call of 3 for one of 9.
  expect(await budget.reserve(3)).toBeNull();
  expect(await budget.reserve(2)).not.toBeNull();
});
