/** Failed calls that are outages, and what they do to a task and to control state. */

import { expect, test } from "vitest";
import { calling, talk } from "../../../../testing/layered-talk.ts";
import { nothingButOutages, outagesIn } from "./outages.ts";

const call = { id: "call-1", tool: "read_file", arguments: {} };
const at = { task: "task-1", iteration: 1 };

test.each([
  ["timeout", true],
  ["network", true],
  ["server-error", true],
  ["not-found", false],
  ["bad-arguments", false],
  ["permission", false],
  ["unknown-tool", false],
  ["failed", false],
] as const)("an error of class %s is an outage: %s (A-109, A-161)", (errorClass, outage) => {
  const ran = [{ call, result: { kind: "error" as const, content: "no", errorClass } }];
  expect(outagesIn(ran, at)).toHaveLength(outage ? 1 : 0);
});

test("a task has got nothing but outages only where no call of it worked", () => {
  const down = {
    call,
    result: { kind: "error" as const, content: "no reply", errorClass: "timeout" as const },
  };
  const up = { call, result: { kind: "ok" as const, content: "four" } };
  expect(nothingButOutages(1, outagesIn([down], at))).toContain("read_file does not work (timeout)");
  expect(nothingButOutages(2, outagesIn([down, up], at))).toBeNull();
  expect(nothingButOutages(0, [])).toBeNull();
});

const reading = (n: number) =>
  calling(...Array.from({ length: n }, () => ["read_file", { path: "a.md" }] as [string, { path: string }]));
const OUTAGE = {
  files: { "a.md": "four" },
  faults: [{ on: "tool" as const, tool: "read_file", call: "all" as const, error: "timeout" as const }],
};

test("eight calls into an outage are counted, and the ninth attempt is refused with its cause (A-059, A-071)", async () => {
  const one = talk({ world: OUTAGE, model: { propose: () => reading(4) } });
  const result = await one.say("Read it.");
  expect(one.events("tool-call")).toHaveLength(8);
  expect(one.requests("propose")).toHaveLength(2);
  expect(result.status).toBe("could-not-complete");
  expect(result.reply).toContain("8 attempts failed, the last because read_file does not work");
});

test("a missing file is an answer: eight of them refuse nothing (A-161)", async () => {
  const one = talk({ model: { propose: (_request, n) => (n < 2 ? reading(4) : "It is not there.") } });
  expect(await one.say("Read it.")).toMatchObject({ status: "ok", reply: "It is not there." });
});

test("a task whose tools are down until its steps are spent is a system error and is tried again (A-109, A-110)", async () => {
  const one = talk({
    settings: { loop: { taskSteps: 2 } },
    world: { ...OUTAGE, faults: [{ on: "tool", tool: "read_file", call: [1, 2], error: "network" }] },
    model: { propose: (_request, n) => (n < 3 ? reading(1) : "Four.") },
  });
  expect(await one.say("Read it.")).toMatchObject({ status: "ok", reply: "Four." });
  expect(one.events("task-failed")).toMatchObject([
    { kind: "system-error", message: expect.stringContaining("read_file does not work (network)") },
  ]);
});

test("a task that read for a step and then met an outage has run out of its steps, and is not tried again (A-109, A-110)", async () => {
  const one = talk({
    settings: { loop: { taskSteps: 2 } },
    world: { ...OUTAGE, faults: [{ on: "tool", tool: "read_file", call: [2], error: "network" }] },
    model: { propose: () => reading(1) },
  });
  await one.say("Read it.");
  expect(one.events("task-failed").map(({ kind }) => kind)).toEqual(["exhausted"]);
});
