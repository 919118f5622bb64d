/** Walks the tables of API conditions over a real local server: each gives its class, and only what may pass is asked again. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { partyOf } from "../../core/failure-party.ts";
import type { FailureClass } from "../../core/model.ts";
import { type CannedAnswer, cannedServer, completion } from "../../testing/canned-server.ts";
import { modelRequest } from "../../testing/model-requests.ts";
import { endpointSettings } from "../../testing/model-settings.ts";
import { STATUS_CLASSES } from "../status-classes.ts";
import { ERROR_CONDITIONS } from "./api-conditions.ts";
import { COMPLETION_FAULTS } from "./completion-faults.ts";
import { FINISH_WORDS } from "./finish-words.ts";
import { openAiModel } from "./openai-model.ts";

let answer: CannedAnswer = { body: "" };
let asked = 0;
const server = createServer((incoming, outgoing) => {
  incoming.resume().on("end", () => {
    asked += 1;
    outgoing.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
    outgoing.end(answer.body);
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

async function ask(given: CannedAnswer) {
  answer = given;
  asked = 0;
  const { port } = server.address() as AddressInfo;
  const settings = endpointSettings(`http://127.0.0.1:${port}/v1`, { maxRetries: 2 });
  const reply = await openAiModel({ settings, apiKey: null, wait: async () => {} }).ask(modelRequest());
  return { reply, asked };
}

const json = (status: number, body: unknown): CannedAnswer => ({ status, body: JSON.stringify(body) });
const error = (status: number, fields: object): CannedAnswer => json(status, { error: fields });
const says = (status: number, message: string): CannedAnswer => error(status, { message });

async function expectClass(given: CannedAnswer, expected: FailureClass) {
  const { reply, asked: tries } = await ask(given);
  expect(reply.kind === "failed" ? [reply.failure.class, reply.failure.message] : reply).toEqual([
    expected,
    expect.stringMatching(/\S/),
  ]);
  const again = partyOf(expected) === "infrastructure" && expected !== "timeout";
  expect(tries).toBe(again ? 3 : 1);
}

/** Bodies of real servers, by condition. */
const EXAMPLES: Readonly<Record<string, readonly CannedAnswer[]>> = {
  "the simulated model has no rule": [error(422, { code: "no_rule", message: "no simulate rule matches" })],
  "the model wrote an unreadable call": [
    error(400, { code: "tool_use_failed", message: "Failed to call a function.", failed_generation: "<f>" }),
    error(400, { code: "json_validate_failed", message: "Failed to generate JSON.", failed_generation: "{" }),
  ],
  "the server could not parse what the model wrote": [
    says(500, "error parsing tool call: raw='{\"a\"', err=unexpected end of JSON input"),
    error(500, { code: 500, type: "server_error", message: "Failed to parse input at pos 12: <tool_call>" }),
  ],
  "the request is beyond the account's rate at any time": [
    error(413, {
      code: "rate_limit_exceeded",
      type: "tokens",
      message:
        "Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 7035, please reduce your message size and try again.",
    }),
    error(429, {
      code: "rate_limit_exceeded",
      message: "Request too large for gpt-4 on tokens per min (TPM): Limit 10000, Requested 15000.",
    }),
  ],
  "prompt and token cap together overflow the context": [
    says(422, "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000"),
    says(400, "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"),
  ],
  "the token cap is beyond the model": [
    says(400, "max_tokens is too large: 100000. This model supports at most 16384 completion tokens."),
    says(400, "max_tokens=4096 cannot be greater than max_model_len=2048"),
  ],
  "the context overflows, by its code": [
    error(400, { code: "context_length_exceeded", message: "Please reduce the length of the messages." }),
    error(400, { type: "exceed_context_size_error", message: "too big", n_ctx: 2048 }),
    error(500, { code: "context_length_exceeded", message: "overflow" }),
  ],
  "the context overflows, by the message": [
    says(400, "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000."),
    json(400, {
      error: { type: "invalid_request_error", message: "prompt is too long: 203456 tokens > 200000" },
    }),
    says(400, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."),
    says(400, "This model's maximum prompt length is 131072 but the request contains 537812 tokens."),
    says(400, "the request exceeds the available context size, try increasing it"),
    says(400, "Input is too long for requested model."),
    says(400, "The decoder prompt (length 5000) is longer than the maximum model length of 4096."),
    says(
      400,
      "Trying to keep the first 5000 tokens. The model is loaded with context length of only 4096 tokens",
    ),
    error(400, {
      message: "Provider returned error",
      metadata: { raw: "prompt too long; exceeded context" },
    }),
    says(500, "litellm.ContextWindowExceededError: this exceeds the maximum context length"),
  ],
  "the prompt is refused for its content": [
    error(400, { code: "content_filter", message: "The response was filtered." }),
    error(400, { code: "data_inspection_failed", message: "Input data may contain something." }),
  ],
  "the prompt is refused for its content, by the message": [
    error(403, { code: 403, message: "This model requires moderation and your input was flagged" }),
  ],
  "payment is required": [says(402, "Insufficient Balance"), json(402, {})],
  "the account is out of money, by its code": [
    error(429, { code: "insufficient_quota", message: "You exceeded your current quota" }),
    error(400, { code: "billing_hard_limit_reached", message: "Billing hard limit has been reached" }),
    error(400, { type: "budget_exceeded", message: "Current cost: 11, Max budget: 10" }),
  ],
  "the account is out of money, by the message": [
    json(400, {
      type: "error",
      error: { type: "invalid_request_error", message: "Your credit balance is too low to access the API." },
    }),
    says(400, "You have reached your specified API usage limits."),
    says(429, "You exceeded your current quota, please check your plan and billing details."),
    says(403, "Your team has used all available credits or reached its monthly spending limit."),
    json(200, { base_resp: { status_code: 1008, status_msg: "insufficient balance" }, choices: null }),
  ],
  "the key is refused, by its code or the message": [
    error(400, { type: "authentication_error", message: "no" }),
    error(200, { type: "authentication_error", message: "no" }),
  ],
  "the key is refused, by the message": [says(400, "API key not valid. Please pass a valid API key.")],
  "the model is unknown, by its code": [error(400, { code: "model_not_found", message: "no" })],
  "the model is unknown, by the message": [
    says(400, "The model `m` does not exist"),
    json(400, { object: "error", message: "m is not a valid model ID", code: 400 }),
  ],
  "the rate is limited, by its code": [
    error(400, { code: "rate_limit_exceeded", message: "slow down" }),
    error(200, { status: "RESOURCE_EXHAUSTED", message: "Quota exceeded. Please retry in 3s." }),
    json(429, [
      {
        error: {
          code: 429,
          status: "RESOURCE_EXHAUSTED",
          message: "You exceeded your current quota. Please retry in 34.07s.",
        },
      },
    ]),
  ],
  "the server is overloaded, by its code": [
    error(200, { type: "overloaded_error", message: "Overloaded" }),
    error(529, { type: "overloaded_error", message: "Overloaded" }),
  ],
};

test("every condition has an example, and no example is left over", () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(ERROR_CONDITIONS.map(({ name }) => name).sort());
});

