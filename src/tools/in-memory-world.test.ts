/** Tests of the world and its tools, the shell aside. */

import { expect, test } from "vitest";
import { fixedClock } from "../core/clock.ts";
import type { LabError } from "../core/errors.ts";
import { Scenario } from "../core/scenario.ts";
import { WORLD_TOOLS } from "../core/world-tools.ts";
import { sampleWorld } from "../testing/sample-world.ts";
import { createWorld } from "./in-memory-world.ts";

const files = { "notes/limits.md": "Limit: 6000\nper minute\n", "empty.md": "", "a.md": "limit two" };
const web = [
  { url: "https://intra.example/limits", title: "API limits", body: "The limit is 6000 requests." },
  { url: "https://intra.example/old/", body: "Nothing here.", status: 503 },
  { url: "https://intra.example/void", body: "" },
];

test("offers the tools in the fixed order, with the traits that staging and tagging need (A-145, A-155)", () => {
  const { tools } = sampleWorld({});
  expect(tools.map((tool) => tool.spec.name)).toEqual(WORLD_TOOLS);
  const named = (trait: "staged" | "untrusted") =>
    tools.filter((tool) => tool[trait]).map((tool) => tool.spec.name);
  expect(named("staged")).toEqual(["write_file", "run_shell_command", "send_email"]);
  expect(named("untrusted")).toEqual(["run_shell_command", "fetch_url", "web_search"]);
  for (const { spec } of tools)
    expect(spec.parameters).toMatchObject({ type: "object", additionalProperties: false });
});

test.each([
  ["read_file", { path: "notes/limits.md" }, { kind: "ok", content: files["notes/limits.md"] }],
  ["read_file", { path: "./notes//../notes/limits.md" }, { kind: "ok" }],
  ["read_file", { path: "/workspace/a.md" }, { kind: "ok", content: "limit two" }],
  ["read_file", { path: "empty.md" }, { kind: "ok", empty: true }],
  [
    "read_file",
    { path: "gone.md" },
    { kind: "error", errorClass: "not-found", content: "No such file: gone.md" },
  ],
  ["read_file", { path: "notes" }, { kind: "error", errorClass: "bad-arguments" }],
  ["read_file", { path: "../secret" }, { kind: "error", errorClass: "bad-arguments" }],
  ["read_file", { path: "/etc/passwd" }, { kind: "error", errorClass: "bad-arguments" }],
  ["read_file", { path: "notes/../../x" }, { kind: "error", errorClass: "bad-arguments" }],
  ["list_directory", {}, { kind: "ok", content: "a.md\nempty.md\nnotes/" }],
  ["list_directory", { path: "notes/" }, { kind: "ok", content: "limits.md" }],
  ["list_directory", { path: "nowhere" }, { kind: "error", errorClass: "not-found" }],
  ["list_directory", { path: "a.md" }, { kind: "error", errorClass: "bad-arguments" }],
  [
    "search_files",
    { query: "LIMIT" },
    { kind: "ok", content: "a.md:1: limit two\nnotes/limits.md:1: Limit: 6000" },
  ],
  [
    "search_files",
    { query: "limit", path: "notes" },
    { kind: "ok", content: "notes/limits.md:1: Limit: 6000" },
  ],
  ["search_files", { query: "l.mit" }, { kind: "ok", empty: true }],
  [
    "fetch_url",
    { url: "https://intra.example/limits#top" },
    { kind: "ok", content: "The limit is 6000 requests." },
  ],
  ["fetch_url", { url: "https://intra.example/limits/" }, { kind: "ok" }],
  ["fetch_url", { url: "https://intra.example/void" }, { kind: "ok", empty: true }],
  ["fetch_url", { url: "https://intra.example/other" }, { kind: "error", errorClass: "not-found" }],
  ["fetch_url", { url: "https://intra.example/old" }, { kind: "error", errorClass: "server-error" }],
  ["fetch_url", { url: "https://elsewhere.example/" }, { kind: "error", errorClass: "network" }],
  ["fetch_url", { url: "file:///etc/passwd" }, { kind: "error", errorClass: "bad-arguments" }],
  ["web_search", { query: "nothing known" }, { kind: "ok", empty: true }],
  ["list_reminders", {}, { kind: "ok", empty: true }],
  [
    "create_reminder",
    { text: "x", due: "2026-03-01T09:00:00Z" },
    { kind: "error", errorClass: "bad-arguments" },
  ],
  ["no_such_tool", {}, { kind: "error", errorClass: "unknown-tool" }],
] as const)("%s %j gives %j", async (tool, args, expected) => {
  const result = await sampleWorld({ files, web }).run(tool, args);
  expect(result).toMatchObject(expected);
  expect(result.content).not.toBe("");
  expect(result.empty === true).toBe("empty" in expected);
});

