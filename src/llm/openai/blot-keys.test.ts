/** A key reaches no reply: through every field, in every encoding, wherever a stream is parted (reliability-1 row 6). */

import { expect, test } from "vitest";
import { seededRandom } from "../../core/random.ts";
import { Secret } from "../../core/secret.ts";
import { type CannedAnswer, cannedServer, completion } from "../../testing/canned-server.ts";
import { modelRequest, toolSpec } from "../../testing/model-requests.ts";
import { endpointSettings } from "../../testing/model-settings.ts";
import { openBlotter } from "./blot-keys.ts";
import { openAiModel } from "./openai-model.ts";

const KEY = 'sk-t/e+s&t<a>b"c=d_0123456789.xyz';

const perCharacter = (form: (code: number, character: string) => string) => (key: string) =>
  [...key].map((character) => form(character.charCodeAt(0), character)).join("");
const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0");
const base64 = (offset: number) => (key: string) =>
  Buffer.from(`${"u:".repeat(2).slice(0, offset)}${key}`).toString("base64");
const ENCODINGS: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  json: (key) => JSON.stringify(key).slice(1, -1),
  "json with escaped slashes": (key) => JSON.stringify(key).slice(1, -1).replaceAll("/", "\\/"),
  "json with escaped markup": (key) => key.replace(/[&<>"+=]/g, (one) => `\\u${hex(one.charCodeAt(0), 4)}`),
  "json in capitals": perCharacter((code) => `\\u${hex(code, 4).toUpperCase()}`),
  "json twice": (key) => JSON.stringify(JSON.stringify(key).slice(1, -1)).slice(1, -1),
  percent: encodeURIComponent,
  "percent in small letters": (key) => encodeURIComponent(key).replace(/%../g, (one) => one.toLowerCase()),
  "percent for all": perCharacter((code) => `%${hex(code, 2)}`),
  "percent twice": (key) => encodeURIComponent(encodeURIComponent(key)),
  form: (key) => new URLSearchParams({ k: key }).toString().slice(2),
  "html names": (key) =>
    key.replace(/[&<>"]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[one] ?? "&quot;"),
  "html numbers": perCharacter((code) => `&#${code};`),
  "html hex": perCharacter((code) => `&#x${hex(code, 2)};`),
  "html twice": (key) => key.replaceAll("&", "&amp;amp;").replaceAll("<", "&amp;lt;"),
  "a mixture": perCharacter((code, one) => [one, `%${hex(code, 2)}`, `&#${code};`][code % 3] ?? one),
  base64: base64(0),
  "base64 behind one byte": base64(1),
  "base64 behind two bytes": base64(2),
  "base64 of the web": (key) => Buffer.from(key).toString("base64url"),
  hex: (key) => Buffer.from(key).toString("hex"),
};
const names = Object.keys(ENCODINGS);
const written = names.map((name) => ENCODINGS[name]?.(KEY) ?? "");

/** Whatever is stored of a reply must hold the key in no encoding. */
function expectBlotted(value: unknown) {
  const stored = JSON.stringify(value);
  const whole = [KEY, KEY.slice(0, 20), ...written].filter((form) => stored.includes(form));
  const unescaped = written.filter((form) => stored.includes(JSON.stringify(form).slice(1, -1)));
  expect([...whole, ...unescaped]).toEqual([]);
  expect(stored).toContain("[key]");
}

test.each(names)("blots a key in a text: %s", (name) => {
  const form = ENCODINGS[name]?.(KEY) ?? "";
  expectBlotted(openBlotter([KEY]).text(`before ${form} after`));
  expect(openBlotter([KEY]).text(`before ${form} after`)).toMatch(/^before .*\[key\].* after$/);
});

const said = (text: string) => `You sent ${text}, which is wrong.`;
const call = (fields: object): CannedAnswer =>
  completion({ content: null, tool_calls: [{ id: "c", type: "function", function: fields }] });
/** Everywhere in an answer that a server can put a text. */
const FIELDS: Readonly<Record<string, (text: string) => CannedAnswer>> = {
  content: (text) => completion({ content: said(text) }),
  "content in parts": (text) =>
    completion({
      content: [{ type: "text", text: said(text).slice(0, 20) }, { text: said(text).slice(20) }],
    }),
  thinking: (text) => completion({ content: "ok", reasoning_content: said(text) }),
  "thinking in tags": (text) => completion({ content: `<think>${said(text)}</think>ok` }),
  refusal: (text) => completion({ content: null, refusal: said(text) }),
  "a tool's name": (text) => call({ name: said(text), arguments: "{}" }),
  arguments: (text) => call({ name: "read_file", arguments: JSON.stringify({ path: [said(text)] }) }),
  "arguments as an object": (text) => call({ name: "read_file", arguments: { deep: { path: said(text) } } }),
  "a name in arguments": (text) => call({ name: "read_file", arguments: { [said(text)]: 1 } }),
  "malformed arguments": (text) => call({ name: "read_file", arguments: `{${said(text)}` }),
  model: (text) => completion({ content: "ok" }, { model: said(text) }),
  fingerprint: (text) => completion({ content: "ok" }, { system_fingerprint: said(text) }),
  "finish word": (text) => completion({ content: "ok" }, {}, said(text)),
  "error message": (text) => ({ status: 401, body: JSON.stringify({ error: { message: said(text) } }) }),
  "error text": (text) => ({ status: 400, body: JSON.stringify({ error: said(text) }) }),
  "error detail": (text) => ({ status: 400, body: JSON.stringify({ detail: [{ input: said(text) }] }) }),
  "failed generation": (text) => ({
    status: 400,
    body: JSON.stringify({
      error: { message: "no", code: "tool_use_failed", failed_generation: said(text) },
    }),
  }),
  "error under 200": (text) => ({ body: JSON.stringify({ error: { message: said(text) } }) }),
  "plain body": (text) => ({ status: 500, body: said(text) }),
  "html title": (text) => ({ status: 502, body: `<html><title>${said(text)}</title></html>` }),
  "no completion": (text) => ({ body: said(text) }),
  "no choices": (text) => ({ body: JSON.stringify({ hello: said(text) }) }),
  "a long message that is clipped": (text) => ({
    status: 400,
    body: JSON.stringify({ error: { message: `${"x".repeat(480)}${said(text)}` } }),
  }),
};

async function ask(answers: readonly CannedAnswer[]) {
  const server = await cannedServer(answers);
  const model = openAiModel({ settings: endpointSettings(server.url), apiKey: KEY });
  const replies = [];
  for (const _ of answers) replies.push(await model.ask(modelRequest({ tools: [toolSpec("read_file")] })));
  await server.close();
  return replies;
}

test.each(Object.keys(FIELDS))(
  "a key that a server echoes in every encoding is blotted: %s",
  async (field) => {
    const put = FIELDS[field];
    const replies = await ask(written.map((form) => put?.(form) ?? { body: "" }));
    for (const reply of replies) expectBlotted(reply);
  },
);

/** A text in chunks of a stream, parted at random places. */
function streamed(text: string, parts: readonly number[], deltaOf: (piece: string) => object): CannedAnswer {
  const cuts = [0, ...parts, text.length];
  const deltas = cuts.slice(1).map((end, at) => deltaOf(text.slice(cuts[at], end)));
  const chunks = deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] }));
  const last = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };
  const body = [...chunks, last].map((one) => `data: ${JSON.stringify(one)}\n\n`).join("");
  return { headers: { "content-type": "text/event-stream" }, body: `${body}data: [DONE]\n\n` };
}

