/** Prices of models: the operator's overrides first, then the catalogue package. */

import { createRequire } from "node:module";
import type { ModelPrice } from "@pydantic/genai-prices";
import type { PriceOverride } from "../core/experiment.ts";
import type { Usage } from "../core/model.ts";

/** US dollars a million tokens. */
export interface Price {
  readonly inputPerMillion: number;
  /** Null = cached tokens cost as much as others. */
  readonly cachedInputPerMillion: number | null;
  readonly outputPerMillion: number;
  /** Shown beside every cost: `override`, `catalogue openai/gpt-4o`, `priced like ...`. */
  readonly source: string;
  /** The operator asked for this price by name, so it holds whatever name the server answers under. */
  readonly stated: boolean;
}

/** Cost of a call, paid or as if. */
export interface Cost {
  /** As billed, cached tokens at their own price; null where price or usage is unknown. */
  readonly costUsd: number | null;
  /** With every input token at the uncached price. */
  readonly uncachedCostUsd: number | null;
}

/** Contract: never reaches the network; an unknown model is null, never free. */
export interface PriceBook {
  price(model: string): Price | null;
  costOf(price: Price | null, usage: Usage | null): Cost;
  /** Price table, its version and the overrides in force: part of an experiment's provenance. */
  describe(): string;
}

/** Price of a call: a stated price holds for any answer, else the model that answered counts. */
export function priceOfAnswer(prices: PriceBook, asked: string, answered: string | null): Price | null {
  const price = prices.price(asked);
  return price?.stated || answered === null || answered === asked ? price : prices.price(answered);
}

const CATALOGUE = "@pydantic/genai-prices";
const CATALOGUE_VERSION = "0.1.8";
const MILLION = 1_000_000;

/** Opens the price book; `priceLike` prices every model without an override as if it were that catalogue model. */
export function openPriceBook(options: {
  readonly overrides: readonly PriceOverride[];
  readonly priceLike: string | null;
}): PriceBook {
  const overrides = new Map(options.overrides.map((override) => [override.model, override]));
  const known = new Map<string, Price | null>();
  const find = (model: string): Price | null => {
    const override = overrides.get(model);
    if (override) return overridePrice(override, "override");
    if (options.priceLike === null) return cataloguePrice(model);
    const like = overrides.get(options.priceLike);
    const price = like ? overridePrice(like, "override") : cataloguePrice(options.priceLike);
    return price && { ...price, source: `priced like ${options.priceLike}, ${price.source}`, stated: true };
  };
  return {
    price(model) {
      const cached = known.get(model);
      if (cached !== undefined) return cached;
      const price = find(model);
      known.set(model, price);
      return price;
    },
    costOf,
    describe() {
      const parts = [`${CATALOGUE} ${CATALOGUE_VERSION}`];
      for (const override of options.overrides) parts.push(describeOverride(override));
      if (options.priceLike !== null) parts.push(`priced like ${options.priceLike}`);
      return parts.join("; ");
    },
  };
}

function describeOverride({
  model,
  inputPerMillion,
  cachedInputPerMillion,
  outputPerMillion,
}: PriceOverride): string {
  const cached = cachedInputPerMillion === undefined ? "" : `, cached ${cachedInputPerMillion}`;
  return `override ${model}: input ${inputPerMillion}${cached}, output ${outputPerMillion} USD per million`;
}

function overridePrice(override: PriceOverride, source: string): Price {
  return {
    inputPerMillion: override.inputPerMillion,
    cachedInputPerMillion: override.cachedInputPerMillion ?? null,
    outputPerMillion: override.outputPerMillion,
    source,
    stated: true,
  };
}

/**
 * Cost of a call. Cached tokens are counted once, as a part of the input. A server that does not tell cached tokens is
 * billed at the full price, since no discount is assumed; no other unknown is filled in.
 */
function costOf(price: Price | null, usage: Usage | null): Cost {
  if (usage === null || usage.inputTokens === null || usage.outputTokens === null) {
    return { costUsd: null, uncachedCostUsd: null };
  }
  const { inputTokens, outputTokens } = usage;
  if (inputTokens === 0 && outputTokens === 0) return { costUsd: 0, uncachedCostUsd: 0 };
  if (price === null) return { costUsd: null, uncachedCostUsd: null };
  const cachedTokens = Math.min(usage.cachedInputTokens ?? 0, inputTokens);
  const output = outputTokens * price.outputPerMillion;
  const cachedPrice = price.cachedInputPerMillion ?? price.inputPerMillion;
  const billed = (inputTokens - cachedTokens) * price.inputPerMillion + cachedTokens * cachedPrice;
  return {
    costUsd: (billed + output) / MILLION,
    uncachedCostUsd: (inputTokens * price.inputPerMillion + output) / MILLION,
  };
}

/** The package is half a megabyte of data: read when the first price is asked, not when the command line starts. */
function cataloguePrice(model: string): Price | null {
  const { calcPrice } = createRequire(import.meta.url)(CATALOGUE) as typeof import("@pydantic/genai-prices");
  const slash = model.indexOf("/");
  const usage = { input_tokens: 1, output_tokens: 1 };
  const found =
    calcPrice(usage, model) ??
    (slash > 0 ? calcPrice(usage, model.slice(slash + 1), { providerId: model.slice(0, slash) }) : null);
  if (!found) return null;
  const inputPerMillion = basePrice(found.model_price, "input_mtok");
  const outputPerMillion = basePrice(found.model_price, "output_mtok");
  if (inputPerMillion === null || outputPerMillion === null) return null;
  return {
    inputPerMillion,
    cachedInputPerMillion: basePrice(found.model_price, "cache_read_mtok"),
    outputPerMillion,
    source: `catalogue ${found.provider.id}/${found.model.id}`,
    stated: false,
  };
}

/** Prompts long enough for a provider's higher tier (200,000 tokens) are beyond what a trial sends. */
function basePrice(prices: ModelPrice, key: string): number | null {
  const price = prices[key];
  if (price === undefined) return null;
  return typeof price === "number" ? price : price.base;
}
