/** Tests of draws and accounts. */

import { expect, test } from "vitest";
import type { ModelReply, ReplySource } from "../../core/model.ts";
import type { ModelCall } from "../../core/model-call.ts";
import { firstPlace, modelRequest } from "../../testing/model-requests.ts";
import { modelAnswer, scriptedModel } from "../../testing/scripted-model.ts";
import { failedReply, NO_USAGE } from "../failed-reply.ts";
import { openPriceBook } from "../prices.ts";
import { meteredModel } from "./metered.ts";

const price = { inputPerMillion: 10, cachedInputPerMillion: 1, outputPerMillion: 100 };

function metered(
  reply: ModelReply | string = "ok",
  options: { seed?: string; salt?: string; model?: string } = {},
) {
  const calls: ModelCall[] = [];
  const base = scriptedModel(() => reply, options.model ?? "priced");
  const model = meteredModel(base, {
    trialSeed: options.seed ?? "7",
    drawSalt: options.salt ?? "",
    prices: openPriceBook({ overrides: [{ model: "priced", ...price }], priceLike: null }),
    onCall: (call) => calls.push(call),
  });
  return { model, calls, base };
}

async function seedOf(
  options: { seed?: string; salt?: string },
  request = modelRequest(),
): Promise<number | undefined> {
  const { model, base } = metered("ok", options);
  await model.ask(request);
  return base.asked[0]?.seed;
}

test("the seed follows from trial seed, salt, purpose and request, and 0 is a seed like any other", async () => {
  const seed = await seedOf({ seed: "0" });
  expect(await seedOf({ seed: "0" })).toBe(seed);
  expect(await seedOf({ seed: "0" }, modelRequest({ seed: 99 }))).toBe(seed);
  expect(await seedOf({ seed: "0" }, modelRequest({ place: { ...firstPlace, turn: 2 } }))).toBe(seed);
  const others = await Promise.all([
    seedOf({ seed: "1" }),
    seedOf({ seed: "0", salt: "baseline" }),
    seedOf({ seed: "0" }, modelRequest({ purpose: "judge" })),
    seedOf({ seed: "0" }, modelRequest({ user: "hello." })),
    seedOf({ seed: "0" }, modelRequest({ temperature: 0.5 })),
  ]);
  expect(new Set([seed, ...others]).size).toBe(6);
});

test("a retry is another draw, wherever it is made", async () => {
  const { model, calls } = metered();
  for (const turn of [1, 1, 2]) await model.ask(modelRequest({ place: { ...firstPlace, turn } }));
  expect(new Set(calls.map((call) => call.seed)).size).toBe(3);
  expect(calls.map((call) => call.occurrence)).toEqual([0, 1, 0]);
  expect(new Set(calls.map((call) => call.requestDigest)).size).toBe(1);
});

test("two tasks that run at once draw the same in either order", async () => {
  const ask = (task: string) => modelRequest({ user: `do ${task}`, place: { ...firstPlace, task } });
  const run = async (order: readonly string[]): Promise<unknown> => {
    const { model, calls } = metered();
    await Promise.all(order.map((task) => model.ask(ask(task))));
    return Object.fromEntries(calls.map((call) => [call.place.task, [call.seed, call.occurrence]]));
  };
  expect(await run(["a", "b"])).toEqual(await run(["b", "a"]));
});

test.each<[ReplySource, number]>([
  ["asked", 0.0001 + 0.0009 + 0.001],
  ["journal", 0.0001 + 0.0009 + 0.001],
  ["shared", 0],
  ["recording", 0],
  ["injected", 0],
])("a reply that was %s has spent %d", async (source, spent) => {
  const usage = { inputTokens: 190, cachedInputTokens: 100, outputTokens: 10, estimated: false };
  const { model, calls } = metered(modelAnswer("ok", { usage, source }));
  await model.ask(modelRequest());
  expect(calls[0]?.costUsd).toBeCloseTo(0.002, 12);
  expect(calls[0]?.uncachedCostUsd).toBeCloseTo(0.0019 + 0.001, 12);
  expect(calls[0]?.spentUsd).toBeCloseTo(spent, 12);
});

test("unknown usage and unknown prices cost an unknown amount, an injected failure a known 0", async () => {
  const costs = async (reply: ModelReply, model?: string) => {
    const { model: asked, calls } = metered(reply, model ? { model } : {});
    await asked.ask(modelRequest());
    return [calls[0]?.costUsd, calls[0]?.spentUsd];
  };
  expect(await costs(failedReply({ class: "timeout", message: "late" }))).toEqual([null, null]);
  expect(await costs(modelAnswer("ok"), "unpriced")).toEqual([null, null]);
  const injected = failedReply(
    { class: "server-error", message: "503" },
    { usage: NO_USAGE, source: "injected" },
  );
  expect(await costs(injected, "unpriced")).toEqual([0, 0]);
});

test("prices the model that answered, unless the operator stated a price for the one asked", async () => {
  const answered = modelAnswer("ok", { model: "gpt-4o-mini" });
  const unstated = metered(answered, { model: "gpt-4o" });
  await unstated.model.ask(modelRequest());
  expect(unstated.calls[0]?.costUsd).toBeCloseTo((100 * 0.15 + 10 * 0.6) / 1e6, 12);
  const stated = metered(answered);
  await stated.model.ask(modelRequest());
  expect(stated.calls[0]?.costUsd).toBeCloseTo((100 * 10 + 10 * 100) / 1e6, 12);
});
