/** Waits between tries: headers by their grammar, every wait shown, cut off at once, refused where too long (reliability-1 row 4). */

import { expect, test } from "vitest";
import { cannedServer, completion } from "../../testing/canned-server.ts";
import { modelRequest } from "../../testing/model-requests.ts";
import { endpointSettings } from "../../testing/model-settings.ts";
import { openAiModel, type Wait } from "./openai-model.ts";
import { retryAfterMs, retryTold, retryWaitMs } from "./retry-wait.ts";

const NOW = Date.UTC(1994, 10, 6, 8, 49, 30);

test.each([
  ["0", 0],
  ["120", 120_000],
  [" 120\t", 120_000],
  ["007", 7_000],
  ["99999999999", 99_999_999_999_000],
  ["Sun, 06 Nov 1994 08:49:37 GMT", 7_000],
  ["Sunday, 06-Nov-94 08:49:37 GMT", Date.UTC(2094, 10, 6, 8, 49, 37) - NOW],
  ["Sun Nov  6 08:49:37 1994", 7_000],
  ["Sun, 06 Nov 1994 08:49:20 GMT", -10_000],
])("Retry-After %j is a wait of %i ms", (value, expected) => {
  expect(retryAfterMs(value, NOW)).toBe(expected);
});

test.each([
  ...["", " ", "0x10", "1e3", "-5", "+5", "1.5", "1_000", "Infinity", "NaN", "5s", "5 s", "１２", "120, 120"],
  ...["1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 +0100", "06 Nov 1994", "tomorrow", "Nov 6"],
  ...["Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "sun, 06 nov 1994 08:49:37 gmt"],
])("Retry-After %j follows no grammar and is no wait", (value) => {
  expect(retryAfterMs(value, NOW)).toBeNull();
});

test.each([
  ["retry-after-ms", "1500", 1_500],
  ["retry-after-ms", "12.5", 12.5],
  ["retry-after-ms", "0x10", null],
  ["retry-after-ms", "1e3", null],
  ["x-ratelimit-reset-tokens", "2m59.56s", 179_560],
  ["x-ratelimit-reset-requests", "120ms", 120],
  ["x-ratelimit-reset-tokens", "1e3s", null],
  ["x-ratelimit-reset-tokens", "1760000000", null],
])("%s: %s is %s ms", (name, value, expected) => {
  expect(retryTold({ headers: new Headers({ [name]: value }), message: "" }, NOW)).toBe(expected);
});

test("a date that has passed is no wait, and without a word of the server the pause doubles", () => {
  const past = new Headers({ "retry-after": "Sun, 06 Nov 1994 08:49:20 GMT" });
  expect(retryWaitMs(0, { headers: past, message: "" }, NOW)).toBe(0);
  const odd = new Headers({ "retry-after": "1e3" });
  expect([0, 1, 9].map((n) => retryWaitMs(n, { headers: odd, message: "" }, NOW))).toEqual([500, 1000, 8000]);
});

const limited = (after: string) => ({
  status: 429,
  headers: { "retry-after": after },
  body: JSON.stringify({ error: { message: "slow down" } }),
});

interface Asked {
  readonly shown: Wait[];
  readonly waited: number[];
}

async function ask(answers: Parameters<typeof cannedServer>[0], maxWaitMs?: number) {
  const server = await cannedServer(answers);
  const asked: Asked = { shown: [], waited: [] };
  const settings = endpointSettings(server.url, { maxRetries: 2, ...(maxWaitMs ? { maxWaitMs } : {}) });
  const model = openAiModel({
    settings,
    apiKey: null,
    onWait: (wait) => void asked.shown.push(wait),
    wait: async (ms) => void asked.waited.push(ms),
  });
  const reply = await model.ask(modelRequest());
  await server.close();
  return { reply, ...asked, requests: server.received.length };
}

test("every wait is shown before it begins, with why and which try follows", async () => {
  const { reply, shown, waited } = await ask([
    limited("7"),
    { status: 503, body: "" },
    completion({ content: "hi" }),
  ]);
  expect(reply.kind).toBe("answer");
  expect(waited).toEqual([7_000, 1_000]);
  expect(shown).toMatchObject([
    { durationMs: 7_000, failure: { class: "rate-limit", status: 429 }, next: 2, tries: 3 },
    { durationMs: 1_000, failure: { class: "server-error", status: 503 }, next: 3, tries: 3 },
  ]);
});

test.each([
  ["3600", undefined, "3600 s"],
  ["301", undefined, "301 s"],
  ["31", 30_000, "31 s"],
  ["99999999999999999999", undefined, "--max-wait-s"],
])("a wait of %s s is refused at once under a limit of %s ms", async (after, maxWaitMs, said) => {
  const { reply, shown, waited, requests } = await ask([limited(after)], maxWaitMs);
  expect(reply).toMatchObject({ failure: { class: "rate-limit", message: expect.stringContaining(said) } });
  expect([shown, waited, requests]).toEqual([[], [], 1]);
});

test("a wait at the limit is waited for", async () => {
  expect((await ask([limited("30"), completion({ content: "hi" })], 30_000)).waited).toEqual([30_000]);
});

test("an interruption ends a wait at once, and no further request is sent", async () => {
  const server = await cannedServer([limited("60")]);
  const controller = new AbortController();
  const model = openAiModel({
    settings: endpointSettings(server.url, { maxRetries: 2 }),
    apiKey: null,
    signal: controller.signal,
    // The wait has begun when this is told, so the interruption falls into it.
    onWait: () => void setImmediate(() => controller.abort()),
  });
  expect(await model.ask(modelRequest())).toMatchObject({ failure: { class: "aborted" } });
  expect(server.received).toHaveLength(1);
  await server.close();
});

test("an address where no server ever answered is not tried again", async () => {
  let waits = 0;
  const model = openAiModel({
    settings: endpointSettings("http://127.0.0.1:1/v1", { maxRetries: 5 }),
    apiKey: null,
    wait: async () => void waits++,
  });
  expect(await model.ask(modelRequest())).toMatchObject({ failure: { class: "network" } });
  expect(waits).toBe(0);
});

test("a server that answered before and is gone is tried again", async () => {
  const server = await cannedServer([completion({ content: "hi" })]);
  let waits = 0;
  const model = openAiModel({
    settings: endpointSettings(server.url, { maxRetries: 2 }),
    apiKey: null,
    wait: async () => void waits++,
  });
  await model.ask(modelRequest());
  await server.close();
  expect(await model.ask(modelRequest())).toMatchObject({ failure: { class: "network" } });
  expect(waits).toBe(2);
});
