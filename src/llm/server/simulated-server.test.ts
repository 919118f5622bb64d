/** Tests of the simulated server at the level of HTTP. */

import { afterEach, expect, test } from "vitest";
import { SimulateRule } from "../../core/scenario.ts";
import { type Personality, personality, personalityNamed } from "./personality.ts";
import { type SimulatedServer, startSimulatedServer } from "./simulated-server.ts";

const open: SimulatedServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const rules = [
  { when: { purpose: "propose", sees: ["tool"] }, call: { tool: "read_file", arguments: { path: "å.txt" } } },
  { when: { purpose: "propose" }, say: "A reply of more than one piece, with a 漢字 in it." },
].map((rule) => SimulateRule.parse(rule));

async function start(traits: Partial<Personality> = {}): Promise<SimulatedServer> {
  const options = {
    port: 0,
    personality: personality(traits),
    rules: (id: string | null) => (id === "a/b" ? rules : []),
  };
  const server = await startSimulatedServer(options);
  open.push(server);
  return server;
}

async function post(server: SimulatedServer, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/chat/completions`, {
    method: "POST",
    headers: { "x-harness-lab-scenario": "a/b", "x-harness-lab-purpose": "propose", ...headers },
    body: JSON.stringify({ model: "any", messages: [{ role: "user", content: "hello" }], ...body }),
  });
  return { status: response.status, text: await response.text(), type: response.headers.get("content-type") };
}

test("streams a reply in pieces, with usage in the last chunk before the end mark", async () => {
  const { text, type } = await post(await start(), { stream: true });
  expect(type).toBe("text/event-stream");
  const events = text
    .split("\n\n")
    .filter(Boolean)
    .map((event) => event.replace(/^data: /, ""));
  expect(events.pop()).toBe("[DONE]");
  const chunks = events.map((event) => JSON.parse(event));
  expect(chunks.at(-1)).toMatchObject({
    choices: [],
    usage: { prompt_tokens: expect.any(Number), estimated: true },
  });
  const pieces = chunks.slice(0, -1).map((chunk) => chunk.choices[0].delta.content ?? "");
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.join("")).toBe("A reply of more than one piece, with a 漢字 in it.");
});

test("a streamed tool call arrives in parts that the openai package puts together", async () => {
  const server = await start();
  const { default: OpenAI } = await import("openai");
  const headers = { "x-harness-lab-scenario": "a/b", "x-harness-lab-purpose": "propose" };
  const client = new OpenAI({ baseURL: server.url, apiKey: "none", defaultHeaders: headers });
  const stream = client.chat.completions.stream({
    model: "any",
    messages: [{ role: "user", content: "tool" }],
  });
  const done = await stream.finalChatCompletion();
  expect(done.choices[0]).toMatchObject({
    finish_reason: "tool_calls",
    message: { tool_calls: [{ function: { name: "read_file", arguments: '{"path":"å.txt"}' } }] },
  });
});

test("serves each scenario's own rules, and says so where there is none", async () => {
  const server = await start();
  const other = await post(server, {}, { "x-harness-lab-scenario": "c/d" });
  expect([other.status, JSON.parse(other.text).error.code]).toEqual([422, "no_rule"]);
  const unlabelled = await fetch(`${server.url}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "any", messages: [{ role: "user", content: "hi" }] }),
  });
  expect(await unlabelled.text()).toContain("This is the simulated model");
});

test.each<[string, object | string, number]>([
  ["a body that is not JSON", "{", 400],
  ["a body without messages", { messages: "none" }, 200],
])("survives %s", async (_, body, status) => {
  const server = await start();
  const response = await fetch(`${server.url}/chat/completions`, {
    method: "POST",
    headers: { "x-harness-lab-scenario": "a/b", "x-harness-lab-purpose": "propose" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  expect(response.status).toBe(status);
});

test("lists its models, tells its context where its personality does, and knows no other route", async () => {
  const server = await start({ models: ["a", "b"], contextTokens: 99 });
  const models = (await (await fetch(`${server.url}/models`)).json()) as { readonly data: unknown };
  expect(models.data).toMatchObject([{ id: "a", owned_by: "harness-lab", meta: { n_ctx: 99 } }, { id: "b" }]);
  expect(await (await fetch(server.url.replace("/v1", "/props"))).json()).toEqual({
    default_generation_settings: { n_ctx: 99 },
  });
  const silent = await start({ tellsContext: false });
  expect((await fetch(silent.url.replace("/v1", "/props"))).status).toBe(404);
  expect((await fetch(`${server.url}/embeddings`)).status).toBe(404);
});

test("counts the start of a prompt as cached once it was seen", async () => {
  const server = await start({ promptCache: true });
  const cached = async (...contents: string[]) => {
    const { text } = await post(server, { messages: contents.map((content) => ({ role: "user", content })) });
    return JSON.parse(text).usage.prompt_tokens_details.cached_tokens;
  };
  expect(await cached("a long beginning", "x")).toBe(0);
  const beginning = await cached("a long beginning", "y");
  expect(beginning).toBeGreaterThan(0);
  expect(await cached("a long beginning", "y")).toBeGreaterThan(beginning);
});

test("an unknown personality and a taken port are errors for the operator", async () => {
  expect(() => personalityNamed("grumpy")).toThrow(/no personality grumpy .*well-behaved, ignores-seeds/);
  const server = await start();
  const port = Number(new URL(server.url).port);
  await expect(startSimulatedServer({ port, personality: personality(), rules: () => [] })).rejects.toThrow(
    /--port/,
  );
});
