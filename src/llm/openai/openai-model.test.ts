/** Tests of the client against servers of every personality. */

import { afterEach, expect, test } from "vitest";
import type { Model, ModelRequest } from "../../core/model.ts";
import type { ModelSettings } from "../../core/model-settings.ts";
import { SimulateRule } from "../../core/scenario.ts";
import {
  type CannedAnswer,
  type CannedServer,
  cannedServer,
  completion,
} from "../../testing/canned-server.ts";
import { modelRequest, toolSpec } from "../../testing/model-requests.ts";
import { endpointSettings } from "../../testing/model-settings.ts";
import { type Personality, personality } from "../server/personality.ts";
import { startSimulatedServer } from "../server/simulated-server.ts";
import { openAiModel } from "./openai-model.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const rules = [SimulateRule.parse({ when: { purpose: "unlabelled" }, say: "hello there" })];

interface Client {
  readonly model: Model;
  readonly waits: number[];
}

async function simulated(
  traits: Partial<Personality>,
  settings: Partial<ModelSettings> = {},
  apiKey: string | null = null,
): Promise<Client> {
  const server = await startSimulatedServer({
    port: 0,
    personality: personality(traits),
    rules: () => rules,
  });
  open.push(server);
  return client(server.url, settings, apiKey);
}

async function canned(
  answers: readonly CannedAnswer[],
  settings: Partial<ModelSettings> = {},
): Promise<Client & { readonly server: CannedServer }> {
  const server = await cannedServer(answers);
  open.push(server);
  return { ...client(server.url, settings), server };
}

function client(url: string, settings: Partial<ModelSettings>, apiKey: string | null = null): Client {
  const waits: number[] = [];
  const wait = async (durationMs: number) => void waits.push(durationMs);
  return { model: openAiModel({ settings: endpointSettings(url, settings), apiKey, wait }), waits };
}

const failure = (fields: object) => ({ kind: "failed", failure: expect.objectContaining(fields) });

test("asks a keyless endpoint and measures the call", async () => {
  const { model } = await simulated({});
  const reply = await model.ask(modelRequest());
  expect(reply).toMatchObject({
    text: "hello there",
    model: "simulated",
    fingerprint: "simulated",
    source: "asked",
  });
  expect(reply.latencyMs).toBeGreaterThan(0);
});

test.each<[string, Partial<Personality>, Partial<ModelSettings>, object]>([
  ["an unknown model", { models: ["other"] }, {}, { class: "model-not-found", status: 404 }],
  ["a prompt beyond the context", { contextTokens: 5 }, {}, { class: "context-length", status: 400 }],
  [
    "a server that never answers",
    { mishaps: [{ call: "all", mishap: "hang" }] },
    { timeoutMs: 60 },
    { class: "timeout", status: null },
  ],
  [
    "a body that breaks off",
    { mishaps: [{ call: "all", mishap: "cut-body" }] },
    {},
    { class: "no-completion", status: 200 },
  ],
  [
    "a connection that breaks off",
    { mishaps: [{ call: "all", mishap: "disconnect" }] },
    {},
    { class: "network", status: null },
  ],
  [
    "an HTML page",
    { mishaps: [{ call: "all", mishap: "html-page" }] },
    {},
    { class: "server-error", message: "502 Bad gateway" },
  ],
  ["a time-out of 0", {}, { timeoutMs: 0 }, { class: "timeout" }],
])("%s is a failed reply", async (_, traits, settings, expected) => {
  const { model } = await simulated(traits, settings);
  expect(await model.ask(modelRequest())).toMatchObject(failure(expected));
});

test("nothing listening is a network failure that names the URL without its credentials", async () => {
  const { model } = client("http://user:secret@127.0.0.1:1/v1", {});
  const reply = await model.ask(modelRequest());
  expect(reply).toMatchObject(
    failure({
      class: "network",
      message: expect.stringMatching(/http:\/\/127\.0\.0\.1:1\/v1.*ECONNREFUSED/),
    }),
  );
});

