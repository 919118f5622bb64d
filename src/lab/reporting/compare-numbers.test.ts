/** Numbers in somebody else's rows: absurd ones are refused with their line, none is printed raw (reports-1 F9, F11; statistics-1 row 13). */

import { expect, test } from "vitest";
import { command } from "../../testing/run-command.ts";
import { tempFolder } from "../../testing/temp-folder.ts";
import { compareRows } from "./compare.ts";

async function compared(lines: readonly string[], ...options: readonly string[]) {
  using folder = tempFolder();
  folder.write("rows.csv", lines.join("\n"));
  return await command(["compare", folder.file("rows.csv"), "--control", "off", ...options]);
}

const NUMBERS = [
  "1e308",
  "1e30",
  "-0.01",
  "NaN",
  "Infinity",
  "-Infinity",
  "1e-300",
  "0x10",
  "$0.01",
  "1,5",
  "ten",
];

test.each(["cost_usd", "uncached_cost_usd", "total_tokens", "input_tokens", "calls", "latency_ms"])(
  "%s: a number that nobody measured is refused with its line",
  async (column) => {
    for (const number of NUMBERS) {
      const { code, err } = await compared([`arm,task,success,${column}`, "off,a,1,1", `on,a,1,"${number}"`]);
      expect([number, code]).toEqual([number, 2]);
      expect(err).toContain(`line 3, column ${column}`);
    }
  },
);

const TWELVE = Array.from({ length: 12 }, (_, i) => i);

test.each([
  ["0", "0.01"],
  ["0.01", "0"],
  ["0.1", "0.2"],
  ["0.00001", "0.30000000000000004"],
  ["1000000", "0.000001"],
  ["0.07", "0.07"],
])("costs of %s and %s are written as people write amounts", async (off, on) => {
  const lines = ["arm,task,success,cost_usd"];
  for (const i of TWELVE) lines.push(`off,t${i},${i % 2},${off}`, `on,t${i},1,${on}`);
  const { out } = await compared(lines);
  expect(out).toContain("on against off");
  // Before the digest of the file.
  expect(out.split("SHA-256")[0]).not.toMatch(/\d\.\d{9}|[eE][+-]?\d\d|[Ii]nfinity|NaN/);
});

test("reports-1 F11: an empty outcome is unscored in the counts", async () => {
  const lines = ["arm,task,success"];
  for (const i of TWELVE) lines.push(`off,t${i},1`, `on,t${i},${i === 3 ? "" : "1"}`);
  const { out, err } = await compared(lines);
  expect(out).toContain("Trials: 23 with a result, 1 unscored, 0 with errors, 0 missing.");
  expect(err).toContain("No result in the row, so unscored (1): line 9 (on, t3, seed 1).");
});

test("lower is better: the arm with fewer faults is the better one, and the score counts the same way", async () => {
  using folder = tempFolder();
  const lines = ["arm,task,hallucinated"];
  for (const i of TWELVE) lines.push(`off,t${i},${i < 8 ? 0.9 : 0.1}`, `on,t${i},0.1`);
  folder.write("rows.csv", lines.join("\n"));
  const file = folder.file("rows.csv");
  const request = { file, control: "off", columns: "success=hallucinated", passAt: 0.2, lowerIsBetter: true };
  const { sections, notes } = await compareRows(request);
  expect(sections[0]?.comparison.counts).toMatchObject({ b: 8, c: 0 });
  expect(sections[0]?.comparison.graded?.meanDelta).toBeCloseTo((8 * 0.8) / 12, 9);
  expect(notes.join(" ")).toContain("Lower is better");
  folder.write("rows.csv", lines.map((line) => line.replace("0.9", "3")).join("\n"));
  expect((await compareRows(request)).sections[0]?.comparison).toMatchObject({
    counts: { b: 8 },
    graded: null,
  });
});

test("of a result and a score the user says which is better low", async () => {
  const lines = ["arm,task,success,score", "off,a,1,0.5", "on,a,1,0.1"];
  const { code, err } = await compared(lines, "--lower-is-better");
  expect(code).toBe(2);
  expect(err).toContain("name the one that counts and drop the other");
  const chosen = ["--lower-is-better", "--columns", "success=score,score=", "--pass-at", "0.2"];
  expect((await compared(lines, ...chosen)).code).toBe(0);
});

test.each([
  [["--pass-at", "0"], 2],
  [["--pass-at", "1.5"], 2],
  [["--pass-at", "NaN"], 2],
  [["--pass-at", "0", "--lower-is-better"], 0],
  [["--pass-at", "-1", "--lower-is-better"], 2],
] as const)("%j is %i", async (options, code) => {
  const lines = ["arm,task,success", "off,a,0.5", "on,a,0.1", "off,b,0.5", "on,b,0"];
  expect((await compared(lines, ...options)).code).toBe(code);
});