test.each(
  ERROR_CONDITIONS.flatMap(({ name, class: expected }) =>
    (EXAMPLES[name] ?? []).map((given) => [name, given.status ?? 200, expected, given] as const),
  ),
)("%s (HTTP %i) is %s", async (_, __, expected, given) => {
  await expectClass(given, expected);
});

const STATUSES = [
  ...Object.keys(STATUS_CLASSES).map(Number),
  ...[400, 405, 406, 415, 417, 422, 423, 424, 431, 451, 500, 502, 503, 504, 520, 524, 529],
];
const expectedOf = (status: number): FailureClass =>
  STATUS_CLASSES[status] ?? (status >= 500 ? "server-error" : "bad-request");

test.each(STATUSES)("HTTP %i alone has its class, whatever the body is", async (status) => {
  const page = "<html><head><title>A proxy speaks</title></head><body>no</body></html>";
  for (const body of ["", "null", "{}", '"no"', page, '{"error": "no"}', '{"detail": [1]}'])
    await expectClass({ status, body }, expectedOf(status));
});

test.each([301, 302, 307, 308])(
  "HTTP %i is the operator's, and says where the address leads",
  async (status) => {
    const { reply } = await ask({ status, headers: { location: "https://elsewhere.example/v1" }, body: "" });
    expect(reply).toMatchObject({
      failure: { class: "bad-request", message: expect.stringContaining("elsewhere.example") },
    });
  },
);

const choice = (fields: unknown, rest: object = {}): CannedAnswer =>
  json(200, { choices: [fields], ...rest });
