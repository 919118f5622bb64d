/** Calls held to a spending limit: what does not fit is not sent. */

import { expect, test } from "vitest";
import { modelRequest } from "../../testing/model-requests.ts";
import { modelAnswer, scriptedModel } from "../../testing/scripted-model.ts";
import { failedReply } from "../failed-reply.ts";
import { openPriceBook } from "../prices.ts";
import { budgetedModel, highestCostOf } from "./budgeted.ts";

const prices = openPriceBook({
  overrides: [{ model: "priced", inputPerMillion: 10, outputPerMillion: 100 }],
  priceLike: null,
});
const price = prices.price("priced");
if (price === null) throw new Error("the price was stated");

/** An account that grants everything and notes what was asked for and paid. */
function account(grants: boolean) {
  const notes: { reserved: number[]; paid: number[] } = { reserved: [], paid: [] };
  return {
    ...notes,
    async reserve(usd: number) {
      notes.reserved.push(usd);
      return grants ? { settle: (paid: number) => void notes.paid.push(paid) } : null;
    },
  };
}

test("a call that does not fit is answered with a failure that costs nothing, and nobody is asked", async () => {
  const inner = scriptedModel(() => "never", "priced");
  const reply = await budgetedModel(inner, account(false), { prices, sends: () => 1 }).ask(modelRequest());
  expect(reply).toMatchObject({ kind: "failed", failure: { class: "budget" }, usage: { inputTokens: 0 } });
  expect(inner.asked).toEqual([]);
});

test.each([
  [
    "what it used",
    modelAnswer("ok", {
      usage: { inputTokens: 100, cachedInputTokens: 0, outputTokens: 10, estimated: false },
    }),
    0.002,
  ],
  ["nothing where it was refused", failedReply({ class: "rate-limit", status: 429, message: "later" }), 0],
  ["its highest cost where nobody knows", failedReply({ class: "timeout", message: "late" }), null],
] as const)("a call is booked at %s", async (_, reply, paid) => {
  const books = account(true);
  const model = budgetedModel(
    scriptedModel(() => reply, "priced"),
    books,
    { prices, sends: () => 1 },
  );
  const request = modelRequest({ maxTokens: 50 });
  await model.ask(request);
  expect(books.reserved).toEqual([highestCostOf(request, price)]);
  expect(books.paid[0]).toBeCloseTo(paid ?? highestCostOf(request, price), 12);
});

test.each(["hello", "x".repeat(50_000), "日本語".repeat(2_000), "0123456789abcdef".repeat(500), ""])(
  "no tokeniser makes more tokens of a request than are reserved (%#)",
  (user) => {
    const request = modelRequest({ user, maxTokens: 7 });
    const free = { ...price, outputPerMillion: 0 };
    const tokens = (highestCostOf(request, free) * 1_000_000) / price.inputPerMillion;
    expect(tokens).toBeGreaterThanOrEqual(Buffer.byteLength(user));
  },
);

test("the cap of the reply counts, and so does a second request with the first reply in it", () => {
  const request = modelRequest({ maxTokens: 1_000 });
  const one = highestCostOf(request, price);
  expect(one).toBeGreaterThan(0.1);
  expect(highestCostOf(modelRequest({ maxTokens: 2_000 }), price) - one).toBeCloseTo(0.1, 10);
  expect(highestCostOf(request, price, 2)).toBeCloseTo(2 * one + 1_000 * 10e-6, 10);
});
