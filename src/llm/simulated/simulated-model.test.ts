/** Tests of the simulated model's rules (ARCHITECTURE 4.1). */

import { expect, test } from "vitest";
import type { ModelReply, ModelRequest } from "../../core/model.ts";
import { unitDraw } from "../../core/random.ts";
import { SimulateRule } from "../../core/scenario.ts";
import { modelRequest, toolSpec } from "../../testing/model-requests.ts";
import { simulatedModel } from "./simulated-model.ts";

const propose = { purpose: "propose" };

async function reply(rules: readonly unknown[], request: ModelRequest): Promise<ModelReply> {
  return simulatedModel({ rules: rules.map((rule) => SimulateRule.parse(rule)) }).ask(request);
}

async function said(rules: readonly unknown[], request: ModelRequest): Promise<string> {
  const got = await reply(rules, request);
  return got.kind === "answer" ? got.text : `failed ${got.failure.class}`;
}

test("takes the first rule that matches, by purpose and content", async () => {
  const rules = [
    { when: { purpose: "judge" }, say: "judge" },
    {
      when: { purpose: ["propose", "plan"], sees: ["6000", "/per (?<unit>minute|hour)/"] },
      say: "limit per ${unit}",
    },
    { when: propose, say: "Noted." },
  ];
  expect(await said(rules, modelRequest({ user: "6000 per hour" }))).toBe("limit per hour");
  expect(await said(rules, modelRequest({ user: "600 per hour" }))).toBe("Noted.");
  expect(await said(rules, modelRequest({ purpose: "judge" }))).toBe("judge");
});

test("never looks at the assistant's own words, tool specs or schema", async () => {
  const rules = [
    { when: { ...propose, sees: ["secret"] }, say: "seen" },
    { when: { ...propose, sees: { last: ["secret"] } }, say: "seen last" },
    { when: propose, say: "not seen" },
  ];
  const request = modelRequest({
    tools: [toolSpec("secret")],
    schema: { name: "secret", schema: { title: "secret" } },
    messages: [
      { role: "user", content: "hello" },
      { role: "assistant", content: "secret" },
    ],
  });
  expect(await said(rules, request)).toBe("not seen");
});

test.each([
  ["system", "in system"],
  ["user", "in user"],
  ["tool", "in tool"],
  ["last", "in tool"],
] as const)("looks in the %s part alone when told to", async (part, phrase) => {
  const request = modelRequest({
    messages: [
      { role: "system", content: "in system" },
      { role: "user", content: "in user" },
      { role: "assistant", content: "" },
      { role: "tool", callId: "call_1", tool: "read_file", content: "in tool" },
    ],
  });
  const elsewhere = ["in system", "in user", "in tool"].filter((other) => other !== phrase);
  expect(await said([{ when: { ...propose, sees: { [part]: [phrase] } }, say: "yes" }], request)).toBe("yes");
  for (const other of elsewhere) {
    const rules = [{ when: { ...propose, sees: { [part]: [other] } }, say: "yes" }];
    expect(await said(rules, request)).toBe("failed no-rule");
  }
});

test.each([
  ["both in one line", "a\n- port 80 here, 443 there\nb", "80 and 443"],
  ["the first line that fits", "- port 80\n- 443\n- port 81, 443\n- port 82, 443", "81 and 443"],
  ["in two lines", "- port 80\n- 443", "no"],
  ["with a phrase that the line must lack", "- port 80, 443 (closed)", "no"],
  ["with that phrase in another line", "- closed\n- port 80, 443", "80 and 443"],
] as const)("a line of the system part has to hold all of its phrases: %s", async (_name, system, text) => {
  const line = ["/port (?<one>\\d+)/", "/(?<other>443)/"];
  const rules = [
    { when: { ...propose, sees: { line, lacks: ["closed"] } }, say: "${one} and ${other}" },
    { when: propose, say: "no" },
  ];
  const messages = [
    { role: "system", content: system },
    { role: "user", content: "port 1, 443" },
  ] as const;
  expect(await said(rules, modelRequest({ messages }))).toBe(text);
});

