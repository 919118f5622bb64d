/** Staging, approval, rejection and sweeping of actions that change the world. */

import { expect, test } from "vitest";
import { calling, classified, type Said, type TalkOptions, talk } from "../../../testing/layered-talk.ts";

const write = calling(["write_file", { path: "a.md", content: "five" }]);

function writing(options: TalkOptions = {}) {
  return talk({
    world: { files: { "a.md": "four" } },
    ...options,
    model: {
      propose: (_request, n) => (n % 2 === 0 ? write : "It waits for you as action-1."),
      ...options.model,
    },
  });
}

test("a write is staged, never executed, and the model is told so (A-155)", async () => {
  const one = writing();
  const result = await one.say("Change it.");
  expect(one.world.snapshot().files["a.md"]).toBe("four");
  expect(one.events("tool-call")).toEqual([]);
  expect(result.staged).toMatchObject([{ id: "action-1", call: { tool: "write_file" } }]);
  expect(one.requests("propose")[1]?.messages.at(-1)?.content).toBe("staged for approval as action-1");
});

test("an approved action runs, and the next proposal hears of it (A-156)", async () => {
  const one = writing();
  await one.say("Change it.");
  const result = await (await one.session()).decide("action-1", "approve");
  expect(result.kind).toBe("ok");
  expect(one.world.snapshot().files["a.md"]).toBe("five");
  expect(one.events("action-applied")).toMatchObject([{ actionId: "action-1" }]);
  await one.say("Thanks.");
  expect(JSON.stringify(one.requests("propose")[2]?.messages)).toContain(
    "action-1 (write_file) was approved",
  );
});

test("a rejected action is dropped and nothing happens (A-156)", async () => {
  const one = writing();
  await one.say("Change it.");
  const session = await one.session();
  expect((await session.decide("action-1", "reject")).kind).toBe("ok");
  expect(one.world.snapshot().files["a.md"]).toBe("four");
  expect(one.events("action-discarded")).toMatchObject([{ actionId: "action-1", reason: "rejected" }]);
  expect(await session.decide("action-1", "approve")).toMatchObject({
    kind: "error",
    errorClass: "not-found",
  });
});

test("unanswered actions are swept at the opening of a session once over 24 hours old (A-157)", async () => {
  const one = writing();
  await one.say("Change it.");
  one.clock.advance(24 * 3_600_000);
  await one.reopen();
  expect(one.events("action-discarded")).toEqual([]);
  one.clock.advance(1);
  await one.reopen();
  expect(one.events("action-discarded")).toMatchObject([{ actionId: "action-1", reason: "swept" }]);
});

test("action ids go on counting over sessions, and a turn reports its own actions alone", async () => {
  const one = writing();
  await one.say("Change it.");
  await one.reopen();
  const second = await one.say("Change it again.");
  expect(second.staged.map(({ id }) => id)).toEqual(["action-2"]);
});

test("a staged call without its arguments is an error to the model and stages nothing", async () => {
  const one = writing({
    model: { propose: (_request, n) => (n === 0 ? calling(["write_file", { path: "a.md" }]) : "Sorry.") },
  });
  const result = await one.say("Change it.");
  expect(result.staged).toEqual([]);
  expect(one.requests("propose")[1]?.messages.at(-1)?.content).toContain("content missing");
});

const reminding: Said = calling(["create_reminder", { text: "Call", due: "2026-03-03T09:00:00Z" }]);

test.each([
  ["one reminder runs at once", { isReminderRequest: true }, 1, 0],
  ["more than one waits for approval", { isReminderRequest: true, isBulkReminderRequest: true }, 0, 1],
  ["a HIGH-risk turn waits for approval", { riskLevel: "HIGH" }, 0, 1],
  ["a turn of UNKNOWN risk waits for approval", { riskLevel: "UNKNOWN" }, 0, 1],
])("%s (A-127, A-132)", async (_name, bits, set, staged) => {
  const one = talk({
    model: {
      "classify-turn": classified(bits),
      propose: (_request, n) => (n === 0 ? reminding : "Done."),
    },
  });
  const result = await one.say("Remind me.");
  expect(one.world.snapshot().reminders).toHaveLength(set);
  expect(result.staged).toHaveLength(staged);
});
