/** Tests of every finding of the doctor, both ways, against servers of known personality. */

import { afterEach, expect, test } from "vitest";
import type { DoctorReport } from "../../core/doctor-report.ts";
import type { ModelSettings } from "../../core/model-settings.ts";
import { cannedServer, completion } from "../../testing/canned-server.ts";
import { endpointSettings } from "../../testing/model-settings.ts";
import { modelAnswer } from "../../testing/scripted-model.ts";
import { failedReply } from "../failed-reply.ts";
import { openPriceBook } from "../prices.ts";
import { type Personality, personality, personalityNamed } from "../server/personality.ts";
import { startSimulatedServer } from "../server/simulated-server.ts";
import { examineEndpoint } from "./examine-endpoint.ts";
import { judgeSpeed, judgeWidth } from "./pace.ts";
import { judgeSchema, judgeTools } from "./replies.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const MODEL = "gpt-4o-mini";
const prices = openPriceBook({ overrides: [], priceLike: null });

interface Visit {
  readonly settings?: Partial<ModelSettings>;
  readonly apiKey?: string;
}

async function examine(traits: Partial<Personality> | Personality, visit: Visit = {}): Promise<DoctorReport> {
  const server = await startSimulatedServer({
    port: 0,
    personality: personality({ ownedBy: "somebody", ...traits }),
    rules: () => [],
  });
  open.push(server);
  return examineUrl(server.url, visit);
}

function examineUrl(url: string, { settings = {}, apiKey }: Visit = {}): Promise<DoctorReport> {
  return examineEndpoint({
    settings: endpointSettings(url, { model: MODEL, timeoutMs: 300_000, ...settings }),
    apiKey: apiKey ?? null,
    prices,
  });
}

function found(report: DoctorReport, id: string): readonly unknown[] {
  const one = report.findings.find((finding) => finding.id === id);
  return one ? [one.status, one.finding, ...one.options] : [];
}

test("a well-behaved endpoint needs no option, and every finding is there", async () => {
  // Long enough a call for the noise of a busy machine not to look like a queue.
  const report = await examine({ delayMs: 40 });
  expect(report.findings.map((one) => [one.id, one.status])).toEqual(
    [
      "reachable",
      "model-name",
      "seeds",
      "seeds-beside",
      "width",
      "speed",
      "usage",
      "cached-tokens",
      "native-tools",
      "json-schema",
      "context",
      "price",
    ].map((id) => [id, "ok"]),
  );
  expect(report).toMatchObject({ model: MODEL, suggested: [] });
});

const matches = (text: string) => expect.stringContaining(text);

test.each<[string, string, Partial<Personality>, readonly unknown[]]>([
  [
    "model-name",
    "another name",
    { answersAs: "local" },
    ["warning", matches(`asked for ${MODEL}, local answers`), "--model local"],
  ],
  ["model-name", "a dated name", { answersAs: `${MODEL}-2024-07-18` }, ["ok", matches("by its version")]],
  [
    "seeds",
    "ignored seeds",
    { seeds: "ignored" },
    ["warning", matches("not honoured: 3 equal requests"), "--no-seed"],
  ],
  [
    "seeds",
    "a prompt cache",
    { seeds: "until-cached", promptCache: true },
    ["warning", matches("across the prompt cache"), "--no-seed"],
  ],
  ["seeds", "seeds honoured alone", personalityNamed("seeds-alone"), ["ok", matches("seeds are honoured")]],
  [
    "seeds-beside",
    "seeds honoured alone",
    personalityNamed("seeds-alone"),
    ["warning", matches("alone, not beside"), "-j 1"],
  ],
  ["width", "one slot", { oneAtATime: true, delayMs: 60 }, ["warning", matches("they queue"), "-j 1"]],
  ["usage", "no usage", { usage: "none" }, ["warning", matches("no token counts")]],
  ["cached-tokens", "cached tokens untold", { usage: "without-cached" }, ["unknown", matches("upper bound")]],
  [
    "cached-tokens",
    "cached tokens told",
    { promptCache: true },
    ["ok", expect.stringMatching(/up to [1-9]\d* here/)],
  ],
  [
    "native-tools",
    "calls written as text",
    { nativeTools: false },
    ["warning", matches("writes its tool call as text"), "--tool-protocol json"],
  ],
  [
    "native-tools",
    "neither protocol",
    { nativeTools: false, jsonSchema: false },
    ["problem", matches("cannot be measured")],
  ],
  ["json-schema", "no JSON", { jsonSchema: false }, ["warning", matches("not held to")]],
  [
    "context",
    "a small context",
    { contextTokens: 2_000 },
    ["warning", matches("context limit 2000 tokens, below")],
  ],
  ["context", "an untold context", { tellsContext: false }, ["unknown", matches("does not tell")]],
  [
    "price",
    "an unpriced model",
    { answersAs: "local" },
    ["warning", matches("no price is known for local"), "--price-like <catalogue model>"],
  ],
])("%s: %s", async (id, _, traits, expected) => {
  expect(found(await examine(traits), id)).toEqual(expected);
});

