/** The one path to a tool leaves its trace, and runs nothing whose arguments could not be read. */

import { expect, test } from "vitest";
import { fixedClock } from "../../core/clock.ts";
import { eventLog } from "../../core/event.ts";
import { scenarioOf } from "../../testing/scenario-builder.ts";
import { createWorld } from "../../tools/in-memory-world.ts";
import { callTool } from "./tool-path.ts";

const PLACE = { session: 1, turn: 1, iteration: 1, task: "task-1" };

function ports() {
  const { world } = scenarioOf({
    world: { now: "2026-03-02T09:00:00Z", files: { "a.md": "four" } },
  }).scenario;
  return { world: createWorld({ world, clock: fixedClock(world.now) }), events: eventLog() };
}

test("a call and its result are events in order", async () => {
  const { world, events } = ports();
  const result = await callTool(
    { world, events },
    { id: "call-1", tool: "read_file", arguments: { path: "a.md" } },
    PLACE,
  );
  expect(result).toMatchObject({ kind: "ok", content: expect.stringContaining("four") });
  expect(events.events.map(({ type }) => type)).toEqual(["tool-call", "tool-result"]);
});

test("a call with unreadable arguments changes nothing and tells the model what it wrote", async () => {
  const { world, events } = ports();
  const call = { id: "call-1", tool: "write_file", arguments: {}, malformed: '{"path": "a.md", "content": ' };
  const result = await callTool({ world, events }, call, PLACE);
  expect(result).toMatchObject({
    kind: "error",
    errorClass: "bad-arguments",
    content: expect.stringContaining('"a.md"'),
  });
  expect(world.snapshot().files).toEqual({ "a.md": "four" });
});