test("a phrase under none keeps the rule from matching, and offers asks for a tool", async () => {
  const rules = [
    {
      when: { ...propose, sees: { none: ["done"] }, offers: "read_file" },
      call: { tool: "read_file", arguments: { path: "a" } },
    },
    { when: propose, say: "finished" },
  ];
  const tools = [toolSpec("read_file")];
  const first = await reply(rules, modelRequest({ user: "go", tools }));
  expect(first).toMatchObject({
    finish: "tool-calls",
    toolCalls: [{ id: "call_1", tool: "read_file", arguments: { path: "a" } }],
  });
  expect(await said(rules, modelRequest({ user: "done", tools }))).toBe("finished");
  expect(await said(rules, modelRequest({ user: "go" }))).toBe("finished");
});

test("fills captures in text, in JSON however deep, and in call arguments", async () => {
  const when = { ...propose, sees: { user: ["/file (?<file>\\S+)/", "/line (?<line>\\d+)/"] } };
  const request = modelRequest({ user: "file a.txt line 7", schema: { name: "x", schema: {} } });
  expect(
    await reply([{ when, json: { at: [{ file: "${file}", line: "${line}" }] } }], request),
  ).toMatchObject({
    text: '{"at":[{"file":"a.txt","line":"7"}]}',
    json: { at: [{ file: "a.txt", line: "7" }] },
  });
  expect(
    await reply([{ when, call: { tool: "t", arguments: { path: "x/${file}" } } }], request),
  ).toMatchObject({
    toolCalls: [{ arguments: { path: "x/a.txt" } }],
  });
});

test("a schema request answered in prose has no json value", async () => {
  const request = modelRequest({ schema: { name: "x", schema: {} } });
  expect(await reply([{ when: propose, say: "I would rather not." }], request)).not.toHaveProperty("json");
  expect(await reply([{ when: propose, say: 'Sure: ```json\n{"a":1}\n```' }], request)).toMatchObject({
    json: { a: 1 },
  });
});

test("chance is a pure function of seed and rule, and near the stated share", async () => {
  const rules = [
    { when: propose, chance: 0.3, say: "rare" },
    { when: propose, say: "usual" },
  ];
  const seeds = Array.from({ length: 400 }, (_, i) => i);
  const draws = await Promise.all(seeds.map((seed) => said(rules, modelRequest({ seed }))));
  expect(draws).toEqual(seeds.map((seed) => (unitDraw(seed, 0) < 0.3 ? "rare" : "usual")));
  const share = draws.filter((text) => text === "rare").length / draws.length;
  expect(share).toBeGreaterThan(0.23);
  expect(share).toBeLessThan(0.37);
});

test("a request that no rule matches fails, naming purpose and the request's end", async () => {
  const request = modelRequest({ purpose: "classify-turn", user: `${"x".repeat(300)} the end` });
  expect(await reply([{ when: propose, say: "a" }], request)).toMatchObject({
    kind: "failed",
    failure: { class: "no-rule", message: expect.stringMatching(/classify-turn.*x{190,200} the end$/) },
  });
});

test("a name that nothing captured fails the call, naming it", async () => {
  const got = await reply([{ when: propose, say: "hi ${name}" }], modelRequest());
  expect(got).toMatchObject({ failure: { class: "no-rule", message: expect.stringContaining("${name}") } });
});

test("a fail rule is a failed reply with the class of its status", async () => {
  expect(await reply([{ when: propose, fail: { status: 503 } }], modelRequest())).toMatchObject({
    kind: "failed",
    failure: { class: "server-error", status: 503 },
    usage: null,
  });
});

test("token counts are estimated and the virtual latency follows from them", async () => {
  const short = await reply([{ when: propose, say: "x".repeat(35) }], modelRequest({ user: "y".repeat(35) }));
  expect(short).toMatchObject({
    // 21 characters of system text are 6 tokens, 35 of user text 10, and 4 for each of two messages.
    usage: { inputTokens: 24, cachedInputTokens: 0, outputTokens: 10, estimated: true },
    virtualLatencyMs: 300 + 12 + 200,
    latencyMs: null,
  });
});

test("a pattern that does not compile is an error for the operator", () => {
  const rules = [SimulateRule.parse({ when: { ...propose, sees: ["/(/"] }, say: "a" })];
  expect(() => simulatedModel({ rules })).toThrow(/\/\(\/ is not a regular expression/);
});