test.each<[string, Partial<Personality>, Visit, readonly unknown[]]>([
  [
    "a wrong key",
    { apiKey: "sk-right-0123456789" },
    { apiKey: "sk-wrong-0123456789" },
    ["problem", matches("auth (HTTP 401): Incorrect API key provided: [key]"), "--api-key-env <NAME>"],
  ],
  [
    "an unknown model",
    { models: ["only-this"] },
    {},
    ["problem", matches("it offers only-this"), "--model only-this"],
  ],
  [
    "a time-out",
    { mishaps: [{ call: "all", mishap: "hang" }] },
    { settings: { timeoutMs: 50 } },
    ["problem", matches("timeout"), "--timeout-s 1"],
  ],
  [
    "a server that is down",
    { mishaps: [{ call: "all", mishap: 503 }] },
    {},
    ["problem", matches("server-error (HTTP 503)"), "--retries 4"],
  ],
  [
    "a rate limit",
    { mishaps: [{ call: 1, mishap: 429 }] },
    {},
    ["problem", matches("rate-limit (HTTP 429)"), "--retries 4"],
  ],
  [
    "a rate limit that a retry answers",
    { mishaps: [{ call: 1, mishap: 429 }] },
    { settings: { maxRetries: 2 } },
    ["ok", matches("the endpoint answers")],
  ],
  [
    "a malformed body",
    { mishaps: [{ call: "all", mishap: "cut-body" }] },
    {},
    ["problem", matches("no-completion")],
  ],
])("reachable: %s", async (_, traits, visit, expected) => {
  const report = await examine(traits, visit);
  expect(found(report, "reachable")).toEqual(expected);
  if (expected[0] === "problem") expect(report.findings).toHaveLength(1);
});

test("reachable: nothing listening", async () => {
  expect(found(await examineUrl("http://127.0.0.1:1/v1"), "reachable")).toEqual([
    "problem",
    matches("ECONNREFUSED"),
    "--base-url <url>",
  ]);
});

test("a key is in no part of the report, even where the server echoes it", async () => {
  const report = await examine({ apiKey: "sk-right-0123456789" }, { apiKey: "sk-wrong-0123456789" });
  expect(JSON.stringify(report)).not.toContain("sk-wrong");
});

test("seeds: an endpoint whose replies never vary cannot be judged", async () => {
  const server = await cannedServer([completion({ content: "always this" }, { model: MODEL })]);
  open.push(server);
  expect(found(await examineUrl(server.url), "seeds")).toEqual(["unknown", matches("hardly varies")]);
});

test("seeds: an endpoint that refuses them is named", async () => {
  const refusal = {
    status: 400,
    body: JSON.stringify({ error: { message: "Unsupported parameter: 'seed'" } }),
  };
  // The first request asks for the model list, the second is the greeting without a seed.
  const server = await cannedServer([
    { body: "{}" },
    { body: "{}" },
    completion({ content: "ready" }, { model: MODEL }),
    refusal,
  ]);
  open.push(server);
  expect(found(await examineUrl(server.url), "seeds")).toEqual([
    "warning",
    matches("refuses a seed"),
    "--no-seed",
  ]);
});