const DELTAS: Readonly<Record<string, (piece: string) => object>> = {
  content: (content) => ({ content }),
  thinking: (reasoning_content) => ({ content: "x", reasoning_content }),
  refusal: (refusal) => ({ refusal }),
  arguments: (piece) => ({ tool_calls: [{ index: 0, function: { name: "read_file", arguments: piece } }] }),
};

test.each(Object.keys(DELTAS))(
  "a key that is parted over chunks of a stream is blotted: %s",
  async (field) => {
    const random = seededRandom(`parted ${field}`).stream("cuts");
    const answers = written.flatMap((form) => {
      const text = field === "arguments" ? JSON.stringify({ path: said(form) }) : said(form);
      return [1, 2, 5].map((count) => {
        const parts = Array.from({ length: count }, () => Math.floor(random.next() * text.length));
        return streamed(
          text,
          parts.sort((a, b) => a - b),
          DELTAS[field] ?? (() => ({})),
        );
      });
    });
    for (const reply of await ask(answers)) expectBlotted(reply);
  },
);

test("a key that a token limit cut short is blotted too", async () => {
  const [reply] = await ask([completion({ content: `Your key is ${KEY.slice(0, 20)}` }, {}, "length")]);
  expect(reply).toMatchObject({ text: "Your key is [key]" });
});

test("ordinary texts stay as they are, and a short key is not one", () => {
  const text = 'It\'s 50 % of "sk-t" & <b>, \\n, %41, &#65;';
  expect(openBlotter([KEY]).text(text)).toBe(text);
  expect(openBlotter(["none", null]).text("none of it")).toBe("none of it");
});

test("a key in the query of an address is sent, and blotted in whatever comes back", async () => {
  const secret = "AIza-0123456789abcdef";
  const server = await cannedServer([
    { status: 404, body: JSON.stringify({ error: { message: `no /v1?key=${secret}` } }) },
    completion({ content: `key ${secret}` }),
  ]);
  const address = `${server.url}?key=${secret}&api-version=2024-02-01`;
  const settings = endpointSettings(`${server.url}?key=[key]`, { secretUrl: new Secret(address) });
  const model = openAiModel({ settings, apiKey: null });
  const replies = [await model.ask(modelRequest()), await model.ask(modelRequest())];
  await server.close();
  expect(server.paths).toEqual(Array(2).fill(`/v1/chat/completions?key=${secret}&api-version=2024-02-01`));
  expect(JSON.stringify(replies)).not.toContain(secret);
  const gone = await model.ask(modelRequest());
  expect(gone).toMatchObject({
    failure: { message: expect.stringContaining("/v1?key=[key]&api-version=[key]") },
  });
});
