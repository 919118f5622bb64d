/** Holds the client to every recorded oddity of OpenAI-compatible servers. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ModelReply, ModelRequest } from "../../core/model.ts";
import { type CannedAnswer, cannedServer } from "../../testing/canned-server.ts";
import { modelRequest, toolSpec } from "../../testing/model-requests.ts";
import { endpointSettings } from "../../testing/model-settings.ts";
import { sharedData } from "../../testing/shared-data.ts";
import { openAiModel } from "./openai-model.ts";
import { retryWaitMs } from "./retry-wait.ts";

interface Payload {
  readonly kind: "json" | "raw" | "sse";
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

interface OddCase {
  readonly id: string;
  readonly response: Payload | { readonly kind: "sequence"; readonly responses: readonly Payload[] };
}

/** Result of the client on a case: the reply to each request, the count of requests, the wait it would have made. */
interface Outcome {
  readonly reply: ModelReply;
  readonly second: ModelReply;
  readonly tries: number;
  readonly waits: readonly number[];
}

interface Expectation {
  readonly request?: ModelRequest;
  readonly reply?: object;
  /** Of 3 tries at most; absent = 1. */
  readonly tries?: number;
  readonly check?: (outcome: Outcome) => void;
}

const lookup = modelRequest({
  tools: [toolSpec("lookup", "city"), toolSpec("search", "q"), toolSpec("f", "x")],
});
const asksJson = modelRequest({ schema: { name: "score", schema: { type: "object" } } });
const listing = modelRequest({
  tools: [
    {
      name: "lookup",
      description: "d",
      parameters: { type: "object", properties: { todos: { type: "array" }, n: { type: "string" } } },
    },
  ],
});
const call = (tool: string, args: object) => expect.objectContaining({ tool, arguments: args });
const failed = (failure: object) => ({ kind: "failed", failure: expect.objectContaining(failure) });
const text = (said: string, rest: object = {}) => ({ kind: "answer", text: said, toolCalls: [], ...rest });
const unknownInput = expect.objectContaining({ inputTokens: null });