test("echo: an endpoint that repeats another seed than the one sent is named", async () => {
  const answer = completion({ content: "a village" }, { model: MODEL, seed: 4, temperature: 1 });
  const server = await cannedServer([answer]);
  open.push(server);
  expect(found(await examineUrl(server.url), "echo")).toEqual([
    "warning",
    matches("another seed"),
    "--no-seed",
  ]);
});

test("the lab's own server is recognised under whatever name it is asked", async () => {
  const asked = async (model: string) =>
    found(await examine({ ownedBy: "harness-lab" }, { settings: { model } }), "model-name");
  expect(await asked(MODEL)).toEqual(["warning", matches("take it for a real one"), "--model simulated"]);
  expect(await asked("simulated")).toEqual(["ok", matches("simulated model answers")]);
});

test("a small local server gets every option that it needs, and none that is set already", async () => {
  const local = { ...personalityNamed("local-server"), ownedBy: "somebody" };
  const report = await examine(local);
  expect(report.suggested).toEqual([
    "--model small-local-model",
    "--no-seed",
    "-j 1",
    "--tool-protocol json",
    "--price-like <catalogue model>",
  ]);
  const settings = { model: "small-local-model", toolProtocol: "json", sendSeed: false } as const;
  expect((await examine(local, { settings })).suggested).toEqual(["-j 1", "--price-like <catalogue model>"]);
});

test("the simulated model in process has nothing to examine", async () => {
  const settings = endpointSettings(null);
  const report = await examineEndpoint({ settings, apiKey: null, prices });
  expect(report.findings).toMatchObject([{ id: "reachable", status: "ok" }]);
});

test("a call that breaks down says nothing about tools or JSON, a refused one does", () => {
  const late = failedReply({ class: "timeout", message: "late" });
  const refused = failedReply({ class: "bad-request", status: 400, message: "no tools here" });
  expect(judgeTools(late, late)).toMatchObject({ status: "unknown" });
  expect(judgeTools(refused, refused)).toMatchObject({
    status: "problem",
    finding: matches("no tools here"),
  });
  expect(judgeSchema(late, null)).toMatchObject({ status: "unknown" });
  expect(judgeSchema(refused, null)).toMatchObject({ status: "problem" });
});

const timed = (latencyMs: number, inputTokens = 600, outputTokens = 50) =>
  modelAnswer("x", {
    latencyMs,
    usage: { inputTokens, cachedInputTokens: null, outputTokens, estimated: false },
  });

test("speed: warns where the longest call comes near the time-out", () => {
  // 60 tokens read and 10 written a second: 6,000 and 1,024 tokens take 100 s and 102 s.
  const judge = (timeoutMs: number) => judgeSpeed(timed(10_000), timed(5_000), timeoutMs);
  expect(judge(310_000)).toMatchObject({ status: "ok", options: [] });
  expect(judge(300_000)).toMatchObject({ status: "warning", options: ["--timeout-s 420"] });
  expect(judgeSpeed(failedReply({ class: "timeout", message: "" }), timed(1), 1)).toMatchObject({
    status: "unknown",
  });
});

test("width: a staircase of times is a queue, also behind somebody else's request; equal times are not", () => {
  const times = (...all: number[]) => all.map((ms) => timed(ms));
  const judge = (alone: number, ...beside: number[]) =>
    judgeWidth(times(alone, alone), times(...beside)).status;
  expect(judge(100, 100, 200, 300, 400)).toBe("warning");
  expect(judge(100, 1_100, 1_200, 1_300, 1_400)).toBe("warning");
  expect(judge(100, 100, 110, 120, 130)).toBe("ok");
  expect(judge(1, 1, 2, 3, 4)).toBe("ok");
});
