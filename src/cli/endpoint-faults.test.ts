/** An endpoint that fails in the middle of a run ends it with exit 4, is never counted against an arm, and the run goes on later. */

import { expect, test } from "vitest";
import type { CannedAnswer } from "../testing/canned-server.ts";
import { fallingServer } from "../testing/falling-server.ts";
import { command } from "../testing/run-command.ts";
import { FREEZE_TALK } from "../testing/talks.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const json = (status: number, body: unknown): CannedAnswer => ({ status, body: JSON.stringify(body) });
const error = (status: number, fields: object): CannedAnswer => json(status, { error: fields });

const ABLATE = ["ablate", "AUDIT_SEMANTIC_CONTRADICTION", "--scenarios", FREEZE_TALK, "--seeds", "3"];
const on = (url: string, db: string) => [
  "--model",
  "m",
  "--base-url",
  url,
  "--retries",
  "0",
  "--db",
  db,
  "-j",
  "1",
];

// reports-1 F1, F7 and reliability-1 row 2: the fault, and the requests that are sent once it is there.
test.each<[string, CannedAnswer, number]>([
  ["no credit", error(400, { type: "invalid_request_error", message: "Your credit balance is too low" }), 3],
  [
    "a wrong parameter",
    error(400, { message: "Unsupported value: temperature", code: "unsupported_value" }),
    3,
  ],
  ["a key that was revoked", error(401, { code: "invalid_api_key", message: "no such key" }), 3],
  ["a model that was removed", error(404, { code: "model_not_found", message: "no such model" }), 3],
  ["no quota", error(429, { code: "insufficient_quota", message: "quota" }), 3],
  ["an HTML page", { body: "<html><body>Log in</body></html>", headers: { "content-type": "text/html" } }, 3],
  ["an empty body", { body: "" }, 3],
  ["no message", json(200, { choices: [{ index: 0, finish_reason: "stop", message: null }] }), 3],
  ["a dead server", { status: 503, body: "" }, 3],
])("%s ends a run with exit 4 after three attempts", async (_, fault, requests) => {
  using folder = tempFolder();
  // One question before the run, and one call of the first trial.
  await using server = await fallingServer(2, fault);
  const broken = await command([...ABLATE, ...on(server.url, folder.file("lab.duckdb"))]);
  expect([broken.code, broken.err]).toEqual([4, expect.stringContaining("times in a row")]);
  expect(server.asked()).toBe(2 + requests);
});

test("a run that a fault ended goes on later, and counts nothing of it as a failure", async () => {
  using folder = tempFolder();
  await using server = await fallingServer(2, { status: 503, body: "" });
  const args = [...ABLATE, ...on(server.url, folder.file("lab.duckdb"))];
  expect((await command(args)).code).toBe(4);
  server.heal();
  const { code, out } = await command(args);
  expect([code, out]).toEqual([0, expect.stringContaining("0/3")]);
});

test("a context overflow is the agent's own: the run goes on and counts it", async () => {
  using folder = tempFolder();
  const overflow = error(400, { code: "context_length_exceeded", message: "too long" });
  await using server = await fallingServer(1, overflow);
  const db = folder.file("lab.duckdb");
  const ran = await command([
    ...ABLATE,
    "--model",
    "m",
    "--base-url",
    server.url,
    "--retries",
    "0",
    "--db",
    db,
  ]);
  expect([ran.code, ran.out]).toEqual([0, expect.stringContaining("0/3")]);
});

test("running a trial again stops at an endpoint that refuses, and counts nothing as a failure", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  await using server = await fallingServer(Number.POSITIVE_INFINITY, { body: "" });
  await command([...ABLATE.slice(0, -1), "1", ...on(server.url, db)]);
  const credit = error(400, { message: "Your credit balance is too low" });
  await using broke = await fallingServer(1, credit);
  const { code, err, out } = await command(["rerun", "latest", "--times", "9", ...on(broke.url, db)]);
  expect([code, out, err]).toEqual([4, "", expect.stringContaining("credit balance")]);
  expect(broke.asked()).toBe(1 + 3);
});
