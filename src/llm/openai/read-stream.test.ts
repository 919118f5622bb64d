/** Event streams by their grammar: comments, keep-alives, line ends, data over several lines, cuts at any byte (reliability-1 row 8). */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { modelRequest, toolSpec } from "../../testing/model-requests.ts";
import { endpointSettings } from "../../testing/model-settings.ts";
import { openAiModel } from "./openai-model.ts";
import { readStream } from "./read-stream.ts";

let pieces: readonly Buffer[] = [];
const server = createServer((incoming, outgoing) => {
  incoming.resume().on("end", async () => {
    outgoing.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    outgoing.socket?.setNoDelay();
    for (const piece of pieces) {
      outgoing.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    outgoing.end();
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

async function ask(text: string | readonly Buffer[]) {
  pieces = typeof text === "string" ? [Buffer.from(text)] : text;
  const { port } = server.address() as AddressInfo;
  const settings = endpointSettings(`http://127.0.0.1:${port}/v1`);
  return openAiModel({ settings, apiKey: null }).ask(modelRequest({ tools: [toolSpec("f", "x")] }));
}

const chunk = (delta: object, finish: string | null = null): string =>
  JSON.stringify({ id: "c", model: "m", choices: [{ index: 0, delta, finish_reason: finish }] });
const event = (data: string, end = "\n"): string => `data: ${data}${end}${end}`;
const HELLO = [event(chunk({ content: "Hå" })), event(chunk({ content: "llo" })), event(chunk({}, "stop"))];
const DONE = event("[DONE]");
const whole = (...between: string[]): string =>
  [between[0] ?? "", HELLO[0], between[1] ?? "", HELLO[1], between[2] ?? "", HELLO[2], DONE].join("");

test.each([
  ["nothing between", whole()],
  ["comment lines", whole(": one\n\n", ":\n\n", ":two\n")],
  ["comments wrapped in data", whole("data: : OPENROUTER PROCESSING\n\n", "data: :\n\n", "data: : x\n\n")],
  ["blank data", whole("data:\n\n", "data: \n\n", "data\n\n")],
  ["blank lines", whole("\n\n\n", "\n", "\n\n")],
  ["named keep-alives", whole("event: ping\ndata: {}\n\n", 'event: ping\ndata: {"type": "ping"}\n\n')],
  ["ids and retry times", whole("id: 7\nretry: 3000\n\n", "id: 8\n", "retry: x\n\n")],
  ["unknown fields", whole("foo: bar\n\n", "baz\n\n")],
  ["line ends of two characters", whole(": c\n\n", "data: : c\n\n").replaceAll("\n", "\r\n")],
  ["line ends of a carriage return", whole(": c\n\n").replaceAll("\n", "\r")],
  ["a byte order mark", `\uFEFF${whole()}`],
  ["no space behind the colon", whole().replaceAll("data: ", "data:")],
  ["data over several lines", whole().replaceAll(', "', ',\ndata: "').replace('{"id"', '{\ndata: "id"')],
  ["data wrapped twice", whole().replace("data: {", "data: data: {")],
  ["no end mark", whole().replace(DONE, "")],
  ["no blank line at the end", whole().trimEnd()],
  ["something behind the end mark", `${whole()}data: what is this\n\n`],
  ["an account cut short", `${HELLO.join("")}data: {"choices": [], "usa`],
])("reads a stream with %s", async (_, text) => {
  expect(await ask(text)).toMatchObject({ kind: "answer", text: "Hållo", finish: "stop", model: "m" });
});

test("reads the same wherever the bytes are parted", async () => {
  const bytes = Buffer.from(whole(": c\r\n\r\n", "data: : c\r\n\r\n"));
  const read = await ask([bytes]);
  for (let at = 1; at < bytes.length; at += 7) {
    const parted = await ask([bytes.subarray(0, at), bytes.subarray(at)]);
    expect({ ...parted, latencyMs: 0 }).toEqual({ ...read, latencyMs: 0 });
  }
  const single = await ask(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)));
  expect({ ...single, latencyMs: 0 }).toEqual({ ...read, latencyMs: 0 });
});

test.each([
  ["in the middle of an event", HELLO.join("").slice(0, -60)],
  ["between two events", HELLO.slice(0, 2).join("")],
  ["with an event that cannot be read", `${HELLO[0]}data: {"cho\n\n${HELLO[1]}${DONE}`],
])("a stream that is cut %s is infrastructure", async (_, text) => {
  expect(await ask(text)).toMatchObject({ failure: { class: "network" } });
});

test.each([
  ["in a chunk", `${HELLO[0]}${event('{"error": {"code": 429, "message": "slow down"}}')}`, "rate-limit"],
  [
    "in an error event",
    `${HELLO[0]}event: error\ndata: {"code": 503, "message": "gone"}\n\n`,
    "server-error",
  ],
  ["as plain text", `${HELLO[0]}event: error\ndata: upstream reset\n\n`, "server-error"],
  ["as a plain JSON answer", '{"error": {"code": "insufficient_quota", "message": "no"}}', "quota"],
  [
    "in a choice",
    `${HELLO[0]}${event('{"choices": [{"index": 0, "delta": {}, "finish_reason": "error", "error": {"code": 502}}]}')}`,
    "server-error",
  ],
])("an error that a stream states %s is read as one", async (_, text, expected) => {
  expect(await ask(text)).toMatchObject({ failure: { class: expected } });
});

test("other choices of a stream are not mixed into the first", () => {
  const other = JSON.stringify({ choices: [{ index: 1, delta: { content: "no" } }] });
  expect(readStream(`${HELLO[0]}${event(other)}${HELLO[2]}${DONE}`).body).toMatchObject({
    choices: [{ message: { content: "Hå" } }],
  });
});

const part = (index: number | undefined, id: string | undefined, name: string | undefined, args: string) =>
  event(chunk({ tool_calls: [{ index, id, function: { name, arguments: args } }] }));
test.each([
  ["by index", part(0, "a", "f", '{"x"') + part(1, "b", "f", "{}") + part(0, undefined, undefined, ':"1"}')],
  ["by id alone", part(undefined, "a", "f", '{"x":"1"}') + part(undefined, "b", "f", "{}")],
  ["by id under one index", part(0, "a", "f", '{"x":"1"}') + part(0, "b", "f", "{}")],
])("tells two calls apart %s", async (_, parts) => {
  const reply = await ask(`${parts}${event(chunk({}, "tool_calls"))}${DONE}`);
  expect(reply).toMatchObject({ toolCalls: [{ arguments: { x: "1" } }, { arguments: {} }] });
});
