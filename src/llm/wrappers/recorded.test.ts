/** Tests of replaying recorded calls. */

import { expect, test } from "vitest";
import type { ModelRequest } from "../../core/model.ts";
import type { ModelCall } from "../../core/model-call.ts";
import { firstPlace, modelRequest } from "../../testing/model-requests.ts";
import { modelAnswer, scriptedModel } from "../../testing/scripted-model.ts";
import { failedReply, NO_USAGE } from "../failed-reply.ts";
import { openPriceBook } from "../prices.ts";
import { meteredModel } from "./metered.ts";
import { recordedModel } from "./recorded.ts";
import type { RecordedDifference } from "./request-difference.ts";

const prices = openPriceBook({ overrides: [], priceLike: null });
const requests = ["one", "two", "three"].map((user, i) =>
  modelRequest({ user, place: { ...firstPlace, turn: i < 2 ? 1 : 2 } }),
);

async function record(asked: readonly ModelRequest[] = requests): Promise<ModelCall[]> {
  const calls: ModelCall[] = [];
  const injected = failedReply(
    { class: "server-error", status: 503, message: "503" },
    { usage: NO_USAGE, source: "injected" },
  );
  const base = scriptedModel((_, n) => (n === 1 ? injected : `reply ${n}`));
  const model = meteredModel(base, {
    trialSeed: "1",
    drawSalt: "",
    prices,
    onCall: (call) => calls.push(call),
  });
  for (const request of asked) await model.ask(request);
  return JSON.parse(JSON.stringify(calls)) as ModelCall[];
}

test("replays answers and failures with their usage, in whatever order places are reached", async () => {
  const model = recordedModel(await record());
  expect(await model.ask(requests[2] as ModelRequest)).toEqual(
    modelAnswer("reply 2", { source: "recording", latencyMs: null }),
  );
  expect(await model.ask(requests[0] as ModelRequest)).toMatchObject({ text: "reply 0" });
  expect(await model.ask(requests[1] as ModelRequest)).toMatchObject({
    kind: "failed",
    failure: { class: "server-error", status: 503 },
    usage: NO_USAGE,
    source: "recording",
  });
});

test("names the first request that differs and stops there", async () => {
  const seen: RecordedDifference[] = [];
  const model = recordedModel(await record(), { onDifference: (difference) => seen.push(difference) });
  await model.ask(requests[0] as ModelRequest);
  const changed = modelRequest({ user: "twq", place: firstPlace });
  expect(await model.ask(changed)).toMatchObject({ failure: { class: "not-recorded" }, usage: NO_USAGE });
  expect(await model.ask(requests[2] as ModelRequest)).toMatchObject({ failure: { class: "not-recorded" } });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({
    index: 1,
    purpose: "propose",
    firstDifferingMessage: 1,
    excerpt: "recorded: user: two\nnow:      user: twq",
  });
});

test.each<[string, Partial<ModelRequest>, RegExp]>([
  ["a parameter", { temperature: 0.5 }, /"temperature":0.5/],
  ["an offered tool", { tools: [{ name: "t", description: "d", parameters: {} }] }, /"tools"/],
  [
    "a longer history",
    { messages: [...modelRequest({ user: "one" }).messages, { role: "user", content: "more" }] },
    /now: {6}user: more/,
  ],
])("sees a difference in %s", async (_, change, excerpt) => {
  const seen: RecordedDifference[] = [];
  const model = recordedModel(await record(), { onDifference: (difference) => seen.push(difference) });
  await model.ask({ ...(requests[0] as ModelRequest), ...change });
  expect(seen[0]?.excerpt).toMatch(excerpt);
});

test("the seed counts where both have one", async () => {
  const calls = await record();
  const seed = calls[0]?.seed ?? 0;
  const ask = (given?: number) =>
    recordedModel(calls).ask(modelRequest({ user: "one", ...(given === undefined ? {} : { seed: given }) }));
  expect((await ask()).kind).toBe("answer");
  expect((await ask(seed)).kind).toBe("answer");
  expect((await ask(seed + 1)).kind).toBe("failed");
});

test("goes on with another model from the first difference, itself included", async () => {
  const then = scriptedModel(() => "live");
  const model = recordedModel(await record(), { then });
  const extra = modelRequest({ purpose: "judge" });
  expect(await model.ask(requests[0] as ModelRequest)).toMatchObject({ source: "recording" });
  expect(await model.ask(extra)).toMatchObject({ text: "live", source: "asked" });
  expect(await model.ask(requests[2] as ModelRequest)).toMatchObject({ text: "live" });
  expect(then.asked).toHaveLength(2);
});
