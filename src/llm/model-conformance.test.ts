/** One suite over the Model port's implementations: in process, over HTTP in both tool protocols, and recorded. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Model, ModelReply, ModelRequest } from "../core/model.ts";
import type { ModelCall } from "../core/model-call.ts";
import { SimulateRule } from "../core/scenario.ts";
import { firstPlace, modelRequest, toolSpec } from "../testing/model-requests.ts";
import { endpointSettings } from "../testing/model-settings.ts";
import { openAiModel } from "./openai/openai-model.ts";
import { openPriceBook } from "./prices.ts";
import { labHeaders } from "./server/lab-headers.ts";
import { personality } from "./server/personality.ts";
import { type SimulatedServer, startSimulatedServer } from "./server/simulated-server.ts";
import { simulatedModel } from "./simulated/simulated-model.ts";
import { meteredModel } from "./wrappers/metered.ts";
import { recordedModel } from "./wrappers/recorded.ts";

const when = { purpose: "propose" };
const rules: readonly SimulateRule[] = [
  {
    when: { purpose: "judge", sees: ["/score (?<score>\\d)/"] },
    json: { verdict: "pass", why: "it says ${score}" },
  },
  { when: { purpose: "judge" }, say: "I cannot say." },
  { when: { ...when, sees: { last: ["break"] } }, fail: { status: 503 } },
  { when: { ...when, sees: { last: ["refuse"] } }, fail: { status: 400 } },
  { when: { ...when, sees: { last: ["cut"] } }, say: "This goes on and", finish: "length" },
  {
    when: { ...when, sees: { tool: ["/holds (?<what>\\w+)/"] } },
    say: 'The file holds ${what}: "quoted", å, 漢字.',
  },
  {
    when: { ...when, sees: { user: ["/read (?<path>\\S+)/"] }, offers: "read_file" },
    call: { tool: "read_file", arguments: { path: "${path}" } },
  },
  { when: { ...when, sees: { last: ["chance"] } }, chance: 0.5, spontaneous: true, say: "heads" },
  { when: { ...when, sees: { last: ["chance"] } }, say: "tails" },
].map((rule) => SimulateRule.parse(rule));

const tools = [toolSpec("read_file"), toolSpec("list_files")];
const schema = {
  name: "verdict",
  schema: { type: "object", properties: { verdict: { type: "string" } } },
} as const;
const afterCall: ModelRequest["messages"] = [
  { role: "system", content: "You are an assistant." },
  { role: "user", content: "read a.txt" },
  {
    role: "assistant",
    content: "",
    toolCalls: [{ id: "call_7", tool: "read_file", arguments: { path: "a.txt" } }],
  },
  { role: "tool", callId: "call_7", tool: "read_file", content: "it holds apples" },
];

const requests: Readonly<Record<string, ModelRequest>> = {
  "a plain reply": modelRequest({ user: "cut" }),
  "a tool call": modelRequest({ user: "read a.txt", tools }),
  "a reply after a tool's result": modelRequest({ messages: afterCall, tools }),
  "a tool's result whose call was compacted away": modelRequest({
    messages: afterCall.filter((one) => one.role !== "assistant"),
    tools,
  }),
  "a request without a system text": modelRequest({ messages: afterCall.slice(1, 2), tools }),
  "JSON of a schema": modelRequest({ purpose: "judge", user: "score 4", schema }),
  "prose where JSON was asked for": modelRequest({ purpose: "judge", user: "hm", schema }),
  "a failure of the server": modelRequest({ user: "break" }),
  "a refused request": modelRequest({ user: "refuse" }),
  "no rule": modelRequest({ purpose: "classify-turn" }),
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((turn) => [
      `draw ${turn}`,
      modelRequest({ user: `chance ${turn}`, place: { ...firstPlace, turn } }),
    ]),
  ),
};

let server: SimulatedServer;
let expected: Record<string, ModelReply>;
let calls: ModelCall[];

function metered(inner: Model, onCall: (call: ModelCall) => void = () => {}): Model {
  const prices = openPriceBook({ overrides: [], priceLike: null });
  return meteredModel(inner, { trialSeed: "1", drawSalt: "", prices, onCall });
}

async function askAll(model: Model): Promise<Record<string, ModelReply>> {
  const replies: Record<string, ModelReply> = {};
  for (const [name, request] of Object.entries(requests)) replies[name] = await model.ask(request);
  return replies;
}

beforeAll(async () => {
  const forScenario = (id: string | null) => (id === "some/scenario" ? rules : []);
  server = await startSimulatedServer({ port: 0, personality: personality(), rules: forScenario });
  calls = [];
  expected = await askAll(metered(simulatedModel({ rules }), (call) => calls.push(call)));
});
afterAll(() => server.close());

function overHttp(toolProtocol: "native" | "json", sendSeed = true): Model {
  const settings = endpointSettings(server.url, { toolProtocol, sendSeed });
  return metered(openAiModel({ settings, apiKey: null, headers: labHeaders("some/scenario") }));
}

/** Fields in which two replies may differ. */
function comparable(reply: ModelReply, exempt: readonly string[]): unknown {
  const left = Object.entries(reply).filter(
    ([field]) => !["latencyMs", "source", "fingerprint", ...exempt].includes(field),
  );
  return Object.fromEntries(left);
}

describe.each<[string, () => Model, readonly string[]]>([
  ["over HTTP with native tools", () => overHttp("native"), []],
  ["over HTTP without a seed in the body", () => overHttp("native", false), []],
  // The protocol's own text costs tokens, which the simulated server counts as the plain request's.
  ["over HTTP with JSON steps", () => overHttp("json"), ["usage", "virtualLatencyMs"]],
  ["recorded", () => metered(recordedModel(calls)), []],
])("%s", (_, open, exempt) => {
  test("gives the replies of the simulated model in process", async () => {
    const replies = await askAll(open());
    for (const name of Object.keys(requests)) {
      expect(comparable(replies[name] as ModelReply, exempt), name).toEqual(
        comparable(expected[name] as ModelReply, exempt),
      );
    }
  });
});

test("the cases reach what they are there for", () => {
  const kinds = Object.values(expected).map((reply) =>
    reply.kind === "failed" ? reply.failure.class : reply.finish,
  );
  expect(new Set(kinds)).toEqual(
    new Set(["stop", "length", "tool-calls", "server-error", "bad-request", "no-rule"]),
  );
  const draws = [1, 2, 3, 4, 5, 6].map((turn) => expected[`draw ${turn}`]);
  expect(new Set(draws.map((reply) => (reply?.kind === "answer" ? reply.text : "")))).toEqual(
    new Set(["heads", "tails"]),
  );
  for (const draw of draws)
    expect(draw).toMatchObject(
      draw?.kind === "answer" && draw.text === "heads" ? { spontaneous: true } : { text: "tails" },
    );
  expect(draws.some((draw) => draw?.kind === "answer" && draw.text === "tails" && draw.spontaneous)).toBe(
    false,
  );
  expect(expected["JSON of a schema"]).toMatchObject({ json: { verdict: "pass", why: "it says 4" } });
  expect(expected["prose where JSON was asked for"]).not.toHaveProperty("json");
});