test("a hanging body counts against the time-out too", async () => {
  const { createServer } = await import("node:http");
  const server = createServer(
    (_, outgoing) => void outgoing.writeHead(200, { "content-type": "application/json" }).write("{"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({
    async close() {
      server.closeAllConnections();
      server.close();
    },
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { model } = client(`http://127.0.0.1:${port}/v1`, { timeoutMs: 60 });
  expect(await model.ask(modelRequest())).toMatchObject({ ...failure({ class: "timeout" }), usage: null });
});

test("a key that the server echoes is blotted out of failures and texts", async () => {
  const key = "sk-test-abcdef123456";
  const { model } = await simulated({ apiKey: "sk-another-key-0000" }, {}, key);
  const reply = await model.ask(modelRequest());
  expect(reply).toMatchObject(
    failure({ class: "auth", status: 401, message: "Incorrect API key provided: [key]" }),
  );
  const server = await cannedServer([completion({ content: `your key is ${key}` })]);
  open.push(server);
  const echoed = await openAiModel({ settings: endpointSettings(server.url), apiKey: key }).ask(
    modelRequest(),
  );
  expect(server.received[0]?.headers.authorization).toBe(`Bearer ${key}`);
  expect(echoed).toMatchObject({ text: "your key is [key]" });
  expect(JSON.stringify([reply, echoed])).not.toContain(key);
});

test("retries what passes, as often as told, and 0 means 0", async () => {
  const firstTwo = { mishaps: [{ call: [1, 2], mishap: 503 as const }] };
  const none = await simulated(firstTwo, { maxRetries: 0 });
  expect(await none.model.ask(modelRequest())).toMatchObject(failure({ status: 503 }));
  expect(none.waits).toEqual([]);
  const two = await simulated(firstTwo, { maxRetries: 2 });
  expect(await two.model.ask(modelRequest())).toMatchObject({ kind: "answer" });
  expect(two.waits).toEqual([500, 1000]);
});

test("waits as long as a 429 says, and does not retry an empty account", async () => {
  const { model, waits } = await simulated({ mishaps: [{ call: 1, mishap: 429 }] }, { maxRetries: 1 });
  expect(await model.ask(modelRequest())).toMatchObject({ kind: "answer" });
  expect(waits).toEqual([1]);
  const body = JSON.stringify({
    error: { message: "You exceeded your current quota", code: "insufficient_quota" },
  });
  const broke = await canned([{ status: 429, body }], { maxRetries: 3 });
  expect(await broke.model.ask(modelRequest())).toMatchObject(failure({ class: "quota", status: 429 }));
  expect(broke.server.received).toHaveLength(1);
});

test("sends what the settings say and nothing else", async () => {
  const sent = async (settings: Partial<ModelSettings>, request: ModelRequest) => {
    const { model, server } = await canned([completion({ content: "ok" })], settings);
    await model.ask(request);
    return server.received[0]?.body;
  };
  const messages = [
    { role: "system", content: "You are an assistant." },
    { role: "user", content: "hello" },
  ];
  expect(await sent({}, modelRequest())).toEqual({ model: "simulated", messages, max_tokens: 2048 });
  expect(await sent({ temperature: 0.5 }, modelRequest({ seed: 0, maxTokens: 9 }))).toEqual({
    model: "simulated",
    messages,
    max_tokens: 9,
    temperature: 0.5,
    seed: 0,
  });
  expect(
    await sent({ sendSeed: false, temperature: 1 }, modelRequest({ seed: 3, temperature: 0 })),
  ).toMatchObject({ temperature: 0 });
  expect(await sent({ sendSeed: false }, modelRequest({ seed: 3 }))).not.toHaveProperty("seed");
  const schema = {
    type: "object",
    properties: { a: { type: "string" } },
    required: ["a"],
    additionalProperties: false,
  };
  expect(await sent({}, modelRequest({ schema: { name: "a/b", schema } }))).toMatchObject({
    response_format: { type: "json_schema", json_schema: { name: "a_b", schema, strict: true } },
  });
  expect(
    await sent({}, modelRequest({ schema: { name: "a", schema: { ...schema, required: [] } } })),
  ).toMatchObject({
    response_format: { json_schema: { strict: false } },
  });
});

test("gives the token cap under its newer name to a model that wants it so", async () => {
  const body = JSON.stringify({
    error: { message: "Unsupported parameter: use 'max_completion_tokens' instead." },
  });
  const { model, server } = await canned([{ status: 400, body }, completion({ content: "ok" })]);
  expect(await model.ask(modelRequest({ maxTokens: 5 }))).toMatchObject({ text: "ok" });
  await model.ask(modelRequest({ maxTokens: 6 }));
  expect(server.received.map(({ body: sent }) => [sent.max_tokens, sent.max_completion_tokens])).toEqual([
    [5, undefined],
    [undefined, 5],
    [undefined, 6],
  ]);
});

test.each([
  [{ prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 60 } }, [100, 60, 5]],
  [{ prompt_tokens: 100, completion_tokens: 5, prompt_cache_hit_tokens: 64 }, [100, 64, 5]],
  [{ input_tokens: 100, output_tokens: 5, input_tokens_details: { cached_tokens: 0 } }, [100, 0, 5]],
  [{ prompt_tokens: 100, completion_tokens: 5 }, [100, null, 5]],
  // OpenAI counts thinking inside completion tokens, others beside them; the total tells which.
  [
    {
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      completion_tokens_details: { reasoning_tokens: 40 },
    },
    [100, null, 50],
  ],
  [
    {
      prompt_tokens: 100,
      completion_tokens: 10,
      total_tokens: 150,
      completion_tokens_details: { reasoning_tokens: 40 },
    },
    [100, null, 50],
  ],
  [{ prompt_tokens: -1, completion_tokens: "5" }, [null, null, null]],
])("reads the usage %j", async (usage, [inputTokens, cachedInputTokens, outputTokens]) => {
  const { model } = await canned([completion({ content: "ok" }, { usage })]);
  expect((await model.ask(modelRequest())).usage).toEqual({
    inputTokens,
    cachedInputTokens,
    outputTokens,
    estimated: false,
  });
});

test("a refusal and a filtered reply are failures that keep their usage", async () => {
  const refused = await canned([completion({ content: null, refusal: "I will not." })]);
  expect(await refused.model.ask(modelRequest())).toMatchObject({
    ...failure({ class: "refused", message: "I will not." }),
    usage: { inputTokens: 11 },
  });
  const filtered = await canned([completion({ content: "" }, {}, "content_filter")]);
  expect(await filtered.model.ask(modelRequest())).toMatchObject(failure({ class: "refused" }));
});

test("a call of a tool that is not offered is passed on for the world to answer", async () => {
  const call = { id: "x", type: "function", function: { name: "no_such", arguments: '{"a":"42"}' } };
  const { model } = await canned([completion({ content: null, tool_calls: [call] })]);
  expect(await model.ask(modelRequest({ tools: [toolSpec("read_file")] }))).toMatchObject({
    finish: "tool-calls",
    toolCalls: [{ id: "call_1", tool: "no_such", arguments: { a: "42" } }],
  });
});

test.each<[string, string, string]>([
  ["<think>hm {1}</think>\nThe answer.", "The answer.", "hm {1}"],
  ["hm\n</think>\n\nThe answer.", "The answer.", "hm"],
  ["Use <think> tags, closed by </think>.", "Use <think> tags, closed by </think>.", ""],
])("parts thinking from the answer in %j", async (content, said, reasoning) => {
  const { model } = await canned([completion({ content })]);
  const reply = await model.ask(modelRequest());
  expect(reply).toMatchObject({ text: said });
  expect(reply.kind === "answer" ? (reply.reasoning ?? "") : null).toBe(reasoning);
});
