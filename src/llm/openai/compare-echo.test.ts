/** Whatever a reply repeats of its request is compared with what was sent (reliability-1 row 9). */

import { expect, test } from "vitest";
import { cannedServer, completion } from "../../testing/canned-server.ts";
import { modelRequest, toolSpec } from "../../testing/model-requests.ts";
import { endpointSettings } from "../../testing/model-settings.ts";
import { openAiModel } from "./openai-model.ts";

const request = modelRequest({
  seed: 7,
  temperature: 0.7,
  maxTokens: 99,
  tools: [toolSpec("a"), toolSpec("b")],
});
const named = (...names: string[]) => names.map((name) => ({ type: "function", function: { name } }));

async function notesOf(rest: object, asked = request, choice: object = {}) {
  const answer = JSON.parse(completion({ content: "hi" }, { model: "gpt-4o-mini", ...rest }).body);
  Object.assign(answer.choices[0], choice);
  const server = await cannedServer([{ body: JSON.stringify(answer) }]);
  const settings = endpointSettings(server.url, { model: "gpt-4o-mini" });
  const reply = await openAiModel({ settings, apiKey: null }).ask(asked);
  await server.close();
  return reply.kind === "answer" ? (reply.notes ?? []) : reply;
}

test.each<[object, string]>([
  [{ seed: 8 }, "other-seed"],
  [{ seed: "8" }, "other-seed"],
  [{ seed: 0 }, "other-seed"],
  [{ generation_settings: { seed: 8 } }, "other-seed"],
  [{ __verbose: { generation_settings: { seed: 4294967295 } } }, "other-seed"],
  [{ temperature: 1 }, "other-temperature"],
  [{ temperature: 0 }, "other-temperature"],
  [{ parameters: { temperature: 0.8 } }, "other-temperature"],
  [{ max_tokens: 16 }, "other-token-cap"],
  [{ generation_settings: { n_predict: -1 } }, "other-token-cap"],
  [{ tools: [] }, "other-tools"],
  [{ tools: named("a", "c") }, "other-tools"],
  [{ tools: [{ name: "a" }] }, "other-tools"],
])("a reply with %j is noted as %s", async (rest, note) => {
  expect(await notesOf(rest)).toEqual([note]);
});

test.each<[object]>([
  [{}],
  [{ seed: 7, temperature: 0.7, max_tokens: 99, tools: named("b", "a") }],
  [{ seed: null, temperature: null, tools: null }],
  [{ seed: "none", temperature: "0.9" }],
  [{ generation_settings: { seed: 7, temperature: 0.699999988079071, n_predict: 99 } }],
])("a reply with %j says the same as the request", async (rest) => {
  expect(await notesOf(rest)).toEqual([]);
});

test("a choice that repeats another seed is noted, and what was not sent is not compared", async () => {
  expect(await notesOf({}, request, { seed: 8 })).toEqual(["other-seed"]);
  expect(await notesOf({ seed: 8, temperature: 1 }, modelRequest())).toEqual([]);
});
