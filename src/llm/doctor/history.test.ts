/** The doctor finds the setting for each way in which servers deviate about a history with a tool call (reliability-1 row 10). */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { completion } from "../../testing/canned-server.ts";
import { endpointSettings } from "../../testing/model-settings.ts";
import { openPriceBook } from "../prices.ts";
import { examineEndpoint } from "./examine-endpoint.ts";

interface WireMessage {
  readonly role: string;
  readonly content: unknown;
  readonly reasoning_content?: string;
}

const called = completion(
  {
    content: null,
    reasoning_content: "I have to read it.",
    tool_calls: [
      { id: "c", type: "function", function: { name: "read_file", arguments: '{"path":"notes/today.txt"}' } },
    ],
  },
  {},
  "tool_calls",
);

/** Examines a server that answers, calls the tool once, and takes an assistant's message only if it is to its liking. */
async function examine(takes: (message: WireMessage) => boolean) {
  const server = createServer(async (incoming, outgoing) => {
    let text = "";
    for await (const chunk of incoming) text += String(chunk);
    const { messages = [], tools } = JSON.parse(text || "{}") as {
      messages?: WireMessage[];
      tools?: unknown;
    };
    const assistant = messages.find(({ role }) => role === "assistant");
    const refused = assistant !== undefined && !takes(assistant);
    const answer = tools && !assistant ? called : completion({ content: '{"colour":"blue","days":7}' });
    outgoing.writeHead(refused ? 400 : 200, { "content-type": "application/json" });
    outgoing.end(refused ? '{"error":{"message":"invalid assistant message"}}' : answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const prices = openPriceBook({ overrides: [], priceLike: null });
  const report = await examineEndpoint({
    settings: endpointSettings(url, { model: "m" }),
    apiKey: null,
    prices,
  });
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  const one = report.findings.find(({ id }) => id === "history");
  return one ? [one.status, ...one.options] : [];
}

test.each<[string, (message: WireMessage) => boolean, readonly string[]]>([
  ["takes the usual form", () => true, []],
  ["refuses content of null", ({ content }) => content !== null, ["warning", "--empty-content text"]],
  ["wants its thinking back", (one) => one.reasoning_content !== undefined, ["warning", "--send-thinking"]],
  [
    "does both",
    (one) => one.content !== null && one.reasoning_content !== undefined,
    ["warning", "--empty-content text", "--send-thinking"],
  ],
  ["takes no form", () => false, ["problem"]],
])("an endpoint that %s", async (_, takes, expected) => {
  expect(await examine(takes)).toEqual(expected);
});
