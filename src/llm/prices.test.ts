/** Tests of prices and costs. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Usage } from "../core/model.ts";
import { openPriceBook } from "./prices.ts";

const book = openPriceBook({ overrides: [], priceLike: null });

function usage(
  inputTokens: number | null,
  cachedInputTokens: number | null,
  outputTokens: number | null,
): Usage {
  return { inputTokens, cachedInputTokens, outputTokens, estimated: false };
}

test("knows catalogue models, by plain and provider-prefixed name, and says where a price is from", () => {
  expect(book.price("gpt-4o-mini")).toEqual({
    inputPerMillion: 0.15,
    cachedInputPerMillion: 0.075,
    outputPerMillion: 0.6,
    source: "catalogue openai/gpt-4o-mini",
    stated: false,
  });
  expect(book.price("openai/gpt-4o")).toEqual(book.price("gpt-4o"));
  expect(book.price("claude-sonnet-4-5")).toMatchObject({ inputPerMillion: 3, cachedInputPerMillion: 0.3 });
});

test("an unknown model has no price and its cost is unknown, never 0", () => {
  const price = book.price("some-model-of-mine");
  expect(price).toBeNull();
  expect(book.costOf(price, usage(10, 0, 10))).toEqual({ costUsd: null, uncachedCostUsd: null });
});

test("cached tokens are counted once and priced as such", () => {
  const price = book.price("gpt-4o-mini");
  const { costUsd, uncachedCostUsd } = book.costOf(price, usage(1_000_000, 600_000, 1_000_000));
  expect(costUsd).toBeCloseTo(0.4 * 0.15 + 0.6 * 0.075 + 0.6, 12);
  expect(uncachedCostUsd).toBeCloseTo(0.15 + 0.6, 12);
});

test.each([usage(null, null, 5), usage(5, 0, null), null])(
  "unknown usage %j costs an unknown amount",
  (used) => {
    expect(book.costOf(book.price("gpt-4o-mini"), used)).toEqual({ costUsd: null, uncachedCostUsd: null });
  },
);

test("a known 0 costs 0 even where the price is unknown", () => {
  expect(book.costOf(null, usage(0, 0, 0))).toEqual({ costUsd: 0, uncachedCostUsd: 0 });
});

test("an override goes before the catalogue, and price-like prices the other names", () => {
  const overrides = [{ model: "gpt-4o-mini", inputPerMillion: 1, outputPerMillion: 2 }];
  const both = openPriceBook({ overrides, priceLike: "gpt-4o" });
  expect(both.price("gpt-4o-mini")).toMatchObject({
    inputPerMillion: 1,
    cachedInputPerMillion: null,
    source: "override",
  });
  expect(both.price("local")).toMatchObject({
    inputPerMillion: 2.5,
    source: "priced like gpt-4o, catalogue openai/gpt-4o",
    stated: true,
  });
  expect(both.costOf(both.price("gpt-4o-mini"), usage(1_000_000, 1_000_000, 0)).costUsd).toBe(1);
  expect(both.describe()).toBe(
    "@pydantic/genai-prices 0.1.8; override gpt-4o-mini: input 1, output 2 USD per million; priced like gpt-4o",
  );
});

test("describe names the installed version of the catalogue", () => {
  const entry = createRequire(import.meta.url).resolve("@pydantic/genai-prices");
  const { version } = JSON.parse(readFileSync(join(dirname(entry), "..", "package.json"), "utf8"));
  expect(book.describe()).toBe(`@pydantic/genai-prices ${version}`);
});
