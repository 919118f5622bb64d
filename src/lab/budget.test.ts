/** Budgets: spending adds up from stored attempts and new ones, and what is unknown is not free. */

import { expect, test } from "vitest";
import { openPriceBook } from "../llm/prices.ts";
import { endpointSettings } from "../testing/model-settings.ts";
import { trial } from "../testing/trial-builder.ts";
import { callLedger, requirePrice } from "./budget.ts";

function spent(...costs: readonly (number | null)[]) {
  return costs
    .reduce((built, spentUsd) => built.model("propose", { says: "x", spentUsd }), trial("s").user("x"))
    .graded();
}

test("known costs add up; a call of unknown cost counts as the dearest known one", () => {
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