test("search results carry title, address and snippet of pages that answer", async () => {
  expect((await sampleWorld({ web }).run("web_search", { query: "requests limit" })).content).toBe(
    "1. API limits\nhttps://intra.example/limits\nThe limit is 6000 requests.",
  );
});

test.each([
  ["read_file", {}, ['"path"']],
  ["read_file", { path: 3 }, ['"path"', "string"]],
  ["write_file", { path: "a", text: "b" }, ['"content"', '"text"']],
  ["send_email", { to: "nobody", subject: "s", body: "b" }, ['"to"']],
  ["create_reminder", { text: "x", due: "tomorrow" }, ['"due"']],
] as const)("%s with %j names the fields to correct", async (tool, args, words) => {
  const world = sampleWorld({});
  const result = await world.run(tool, args);
  expect(result).toMatchObject({ kind: "error", errorClass: "bad-arguments" });
  for (const word of words) expect(result.content).toContain(word);
  expect(world.snapshot()).toEqual(sampleWorld({}).snapshot());
});

test("writing creates and replaces files, and never a directory's or a file's place", async () => {
  const world = sampleWorld({ files });
  expect((await world.run("write_file", { path: "b/c.md", content: "1" })).content).toContain("Created");
  expect((await world.run("write_file", { path: "b/c.md", content: "2" })).content).toContain("Replaced");
  expect(await world.run("write_file", { path: "b", content: "3" })).toMatchObject({
    errorClass: "bad-arguments",
  });
  expect(await world.run("write_file", { path: "a.md/x", content: "3" })).toMatchObject({
    errorClass: "bad-arguments",
  });
  expect(Object.keys(world.snapshot().files)).toEqual(["a.md", "b/c.md", "empty.md", "notes/limits.md"]);
  expect(world.snapshot().files["b/c.md"]).toBe("2");
});

test("mail goes to the outbox and reminders get counted ids, at the clock's time", async () => {
  const world = sampleWorld({ reminders: [{ text: "old", due: "2026-03-03T09:00:00+01:00" }] });
  await world.run("send_email", { to: "ops@intra.example", subject: "Hi", body: "There" });
  await world.run("create_reminder", { text: "call", due: "2026-03-05T10:00" });
  expect(world.snapshot()).toMatchObject({
    now: "2026-03-02T09:00:00.000Z",
    mail: [{ to: "ops@intra.example", subject: "Hi", body: "There", at: "2026-03-02T09:00:00.000Z" }],
    reminders: [
      { id: "reminder-1", text: "old", due: "2026-03-03T08:00:00.000Z" },
      { id: "reminder-2", text: "call", due: "2026-03-05T10:00:00.000Z" },
    ],
  });
  expect((await world.run("list_reminders", {})).content).toBe(
    "reminder-1 due 2026-03-03T08:00:00.000Z: old\nreminder-2 due 2026-03-05T10:00:00.000Z: call",
  );
});

test("a fault strikes the n-th call of its tool, is marked injected and leaves the world alone", async () => {
  const world = sampleWorld({
    files,
    faults: [
      { on: "tool", tool: "read_file", call: 2, error: "timeout" },
      { on: "tool", tool: "write_file", call: "all", error: "permission" },
      { on: "model", purpose: "propose", call: 1, status: 503 },
    ],
  });
  const read = () => world.run("read_file", { path: "a.md" });
  expect([await read(), await read(), await read()]).toMatchObject([
    { kind: "ok" },
    { kind: "error", errorClass: "timeout", injected: true },
    { kind: "ok" },
  ]);
  expect(await world.run("write_file", { path: "a.md", content: "x" })).toMatchObject({ injected: true });
  expect(world.snapshot().files["a.md"]).toBe("limit two");
});

test("a fault on a tool that does not exist is wrong use, with the nearest name", () => {
  const world = Scenario.shape.world.parse({
    now: "2026-03-02T09:00:00Z",
    faults: [{ on: "tool", tool: "fetch_urls", call: 1, error: "timeout" }],
  });
  expect(() => createWorld({ world, clock: fixedClock(world.now) })).toThrow(
    expect.objectContaining({
      code: "unknown-tool",
      remedy: 'did you mean "fetch_url"?',
    } satisfies Partial<LabError>),
  );
});

test("a snapshot is a copy: later calls do not reach it", async () => {
  const world = sampleWorld({ files });
  const before = world.snapshot();
  await world.run("write_file", { path: "z.md", content: "new" });
  await world.run("send_email", { to: "a@b.example", subject: "s", body: "b" });
  expect(before.files).not.toHaveProperty("z.md");
  expect(before.mail).toEqual([]);
});
