/** Tests of examples: what an end of a conversation says is graded, what it does not say is left open. */

import { expect, test } from "vitest";
import type { ScenarioInput } from "../core/scenario.ts";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { gradeExamples } from "./examples.ts";

const WORLD = {
  now: "2026-03-02T09:00:00Z",
  files: { "notes/limits.md": "6000 a minute", "other.md": "kept" },
};

async function accepted(
  input: Partial<ScenarioInput>,
  example: unknown,
): Promise<boolean | null | undefined> {
  const loaded = sampleScenario({ world: WORLD, ...input, passes: [example] } as Partial<ScenarioInput>);
  return (await gradeExamples(loaded))[0]?.accepted;
}

test.each<[string, unknown, boolean]>([
  ["a text is the last reply", "6000 a minute is not 3000", true],
  ["the last reply by name", { reply: "6000 a minute is not 3000" }, true],
  ["a reply that lacks a value", "6000 a minute", false],
  ["what is said in another turn", { turns: { 1: "6000 and 3000" }, reply: "Done." }, false],
  ["no reply at all", { files: { "other.md": "x" } }, false],
])("%s", async (_, example, pass) => {
  expect(await accepted({}, example)).toBe(pass);
});

test.each<[string, ScenarioInput["expect"], unknown, boolean]>([
  ["file", [{ world: { file: "notes/limits.md", contains: ["3000"] } }], { file: "3000" }, true],
  ["file left as it was", [{ world: { file: "notes/limits.md", contains: ["3000"] } }], "Done.", false],
  ["file that is gone", [{ world: { file: "notes/limits.md", exists: false } }], { file: null }, true],
  [
    "one of several files",
    [
      { world: { file: "a.md", equals: "x" } },
      { world: { file: "other.md", unchanged: true } },
      { world: { file: "b.md", exists: true } },
    ],
    { files: { "a.md": "x", "b.md": "" } },
    true,
  ],
  [
    "a file that had to stay",
    [{ world: { file: "a.md", equals: "x" } }, { world: { file: "other.md", unchanged: true } }],
    { file: "x", files: { "other.md": null } },
    false,
  ],
  [
    "mail",
    [{ world: { mail: { to: "ann@example.org", contains: ["3000"], count: 1 } } }],
    { mail: [{ to: "Ann@example.org", subject: "limit", body: "it is 3000" }] },
    true,
  ],
  ["mail twice", [{ world: { mail: { count: 1 } } }], { mail: [{ to: "a" }, { to: "b" }] }, false],
  [
    "a reminder",
    [{ world: { reminder: { contains: ["call"] } } }],
    { reminders: [{ text: "call Ann" }] },
    true,
  ],
  ["a command", [{ world: { executed: { command: "make", count: 1 } } }], { executed: ["make all"] }, true],
  ["calls", [{ call: { purpose: "propose", count: { max: 2 } } }], { calls: { propose: 3 } }, false],
  [
    "events",
    [{ event: { type: "warning", count: 0 } }],
    { events: [{ type: "warning", code: "x", message: "y" }] },
    false,
  ],
  ["a status", [{ reply: { status: "ok" } }], { reply: "x", status: "escalated" }, false],
])("an example is held to the check it speaks of: %s", async (_, checks, example, pass) => {
  expect(await accepted({ expect: checks }, example)).toBe(pass);
});

test("a check that an example says nothing about is left open", async () => {
  const calls = { call: { purpose: "propose", count: { max: 2 } } } as const;
  expect(await accepted({ expect: [calls] }, "Done.")).toBeNull();
  expect(await accepted({ expect: [{ judge: { rubric: "is polite" } }] }, "Done.")).toBeNull();
  expect(await accepted({ expect: [calls, { reply: { states: ["x"] } }] }, "x")).toBe(true);
});

test("the checks that an example fails are named, with the signature", async () => {
  const loaded = sampleScenario({
    world: WORLD,
    expect: [{ reply: { states: ["3000"] } }, { world: { file: "other.md", unchanged: true } }],
    signature: { says: "changes a file", checks: [{ world: { file: "other.md", contains: ["x"] } }] },
    fails: [{ reply: "3000", files: { "other.md": "x" } }, "6000"],
  });
  expect(await gradeExamples(loaded)).toMatchObject([
    { list: "fails", index: 0, accepted: false, failed: [1], signatureSeen: true },
    { list: "fails", index: 1, accepted: false, failed: [0], signatureSeen: false },
  ]);
});
