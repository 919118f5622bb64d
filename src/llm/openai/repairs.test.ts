/** Whatever had to be put right in a reply is put right and noted (reliability-1 row 7). */

import { expect, test } from "vitest";
import type { ModelRequest } from "../../core/model.ts";
import type { ToolSpec } from "../../core/tool.ts";
import { type CannedAnswer, cannedServer, completion } from "../../testing/canned-server.ts";
import { modelRequest } from "../../testing/model-requests.ts";
import { endpointSettings } from "../../testing/model-settings.ts";
import { openAiModel } from "./openai-model.ts";

const ADD_TASK: ToolSpec = {
  name: "add_todo",
  description: "d",
  parameters: {
    type: "object",
    properties: {
      title: { type: "string" },
      tags: { type: ["array", "null"] },
      when: { anyOf: [{ type: "object" }, { type: "null" }] },
      raw: { anyOf: [{ type: "string" }, { type: "array" }] },
    },
  },
};

async function ask(answer: CannedAnswer, request: ModelRequest, toolProtocol: "native" | "json" = "native") {
  const server = await cannedServer([answer]);
  const model = openAiModel({
    settings: endpointSettings(server.url, { model: "m", toolProtocol }),
    apiKey: null,
  });
  const reply = await model.ask(request);
  await server.close();
  return reply;
}

const withTool = modelRequest({ tools: [ADD_TASK] });
const called = (args: unknown): CannedAnswer =>
  completion({ content: null, tool_calls: [{ id: "c", function: { name: "add_todo", arguments: args } }] });
const step = (args: unknown): CannedAnswer =>
  completion({ content: JSON.stringify({ step: { tool: "add_todo", arguments: args } }) });
const again = (value: unknown, times: number): string =>
  times === 0 ? JSON.stringify(value) : JSON.stringify(again(value, times - 1));

test.each<[string, unknown, object, readonly string[] | undefined]>([
  ["once", again({ title: "a" }, 0), { title: "a" }, undefined],
  ["twice", again({ title: "a" }, 1), { title: "a" }, ["decoded-arguments"]],
  ["three times", again({ title: "a" }, 2), { title: "a" }, ["decoded-arguments"]],
  ["in a list of types", { tags: '["x"]' }, { tags: ["x"] }, ["decoded-arguments"]],
  ["in alternatives", { when: '{"day": 1}' }, { when: { day: 1 } }, ["decoded-arguments"]],
  ["where a text is allowed", { raw: '["x"]' }, { raw: '["x"]' }, undefined],
  ["where a text is wanted", { title: '{"a": 1}' }, { title: '{"a": 1}' }, undefined],
  ["as something else", { tags: "7", when: "[]" }, { tags: "7", when: "[]" }, undefined],
])("arguments that are encoded %s are read the same in both protocols", async (_, args, value, notes) => {
  for (const reply of [await ask(called(args), withTool), await ask(step(args), withTool, "json")]) {
    expect(reply).toMatchObject({ toolCalls: [{ tool: "add_todo", arguments: value }] });
    expect(reply.kind === "answer" ? reply.notes : null).toEqual(notes);
  }
});

test.each(["null", "5", '"x"', "[1]", '"[1]"', '{"title": "a', "title=a"])(
  "arguments %s that are not an object are noted as malformed in both protocols",
  async (args) => {
    for (const reply of [await ask(called(args), withTool), await ask(step(args), withTool, "json")])
      expect(reply).toMatchObject({ toolCalls: [{ malformed: args }], notes: ["malformed-arguments"] });
  },
);

test.each([
  '<tool_call>{"name": "add_todo", "arguments": {"title": "a"}}</tool_call>',
  '```json\n{"name": "add_todo", "arguments": {"title": "a"}}\n```',
  '{"tool": "add_todo", "parameters": {"title": "a"}}',
  '{"function": {"name": "add_todo", "arguments": {}}}',
  "<function=add_todo><parameter=title>a</parameter></function>",
  '[TOOL_CALLS][{"name": "add_todo"}]',
  "<|python_tag|>add_todo.call(title='a')",
  "add_todo(title='a')",
  "I will do that.\n`functions.add_todo({title: 'a'})`",
  'to=functions.add_todo json{"title":"a"}',
])("a call that is written as text is noted and not run: %s", async (content) => {
  expect(await ask(completion({ content }), withTool)).toMatchObject({
    kind: "answer",
    text: content,
    toolCalls: [],
    notes: ["written-tool-call"],
  });
});

test.each([
  "I used add_todo for that.",
  "Call add_todo to add a title.",
  '{"title": "add_todo"}',
  "Done (really).",
])("a text that only speaks of a tool is not: %s", async (content) => {
  expect(await ask(completion({ content }), withTool)).not.toHaveProperty("notes");
  expect(await ask(completion({ content: `${content} <tool_call>` }), modelRequest())).not.toHaveProperty(
    "notes",
  );
});

test("a call that the finish word announces and that is not there is noted", async () => {
  const reply = await ask(completion({ content: "Let me look." }, {}, "tool_calls"), withTool);
  expect(reply).toMatchObject({ toolCalls: [], finish: "stop", notes: ["lost-tool-call"] });
});

test("a judge's example before the verdict is not the verdict", async () => {
  const schema = {
    name: "verdict",
    schema: {
      type: "object",
      properties: { pass: { type: "boolean" }, reason: { type: "string" } },
      required: ["pass", "reason"],
    },
  };
  const content =
    'A reply like {"pass": false, "reason": "vague"} would be wrong here: {"pass": true, "reason": "ok"}';
  expect(await ask(completion({ content }), modelRequest({ schema }))).toMatchObject({
    json: { pass: true },
    notes: ["text-around-json", "several-json"],
  });
});
