/** Tests of the hermetic shell through the tool. */

import { expect, test } from "vitest";
import { sampleWorld } from "../testing/sample-world.ts";

test.each([
  ["cat notes/a.md", "ok", "alpha"],
  ["date", "ok", "Mon Mar  2 09:00:00 UTC 2026"],
  ["sleep 3; date +%s", "ok", String(Date.parse("2026-03-02T09:00:03Z") / 1000)],
  ["ls -l notes | tail -1", "ok", "-rw-r--r-- 1 user user     6 Mar  2 09:00 a.md"],
  ["jq -n 'now'", "ok", String(Date.parse("2026-03-02T09:00:00Z") / 1000)],
  ["grep -rn alph .", "ok", "notes/a.md:1:alpha"],
])("runs %s on the world's files and at the trial's time", async (command, kind, content) => {
  const result = await sampleWorld({ files: { "notes/a.md": "alpha\n" } }).run("run_shell_command", {
    command,
  });
  expect(result).toMatchObject({ kind });
  expect(result.content).toContain(content);
});

test("what a command writes, moves and deletes lands in the world, and the command is recorded", async () => {
  const world = sampleWorld({ files: { "a.txt": "one\n", "b.txt": "two\n" } });
  await world.run("run_shell_command", {
    command: "sed -i s/one/1/ a.txt && mv b.txt c.txt && mkdir d e && echo x > d/f",
  });
  expect(world.snapshot()).toMatchObject({
    files: { "a.txt": "1\n", "c.txt": "two\n", "d/f": "x\n" },
    executed: ["sed -i s/one/1/ a.txt && mv b.txt c.txt && mkdir d e && echo x > d/f"],
  });
  expect(Object.keys(world.snapshot().files)).toEqual(["a.txt", "c.txt", "d/f"]);
  expect(await world.run("list_directory", {})).toMatchObject({
    kind: "ok",
    content: "a.txt\nc.txt\nd/\ne/",
  });
  expect(await world.run("list_directory", { path: "e" })).toMatchObject({ kind: "ok", empty: true });
});

test("files written outside the workspace do not reach the world", async () => {
  const world = sampleWorld({});
  await world.run("run_shell_command", {
    command: "echo x > /elsewhere; echo y > /workspace/../y; echo z > ../z",
  });
  expect(world.snapshot().files).toEqual({});
});

test.each([
  ["curl https://example.com", "failed", "command not found"],
  ["nosuch", "failed", "Exit code 127"],
  ["exit 3", "failed", "Exit code 3"],
  ["(((", "failed", "syntax error"],
  ["while true; do :; done", "timeout", "stopped"],
  ["echo begun; sleep 100; echo over", "timeout", "more than 30 s"],
])("%s is an error of class %s", async (command, errorClass, content) => {
  const result = await sampleWorld({}).run("run_shell_command", { command });
  expect(result).toMatchObject({ kind: "error", errorClass });
  expect(result.content).toContain(content);
  expect(result.content).not.toContain("over\n");
});

test.each(["true", "grep nothing notes.md"])(
  "%s prints nothing: an empty result, no failure (A-161)",
  async (command) => {
    const result = await sampleWorld({ files: { "notes.md": "x" } }).run("run_shell_command", { command });
    expect(result).toMatchObject({ kind: "ok", empty: true });
  },
);

test("chance inside a command is the trial's: equal worlds draw alike, and the next command draws anew", async () => {
  const draws = async () => {
    const world = sampleWorld({});
    const command = "echo $RANDOM $RANDOM; awk 'BEGIN { srand(); print rand() }'";
    return [
      await world.run("run_shell_command", { command }),
      await world.run("run_shell_command", { command }),
    ];
  };
  const [first, second] = [await draws(), await draws()];
  expect(first).toEqual(second);
  expect(first[0]).not.toEqual(first[1]);
});

test("commands of many worlds at once do not mix", async () => {
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      sampleWorld({ files: { "n.txt": `${n}` } }).run("run_shell_command", { command: "cat n.txt" }),
    ),
  );
  expect(results.map((result) => result.content)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
});
