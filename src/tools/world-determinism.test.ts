/** Property test: equal worlds given equal calls give equal results and snapshots. */

import { expect, test } from "vitest";
import { type Random, seededRandom } from "../core/random.ts";
import type { ToolCall, ToolResult } from "../core/tool.ts";
import { sampleWorld } from "../testing/sample-world.ts";

const PATHS = ["a.md", "b/c.md", "b", "../x", "", "d/e/f.txt"];
const TEXTS = ["", "limit 6000", "two\nlines", "ü €"];
const COMMANDS = [
  "echo $RANDOM >> a.md",
  "ls -la . b",
  "date; sleep 1; date",
  "rm -rf b",
  "mkdir -p d/e && touch d/e/g",
  "exit 4",
];

function someCall(random: Random): Omit<ToolCall, "id"> {
  const pick = <T>(items: readonly T[]): T => items[random.int(items.length)] as T;
  const path = pick(PATHS);
  return pick<() => Omit<ToolCall, "id">>([
    () => ({ tool: "read_file", arguments: { path } }),
    () => ({ tool: "list_directory", arguments: { path } }),
    () => ({ tool: "search_files", arguments: { query: pick(TEXTS) } }),
    () => ({ tool: "write_file", arguments: { path, content: pick(TEXTS) } }),
    () => ({ tool: "run_shell_command", arguments: { command: pick(COMMANDS) } }),
    () => ({ tool: "fetch_url", arguments: { url: pick(["https://a.example/x", "https://b.example/"]) } }),
    () => ({ tool: "send_email", arguments: { to: pick(["a@b.example", "bad"]), subject: "s", body: "b" } }),
    () => ({
      tool: "create_reminder",
      arguments: { text: "t", due: pick(["2026-04-01T00:00:00Z", "1999-01-01"]) },
    }),
    () => ({ tool: "list_reminders", arguments: {} }),
  ])();
}

async function play(seed: number) {
  const random = seededRandom(seed);
  const world = sampleWorld({
    files: { "a.md": "alpha", "b/c.md": "gamma" },
    web: [{ url: "https://a.example/x", body: "page" }],
    faults: [
      { on: "tool", tool: "read_file", call: [2, 5], error: "network" },
      { on: "tool", tool: "run_shell_command", call: 3, error: "timeout" },
    ],
  });
  const results: ToolResult[] = [];
  for (let step = 0; step < 30; step++) {
    const call = someCall(random);
    results.push(await world.run(call.tool, call.arguments));
  }
  return { results, snapshot: world.snapshot() };
}

test.each([1, 2, 3, 4, 5])(
  "two plays of call sequence %i agree to the byte, whatever else runs",
  async (seed) => {
    const [first, second, other] = await Promise.all([play(seed), play(seed), play(seed + 100)]);
    expect(JSON.stringify(first)).toBe(JSON.stringify(second));
    expect(JSON.stringify(first)).not.toBe(JSON.stringify(other));
    expect(Object.keys(first.snapshot.files)).toEqual(Object.keys(first.snapshot.files).sort());
  },
);
