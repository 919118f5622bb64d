/** Provider's parts beside a tool call go back with it, and each deviation has its setting (reliability-1 row 10). */

import { expect, test } from "vitest";
import type { Message, ModelAnswer } from "../../core/model.ts";
import type { ModelSettings } from "../../core/model-settings.ts";
import { type CannedAnswer, cannedServer, completion } from "../../testing/canned-server.ts";
import { modelRequest, toolSpec } from "../../testing/model-requests.ts";
import { endpointSettings } from "../../testing/model-settings.ts";
import { openAiModel } from "./openai-model.ts";

const call = (rest: object = {}) => ({
  ...rest,
  id: "c",
  type: "function",
  function: { name: "read_file", arguments: '{"path":"a"}' },
});
const calls = (message: object, ofCall: object = {}): CannedAnswer =>
  completion({ content: null, tool_calls: [call(ofCall)], ...message }, {}, "tool_calls");

/** Asks, puts the call and a result into the history, asks again, and gives the assistant's message as it went back. */
async function sentBack(answer: CannedAnswer, settings: Partial<ModelSettings> = {}) {
  const server = await cannedServer([answer, completion({ content: "ok" })]);
  const model = openAiModel({ settings: endpointSettings(server.url, settings), apiKey: null });
  const request = modelRequest({ tools: [toolSpec("read_file")] });
  const { text, toolCalls, carry } = (await model.ask(request)) as ModelAnswer;
  const history: Message[] = [
    ...request.messages,
    { role: "assistant", content: text, toolCalls, ...(carry === undefined ? {} : { carry }) },
    { role: "tool", callId: toolCalls[0]?.id ?? "", tool: "read_file", content: "x" },
  ];
  await model.ask({ ...request, messages: history });
  await server.close();
  const messages = server.received[1]?.body.messages as readonly Record<string, unknown>[];
  return messages.find(({ role }) => role === "assistant");
}

const signature = { google: { thought_signature: "abc" } };
const details = [{ type: "reasoning.encrypted", data: "xyz" }];
const usual = {
  role: "assistant",
  content: null,
  tool_calls: [
    { id: "call_1", type: "function", function: { name: "read_file", arguments: '{"path":"a"}' } },
  ],
};

test.each<[string, CannedAnswer, Partial<ModelSettings>, object]>([
  ["nothing beside it", calls({}), {}, usual],
  [
    "a signature of the message",
    calls({ extra_content: signature }),
    {},
    { ...usual, extra_content: signature },
  ],
  ["thinking in parts", calls({ reasoning_details: details }), {}, { ...usual, reasoning_details: details }],
  [
    "a signature of the call",
    calls({}, { extra_content: signature }),
    {},
    { ...usual, tool_calls: [{ ...usual.tool_calls[0], extra_content: signature }] },
  ],
  ["plain thinking that is not wanted", calls({ reasoning_content: "hm" }), {}, usual],
  [
    "plain thinking that is wanted",
    calls({ reasoning_content: "hm" }),
    { sendThinking: true },
    { ...usual, reasoning_content: "hm" },
  ],
  [
    "fields that are nobody's",
    calls({ annotations: [], audio: null, foo: 1 }),
    { sendThinking: true },
    usual,
  ],
  ["content as an empty text", calls({}), { emptyContent: "text" }, { ...usual, content: "" }],
])("a call with %s goes back as it has to", async (_, answer, settings, expected) => {
  expect(await sentBack(answer, settings)).toEqual(expected);
});

test("parts that come in chunks of a stream are put together", async () => {
  const part = (data: string) => [{ type: "reasoning.encrypted", data }];
  const deltas = [
    { reasoning_details: part("x") },
    { reasoning_details: part("y"), extra_content: { a: 1 } },
    { extra_content: { b: 2 }, tool_calls: [{ index: 0, ...call({ extra_content: signature }) }] },
  ];
  const body = deltas
    .map((delta) => `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`)
    .join("");
  const stream = { headers: { "content-type": "text/event-stream" }, body: `${body}data: [DONE]\n\n` };
  expect(await sentBack(stream)).toEqual({
    ...usual,
    reasoning_details: [...part("x"), ...part("y")],
    extra_content: { a: 1, b: 2 },
    tool_calls: [{ ...usual.tool_calls[0], extra_content: signature }],
  });
});
