/** Tests of tools without native calls: `--tool-protocol json`. */

import { afterEach, expect, test } from "vitest";
import type { ModelRequest } from "../../core/model.ts";
import {
  type CannedAnswer,
  type CannedServer,
  cannedServer,
  completion,
} from "../../testing/canned-server.ts";
import { modelRequest, toolSpec } from "../../testing/model-requests.ts";
import { endpointSettings } from "../../testing/model-settings.ts";
import { openAiModel } from "./openai-model.ts";

let server: CannedServer | null = null;
afterEach(() => server?.close());

const tools = [toolSpec("read_file"), toolSpec("send_mail", "to")];

async function ask(answers: readonly CannedAnswer[], request: ModelRequest = modelRequest({ tools })) {
  server = await cannedServer(answers);
  const settings = endpointSettings(server.url, { toolProtocol: "json" });
  const reply = await openAiModel({ settings, apiKey: null }).ask(request);
  return { reply, sent: server.received.map((one) => one.body) };
}

const says = (content: string, finish = "stop") => completion({ content }, {}, finish);

test("asks for one step by schema, tells the protocol after the harness's own text, and sends no native tools", async () => {
  const { sent } = await ask([says('{"step":{"reply":"hi"}}')]);
  const closed = (properties: object) => ({
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });
  const branches = tools.map((tool) => closed({ tool: { const: tool.name }, arguments: tool.parameters }));
  expect(sent[0]).not.toHaveProperty("tools");
  expect(sent[0]).toMatchObject({
    max_tokens: 2048,
    response_format: {
      json_schema: {
        name: "step",
        schema: closed({ step: { anyOf: [...branches, closed({ reply: { type: "string" } })] } }),
      },
    },
    messages: [
      {
        role: "system",
        content: expect.stringMatching(
          /^You are an assistant\.\n\n# How to reply\n.*"read_file".*"send_mail"/s,
        ),
      },
      { role: "user" },
    ],
  });
});

test("history goes as steps, results come back as user messages", async () => {
  const messages: ModelRequest["messages"] = [
    { role: "user", content: "read a" },
    {
      role: "assistant",
      content: "",
      toolCalls: [{ id: "call_3", tool: "read_file", arguments: { path: "a" } }],
    },
    { role: "tool", callId: "call_3", tool: "read_file", content: "apples" },
    { role: "assistant", content: "It holds apples." },
  ];
  const { sent } = await ask([says('{"step":{"reply":"hi"}}')], modelRequest({ messages, tools }));
  expect(sent[0]?.messages).toEqual([
    { role: "system", content: expect.stringContaining("# How to reply") },
    { role: "user", content: "read a" },
    { role: "assistant", content: '{"step":{"tool":"read_file","arguments":{"path":"a"}}}' },
    { role: "user", content: "Result of tool read_file (call_3):\napples" },
    { role: "assistant", content: '{"step":{"reply":"It holds apples."}}' },
  ]);
});

test.each<[string, object]>([
  [
    '{"step": {"tool": "read_file", "arguments": {"path": "a"}}}',
    {
      text: "",
      finish: "tool-calls",
      toolCalls: [{ id: "call_1", tool: "read_file", arguments: { path: "a" } }],
    },
  ],
  [
    '```json\n{"step": {"reply": "It holds apples."}}\n```',
    { text: "It holds apples.", toolCalls: [], finish: "stop" },
  ],
  ['{"tool": "read_file"}', { toolCalls: [{ tool: "read_file", arguments: {} }] }],
  ['{"step": {"tool": "no_such", "arguments": {}}}', { toolCalls: [{ tool: "no_such" }] }],
  [
    '{"step": {"tool": "read_file", "arguments": [1]}}',
    { toolCalls: [{ tool: "read_file", arguments: {}, malformed: "[1]" }] },
  ],
  ['{"step": {"reply": {"a": 1}}}', { text: '{"a":1}' }],
])("reads the step %s", async (content, expected) => {
  const { reply, sent } = await ask([says(content)]);
  expect(reply).toMatchObject({ kind: "answer", ...expected });
  expect(sent).toHaveLength(1);
});

test("asks again once where there is no step, and both calls are paid", async () => {
  const { reply, sent } = await ask([says("I would read it."), says('{"step":{"reply":"ok"}}')]);
  expect(reply).toMatchObject({
    text: "ok",
    notes: ["asked-again"],
    usage: { inputTokens: 22, outputTokens: 14, cachedInputTokens: null },
  });
  expect(sent[1]?.messages).toMatchObject([
    { role: "system" },
    { role: "user", content: "hello" },
    { role: "assistant", content: "I would read it." },
    { role: "user", content: expect.stringContaining("no valid step") },
  ]);
});

test("fails as malformed after the second text without a step", async () => {
  const { reply, sent } = await ask([says("no"), says('{"other": 1}')]);
  expect(reply).toMatchObject({
    kind: "failed",
    failure: { class: "malformed-reply" },
    usage: { inputTokens: 22 },
  });
  expect(sent).toHaveLength(2);
});

test("an answer cut at the token limit keeps what there is of it, as a native reply would", async () => {
  const { reply } = await ask([says('{"step": {"reply": "The file holds \\"app', "length")]);
  expect(reply).toMatchObject({
    kind: "answer",
    text: 'The file holds "app',
    finish: "length",
    toolCalls: [],
  });
});

test("a call cut at the token limit is never closed and run", async () => {
  const { reply } = await ask([says('{"step": {"tool": "read_file", "arguments": {"pa', "length")]);
  expect(reply).toMatchObject({ kind: "failed", failure: { class: "malformed-reply" } });
});

test("a schema takes the place of the reply's text beside tools, and stands alone without", async () => {
  const schema = { name: "verdict", schema: { type: "object", properties: { ok: { type: "boolean" } } } };
  const beside = await ask([says('{"step":{"reply":{"ok":true}}}')], modelRequest({ tools, schema }));
  expect(beside.reply).toMatchObject({ text: '{"ok":true}', json: { ok: true } });
  await server?.close();
  const alone = await ask([says('{"ok":true}')], modelRequest({ schema }));
  expect(alone.reply).toMatchObject({ json: { ok: true } });
  expect(alone.sent[0]).toMatchObject({ response_format: { json_schema: { name: "verdict" } } });
});