const expectations: Readonly<Record<string, Expectation>> = {
  "args-object": { request: lookup, reply: { toolCalls: [call("lookup", { city: "Oslo" })] } },
  "args-null-json": {
    request: lookup,
    reply: {
      kind: "answer",
      toolCalls: [{ id: "call_1", tool: "lookup", arguments: {}, malformed: "null" }],
      notes: ["malformed-arguments"],
    },
  },
  "args-nested-double-encoded": {
    request: listing,
    reply: { toolCalls: [call("lookup", { todos: [{ t: "a" }] })] },
  },
  "args-truncated-finish-tool_calls": {
    request: { ...lookup, maxTokens: 300 },
    reply: {
      kind: "answer",
      toolCalls: [],
      finish: "length",
      notes: ["malformed-arguments", "cut-tool-call"],
    },
  },
  "tool-calls-empty-array": { reply: text("Hello", { finish: "stop" }) },
  "identical-calls-different-ids": {
    request: lookup,
    reply: {
      toolCalls: ["call_1", "call_2", "call_3"].map((id) => ({ id, tool: "lookup", arguments: { q: "a" } })),
    },
  },
  "same-name-parallel-calls": {
    request: lookup,
    reply: { toolCalls: [call("search", { q: "X" }), call("search", { q: "Y" })] },
  },
  "finish-null": { reply: text("ok", { finish: "unknown" }) },
  "finish-native-enum": {
    reply: failed({ class: "malformed-reply", message: expect.stringContaining("MALFORMED_FUNCTION_CALL") }),
  },
  "finish-error-in-choice": {
    reply: failed({ class: "rate-limit", status: 429, message: "upstream limit" }),
    tries: 3,
  },
  "body-200-error-object": {
    reply: failed({ class: "server-error", status: 502, message: "content flagged" }),
    tries: 3,
  },
  "choices-empty": {
    reply: { ...failed({ class: "no-completion" }), usage: expect.objectContaining({ inputTokens: 5 }) },
    tries: 3,
  },
  "missing-logprobs": { reply: text("4") },
  // Not one token was read: no model ran, so no model answered with nothing.
  "null-content-stop-zero-usage": {
    reply: {
      ...failed({ class: "no-completion" }),
      usage: { inputTokens: null, cachedInputTokens: null, outputTokens: null, estimated: false },
    },
    tries: 3,
  },
  "content-null-answer-in-reasoning": {
    request: asksJson,
    reply: text("", { reasoning: '{"answer": 42}', notes: ["empty-reply"] }),
    check: ({ reply }) => expect(reply).not.toHaveProperty("json"),
  },
  "all-null-but-tokens": {
    reply: text("", { notes: ["empty-reply"], usage: expect.objectContaining({ outputTokens: 96 }) }),
  },
  "usage-missing": {
    reply: text("ok", {
      usage: { inputTokens: null, cachedInputTokens: null, outputTokens: null, estimated: false },
    }),
  },
  "usage-prompt-zero": { reply: text("essay", { usage: unknownInput, notes: ["implausible-usage"] }) },
  // An operator's error that the doctor answers with --send-thinking.
  "reasoning-must-be-replayed": {
    reply: failed({
      class: "bad-request",
      status: 400,
      message: expect.stringContaining("reasoning_content"),
    }),
  },
  "history-args-must-be-object": {
    reply: failed({ class: "bad-request", message: expect.stringContaining("closing '}'") }),
  },
  "json-fenced": { request: asksJson, reply: { json: { ok: true } } },
  "json-unclosed-think": {
    request: asksJson,
    reply: text("", { finish: "length" }),
    check: ({ reply }) => expect(reply).not.toHaveProperty("json"),
  },
  "json-preamble-braces": { request: asksJson, reply: { json: { score: 3 } } },
  "json-trailing-comma": {
    request: asksJson,
    reply: { json: { score: 1, tags: ["a"] }, notes: ["repaired-json"] },
  },
  "json-valid-but-regex-breaks": {
    request: asksJson,
    reply: { json: { results: [expect.objectContaining({ score: 1 })] } },
  },
  "json-fence-in-brackets": { request: asksJson, reply: { json: [{ id: "1" }] } },
  "sse-azure-first-chunk": { reply: text("Hi", { model: "m" }) },
  "sse-usage-unrequested": {
    reply: text("Hi", { usage: expect.objectContaining({ inputTokens: 1, outputTokens: 8 }) }),
  },
  "sse-usage-cumulative-every-chunk": {
    reply: text("aaa", { usage: expect.objectContaining({ inputTokens: 100, outputTokens: 3 }) }),
  },
  "sse-finish-twice": {
    request: lookup,
    reply: { toolCalls: [{ id: "call_1", tool: "f", arguments: {} }], finish: "tool-calls" },
  },
  "sse-index-missing-two-calls": {
    request: lookup,
    reply: { toolCalls: [call("f", { x: 1 }), call("f", { x: 2 })] },
  },
  "sse-comment-keepalive": { reply: text("Hi") },
  "sse-blank-event": { reply: text("Hi") },
  "sse-cut-no-done": { reply: failed({ class: "network" }), tries: 3 },
  "sse-crlf": { reply: text("Hå") },
  "sse-finish-null-only": { reply: text("Hi", { finish: "unknown" }) },
  "html-502": { reply: failed({ class: "server-error", status: 502, message: "502 Bad gateway" }), tries: 3 },
  "blank-lines-before-json": { reply: text("ok") },
  "429-groq-message": {
    reply: failed({ class: "rate-limit", status: 429 }),
    tries: 3,
    check: ({ waits }) => expect(waits).toEqual([5_289, 5_289]),
  },
  "429-retry-after-date": {
    reply: failed({ class: "rate-limit", message: "slow down" }),
    tries: 3,
    check: ({ waits }) => {
      const date = "Sat, 25 Jul 2026 12:05:00 GMT";
      const headers = new Headers({ "retry-after": date });
      expect(retryWaitMs(0, { headers, message: "" }, Date.parse(date) - 7_000)).toBe(7_000);
      expect(retryWaitMs(0, { headers, message: "" }, Date.parse(date) + 7_000)).toBe(0);
      for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(0);
    },
  },
  "429-reset-duration": {
    reply: failed({ class: "rate-limit" }),
    tries: 3,
    check: ({ waits }) => expect(waits).toEqual([179_560, 179_560]),
  },
  "400-tool-use-failed": {
    reply: failed({
      class: "malformed-reply",
      message: expect.stringContaining('<function=read={"p": "a"}'),
    }),
  },
  "error-shape-cloudflare": {
    reply: failed({ class: "bad-request", status: 405, message: "GET not supported for requested URI." }),
  },
  "seed-ignored": {
    request: modelRequest({ seed: 7 }),
    reply: text("Why don't scientists trust atoms?"),
    check: ({ reply, second }) => {
      const said = (one: ModelReply) => (one.kind === "answer" ? one.text : null);
      expect(said(second)).not.toBe(said(reply));
    },
  },
  // The mark on the pair is made of these two fields by whoever compares the arms.
  "fingerprint-changes": {
    reply: text("a", { model: "m", fingerprint: "fp_1" }),
    check: ({ second }) => expect(second).toMatchObject({ model: "m-2024-11-20", fingerprint: "fp_2" }),
  },
};

const file = sharedData("data/api-oddities/cases.jsonl");
const cases: readonly OddCase[] = file
  ? readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as OddCase)
  : [];
if (!file)
  console.warn(`skipped ${Object.keys(expectations).length} cases: ../shared/data/api-oddities is absent`);

function canned(payload: Payload): CannedAnswer {
  const body = typeof payload.body === "string" ? payload.body : JSON.stringify(payload.body);
  return { status: payload.status, headers: payload.headers, body };
}

async function ask(odd: OddCase, request: ModelRequest): Promise<Outcome> {
  const payloads = odd.response.kind === "sequence" ? odd.response.responses : [odd.response];
  const server = await cannedServer(payloads.map(canned));
  const waits: number[] = [];
  try {
    const model = openAiModel({
      settings: endpointSettings(server.url, { model: "m", maxRetries: 2 }),
      apiKey: null,
      wait: async (durationMs) => void waits.push(durationMs),
    });
    const reply = await model.ask(request);
    const tries = server.received.length;
    const asked = [...waits];
    return { reply, second: await model.ask(request), tries, waits: asked };
  } finally {
    await server.close();
  }
}

test.skipIf(!file)("every recorded oddity has an expectation, and no expectation is left over", () => {
  expect(Object.keys(expectations).sort()).toEqual(cases.map((odd) => odd.id).sort());
});

test.skipIf(!file).each(cases.map((odd) => [odd.id, odd] as const))("is tolerant of %s", async (id, odd) => {
  const expectation = expectations[id];
  const outcome = await ask(odd, expectation?.request ?? modelRequest());
  expect(outcome.reply).toMatchObject(expectation?.reply ?? {});
  expect(outcome.tries).toBe(expectation?.tries ?? 1);
  expectation?.check?.(outcome);
});
