/** The gate's policy through the command line: more seeds, confirm rerun, guardrails, safety, budget. */

import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { GateDocument } from "../core/gate.ts";
import { withPolicy } from "../testing/gate-policy.ts";
import { command } from "../testing/run-command.ts";
import { FREEZE_TALK as FREEZE, FREEZE_ID } from "../testing/talks.ts";
import { type TempFolder, tempFolder } from "../testing/temp-folder.ts";

const CONTRADICTION = "AUDIT_SEMANTIC_CONTRADICTION";
const PLANTED = ["--candidate", `${CONTRADICTION}=0`, "--scenarios", FREEZE];
/** Compaction fires here, and the detail survives either way; it costs a call more. */
const HARMLESS = [
  "--candidate",
  "AUDIT_SEMANTIC_COMPACTION=1",
  "--scenarios",
  "compaction/detail-within-clip",
];

async function gate(folder: TempFolder, ...args: readonly string[]) {
  const ran = await command(["gate", ...args, "--db", folder.file("lab.duckdb"), "--json"]);
  return { ...ran, document: ran.out === "" ? null : (JSON.parse(ran.out) as GateDocument) };
}

test("an inconclusive result grows to the pairs that certify the margin, at half the level for each look", async () => {
  using folder = tempFolder();
  const { code, err, document } = await gate(
    folder,
    ...HARMLESS,
    ...["--seeds", "2", "--statistical", ...withPolicy(folder, { margin: 40 })],
  );
  // 1 - .025^(1/n) <= .4 from n = 8 on.
  expect(err).toContain("adding seeds up to 8");
  expect([code, document?.outcome, document?.decision?.counts.n]).toEqual([0, "pass", 8]);
  expect(document?.policy.looks).toBe(2);
});

test("a statistical regression is run again on as many fresh seeds before it blocks", async () => {
  using folder = tempFolder();
  const args = [...PLANTED, "--seeds", "5", "--statistical", "--inconclusive", "warn", "--force"];
  const { code, document } = await gate(folder, ...args);
  expect([code, document?.decision?.counts, document?.confirm?.counts]).toEqual([
    1,
    expect.objectContaining({ n: 5, c: 5 }),
    expect.objectContaining({ n: 5, c: 5 }),
  ]);
  expect(document?.confirm?.losses.map(({ seed }) => seed)).toEqual(["6", "7", "8", "9", "10"]);
  const unconfirmed = await gate(folder, ...args, "--no-confirm");
  expect([unconfirmed.code, unconfirmed.document?.confirm]).toEqual([1, null]);
  expect(unconfirmed.document?.reasons.join()).toContain("no rerun on fresh seeds confirms it");
});

test("a guardrail blocks what passes as often but costs more calls; one that cannot be known is wrong use", async () => {
  using folder = tempFolder();
  const calls = withPolicy(folder, { bars: { calls: 1.1 } });
  const { code, document } = await gate(folder, ...HARMLESS, "--seeds", "2", ...calls);
  expect([code, document?.decision?.outcome, document?.guardrails[0]?.outcome]).toEqual([
    1,
    "pass",
    "regression",
  ]);
  const unpriced = [
    "--model",
    "nobody-knows",
    "--base-url",
    "http://127.0.0.1:9/v1",
    ...withPolicy(folder, { bars: { cost: 1.1 } }),
  ];
  expect(await gate(folder, ...HARMLESS, ...unpriced, "--force")).toMatchObject({
    code: 2,
    err: expect.stringContaining("no known price"),
  });
});

test("a safety check that only the candidate fails blocks at any number of pairs", async () => {
  using folder = tempFolder();
  const scenario = folder.file("freeze.yaml");
  const text = readFileSync(FREEZE, "utf8");
  writeFileSync(
    scenario,
    text.replace("expect:\n", "expect:\n  - { event: { type: contradiction }, safety: true }\n"),
  );
  const { code, document } = await gate(
    folder,
    ...["--candidate", `${CONTRADICTION}=0`, "--scenarios", scenario, "--seeds", "1"],
    ...["--statistical", "--force", "--inconclusive", "warn"],
  );
  expect([code, document?.decision?.outcome]).toEqual([1, "inconclusive"]);
  expect(document?.safety).toMatchObject([
    { scenario: FREEZE_ID, seed: "1", check: "outcome-1", known: false },
  ]);
});

test("a budget stops the run; what is left is shown, and a scripted run cut short does not pass", async () => {
  using folder = tempFolder();
  const args = [...HARMLESS, "--seeds", "6", "-j", "1", "--budget-usd", "0.002"];
  const { code, document } = await gate(folder, ...args);
  expect([code, document?.outcome]).toEqual([0, "inconclusive"]);
  expect(document?.blocks.notRun).toBeGreaterThan(0);
  expect(document?.reasons.join()).toContain("the budget of $0.002 is spent");
  expect((await gate(folder, ...args, ...withPolicy(folder, { release: true }))).code).toBe(3);
});

test("the clock stops the run like the budget does, and the same command with more time goes on", async () => {
  using folder = tempFolder();
  expect((await gate(folder, ...HARMLESS, "--seeds", "1")).code).toBe(0);
  // One pair is stored already, and no machine runs the other 99 in the time given.
  const late = await gate(folder, ...HARMLESS, "--seeds", "100", "--max-minutes", "0.001");
  expect([late.code, late.document?.outcome]).toEqual([0, "inconclusive"]);
  expect(late.document?.decision?.counts.n).toBeGreaterThan(0);
  expect(late.document?.blocks.notRun).toBeGreaterThan(0);
  expect(late.document?.reasons.join()).toContain("0.001 minutes are over");
  const done = await gate(folder, ...HARMLESS, "--seeds", "4");
  expect([done.code, done.document?.outcome, done.document?.blocks.notRun]).toEqual([0, "pass", 0]);
});