const stop = (message: unknown) => choice({ index: 0, finish_reason: "stop", message });
const BODIES: Readonly<Record<string, readonly CannedAnswer[]>> = {
  "the reply is not a JSON object": [
    ...[
      "",
      "  \n",
      "<!DOCTYPE html><html></html>",
      "ok",
      '{"id": "x", "choices": [{"mess',
      "null",
      "[]",
      "7",
    ],
    "<!DOCTYPE html>",
  ].map((body) => ({ body })),
  "the reply has no list of choices": [
    json(200, {}),
    json(200, { choices: null }),
    json(200, { choices: {} }),
  ],
  "the reply's list of choices is empty": [
    json(200, { choices: [] }),
    { headers: { "content-type": "text/event-stream" }, body: "data: [DONE]\n\n" },
  ],
  "the reply's choice is not an object": [choice(null), choice("hello"), choice([])],
  "the reply's choice has no message": [
    stop(null),
    stop("hello"),
    stop([]),
    choice({ text: "old protocol" }),
  ],
  "the message's content is not a text": [
    stop({ content: 42 }),
    stop({ content: {} }),
    stop({ content: [7] }),
  ],
  "the message's tool calls are not a list": [stop({ content: null, tool_calls: "read" })],
  "a tool call names no function": [
    stop({ content: null, tool_calls: [null] }),
    stop({ content: null, tool_calls: [{ id: "c", type: "function", function: null }] }),
    stop({ content: null, tool_calls: [{ id: "c", function: { name: 7, arguments: "{}" } }] }),
  ],
  "the message is empty and no token was read or written": [
    choice(
      { finish_reason: "stop", message: { content: null } },
      { usage: { prompt_tokens: 0, completion_tokens: 0 } },
    ),
  ],
  "the message has none of the fields of a reply": [stop({}), stop({ role: "assistant" })],
};

test("every shape that is no completion has an example, and no example is left over", () => {
  expect(Object.keys(BODIES).sort()).toEqual(COMPLETION_FAULTS.map(({ name }) => name).sort());
});

test.each(COMPLETION_FAULTS.map(({ name }) => [name]))("HTTP 200: %s is infrastructure", async (name) => {
  for (const given of BODIES[name] ?? []) {
    await expectClass(given, "no-completion");
    const { reply } = await ask(given);
    expect(reply).toMatchObject({ failure: { message: expect.stringContaining(name) } });
  }
});

test.each(FINISH_WORDS.aborted)(
  "a generation that ends with %s is infrastructure, whatever was written",
  async (word) => {
    for (const content of ["", "half an ans"])
      await expectClass(completion({ content }, {}, word), "no-completion");
  },
);

test.each(FINISH_WORDS.unusable)(
  "a reply that ends with %s and holds nothing is the model's doing",
  async (word) => {
    await expectClass(completion({ content: "" }, {}, word.toUpperCase()), "malformed-reply");
  },
);

test.each([
  ...FINISH_WORDS.stop.map((word) => [word, "stop"] as const),
  ...FINISH_WORDS.length.map((word) => [word, "length"] as const),
  ["FinishReason.STOP", "stop"] as const,
  ["never heard of", "unknown"] as const,
])("the finish word %s reads as %s", async (word, finish) => {
  expect((await ask(completion({ content: "hi" }, {}, word))).reply).toMatchObject({
    kind: "answer",
    finish,
  });
});

test.each([
  { error: null },
  { error: {} },
  { error: "" },
  { error: false },
  { errors: [] },
  { base_resp: { status_code: 0 } },
])("a completion that also carries %j is a completion", async (rest) => {
  expect((await ask(completion({ content: "hi" }, rest))).reply).toMatchObject({
    kind: "answer",
    text: "hi",
  });
});

test("a body that cannot be decompressed is infrastructure", async () => {
  await expectClass({ headers: { "content-encoding": "gzip" }, body: "not gzip" }, "network");
});

test.each([
  ["not a url", "bad-request"],
  ["ftp://127.0.0.1/v1", "bad-request"],
  ["http://127.0.0.1:1/v1", "network"],
])("the address %s is %s", async (url, expected) => {
  const model = openAiModel({ settings: endpointSettings(url), apiKey: null });
  expect(await model.ask(modelRequest())).toMatchObject({ failure: { class: expected } });
});

test("TLS spoken to a server without it is the operator's", async () => {
  const plain = await cannedServer([completion({ content: "hi" })]);
  const settings = endpointSettings(plain.url.replace("http:", "https:"));
  const reply = await openAiModel({ settings, apiKey: null }).ask(modelRequest());
  await plain.close();
  expect(reply).toMatchObject({ failure: { class: "bad-request" } });
});
