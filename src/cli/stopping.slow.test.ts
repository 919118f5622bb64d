/** Runs that stop early: by budget, by evidence at round ends, or at the verdict they aim at. */

import { expect, test } from "vitest";
import { command, type Ran } from "../testing/run-command.ts";
import { FREEZE_TALK, OWNER_TALK } from "../testing/talks.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const FLAG = "AUDIT_SEMANTIC_CONTRADICTION";
const RENDER = "AUDIT_MEMORY_BUDGETED_RENDER";
const TWO = [FREEZE_TALK, OWNER_TALK];
const ONE = ["--scenarios", FREEZE_TALK];

const json = ({ out }: Ran) => JSON.parse(out);

/** Stored trials as scenario#seed, each once. */
async function blocksIn(db: string): Promise<readonly string[]> {
  const rows = json(await command(["trials", "--db", db, "--limit", "1000", "--json"])) as {
    key: { scenario: string; seed: string };
  }[];
  return [...new Set(rows.map(({ key }) => `${key.scenario}#${key.seed}`))].sort();
}

test("a budget ends a run with exit code 3, says so, and a larger one goes on", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  const run = (...more: readonly string[]) =>
    command(["ablate", FLAG, ...ONE, "--seeds", "8", "-j", "1", "--db", db, ...more]);
  const stopped = await run("--budget-usd", "0.0075");
  expect(stopped.code).toBe(3);
  expect(stopped.err).toMatch(/Stopped by budget: spent \$0\.00\d+ of \$0\.0075; .*\d blocks? set aside/);
  expect(stopped.out).toContain("stopped by budget (spent");
  const before = await blocksIn(db);
  expect(before.length).toBeGreaterThan(0);
  expect(before.length).toBeLessThan(8);
  // What earlier runs spent counts: the same budget starts nothing more.
  expect((await run("--budget-usd", "0.0075")).code).toBe(3);
  expect(await blocksIn(db)).toEqual(before);
  const done = await run("--budget-usd", "1", "--json");
  expect(done.code).toBe(0);
  expect(json(done).process.runs.map((row: { ending: string }) => row.ending)).toEqual([
    "budget",
    "budget",
    "complete",
  ]);
  expect(await blocksIn(db)).toHaveLength(8);
});

test("a budget for a model without a price is wrong use and names --price-like", async () => {
  using folder = tempFolder();
  const { code, err } = await command([
    ...["ablate", FLAG, ...ONE, "--seeds", "1", "--db", folder.file("l"), "--budget-usd", "1"],
    ...["--model", "nobody-serves-this", "--base-url", "http://127.0.0.1:1/v1"],
  ]);
  expect(code).toBe(2);
  expect(err).toContain("--price-like");
});

test("a sequential run stops for efficacy at a round end; cut off in the middle of a round it decides the same", async () => {
  using folder = tempFolder();
  const args = (db: string, ...more: readonly string[]) => [
    ...["ablate", FLAG, "--scenarios", ...TWO, "--seeds", "4", "--sequential", "-j", "1"],
    ...["--db", folder.file(db), "--json", ...more],
  ];
  const first = await command(args("whole"));
  // Rounds that the rule left out are neither stored results nor lost ones.
  expect(first.err).not.toContain("stored already");
  const whole = json(first);
  // Two scenarios a round: seven straight wins are there after the fourth; the cap is 1.5 times 4.
  expect(whole.sections[0].stopping).toMatchObject({
    decision: "efficacy",
    rounds: 4,
    roundsPlanned: 6,
    pairsSaved: 4,
    pairsAside: 0,
  });
  expect(whole.sections[0].stopping.savedUsd).toBeGreaterThan(0);
  expect(whole.sections[0].comparison.counts).toMatchObject({ n: 8, b: 8, c: 0 });
  const blocks = await blocksIn(folder.file("whole"));
  expect(blocks).toHaveLength(4 * 2);

  const cut = await command(args("cut", "--budget-usd", "0.0095"));
  expect(cut.code).toBe(3);
  expect(json(cut).sections[0].stopping).toMatchObject({ decision: "continue", pairsSaved: 0 });
  expect((await blocksIn(folder.file("cut"))).length % 2).toBe(1);
  const resumed = await command(args("cut"));
  expect(resumed.code).toBe(0);
  expect(json(resumed).sections[0].stopping).toEqual(whole.sections[0].stopping);
  expect(json(resumed).sections[0].comparison.counts).toEqual(whole.sections[0].comparison.counts);
  expect(await blocksIn(folder.file("cut"))).toEqual(blocks);
  // Everything is decided, so the same command runs nothing.
  const { out, err } = await command(args("cut").filter((option) => option !== "--json"));
  expect(err).toContain("stored already");
  expect(out.replaceAll(/\s+/g, " ")).toContain("Stopped for efficacy after 4 of at most 6 rounds");
});

test("--until refuses a verdict that nothing could bring about, and stops where it stands", async () => {
  using folder = tempFolder();
  const where = ["--db", folder.file("lab.duckdb")];
  const until = ["ablate", FLAG, ...ONE, "--until", "demonstrated", "--max-seeds", "6", ...where, "--json"];
  const refused = await command(until);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("harness-lab calibrate");
  expect(refused.err).toContain("--force");
  await command(["calibrate", FLAG, ...ONE, "--seeds", "3", ...where]);
  const reached = await command(until);
  expect(reached.code).toBe(0);
  expect(json(reached).sections[0]).toMatchObject({
    stopping: { decision: "reached", rounds: 3, roundsPlanned: 6, pairsSaved: 3 },
    comparison: { verdict: { label: "demonstrated", basis: "mechanism" } },
  });
});

test.each([
  [["--max-seeds", "9"], "--max-seeds"],
  [["--sequential", "--design", "both"], "--design"],
  [["--min-effect", "0"], "--min-effect"],
  [["--min-effect", "0.2"], "--min-effect"],
  [["--budget-usd", "0"], "--budget-usd"],
  [["--until", "verified"], "--until"],
])("%j is wrong use", async (options, named) => {
  using folder = tempFolder();
  const { code, err } = await command([
    "ablate",
    FLAG,
    RENDER,
    "--seeds",
    "1",
    "--db",
    folder.file("l"),
    ...options,
  ]);
  expect(code).toBe(2);
  expect(err).toContain(named);
});
