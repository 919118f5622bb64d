/** Tests of workspace paths and of the world a trial starts from. */

import { expect, test } from "vitest";
import { Scenario } from "./scenario.ts";
import { startWorldOf } from "./start-world.ts";
import { workspacePath } from "./workspace-path.ts";

test.each([
  ["a.md", "a.md"],
  ["./a//b/../c.md", "a/c.md"],
  ["", ""],
  [".", ""],
  ["/workspace", ""],
  ["/workspace/a.md", "a.md"],
  ["/workspaces/a.md", null],
  ["/etc/passwd", null],
  ["..", null],
  ["a/../../b", null],
  ["/workspace/../etc", null],
  ["a\0b", null],
])("the path %j is %j inside the workspace", (path, expected) => {
  expect(workspacePath(path)).toBe(expected);
});

test("the start world has normalised sorted files, numbered reminders and UTC times", () => {
  const world = Scenario.shape.world.parse({
    now: "2026-03-02T10:00:00+01:00",
    files: { "b.md": "2", "./a.md": "1" },
    reminders: [{ text: "call", due: "2026-03-03T09:00:00+02:00" }],
  });
  const start = startWorldOf(world);
  expect(JSON.stringify(start.files)).toBe('{"a.md":"1","b.md":"2"}');
  expect(start).toMatchObject({
    now: "2026-03-02T09:00:00.000Z",
    mail: [],
    executed: [],
    reminders: [{ id: "reminder-1", text: "call", due: "2026-03-03T07:00:00.000Z" }],
  });
});
