/** The gate against a base recorded on a live endpoint: replayed for nothing, and honest where it cannot ask. */

import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { GateDocument } from "../core/gate.ts";
import { serveDates } from "../testing/dates-endpoint.ts";
import { command } from "../testing/run-command.ts";
import { scenarioFile } from "../testing/scenario-file.ts";
import { FREEZE_TALK as FREEZE, FREEZE_ID } from "../testing/talks.ts";
import { type TempFolder, tempFolder } from "../testing/temp-folder.ts";

const CONTRADICTION = "AUDIT_SEMANTIC_CONTRADICTION";
const RENDER = "AUDIT_MEMORY_BUDGETED_RENDER";
const KEYLESS = ["--api-key-env", "HARNESS_LAB_NO_SUCH_KEY"];

/** Records the baseline main of a scenario on a live endpoint. */
async function recordMain(folder: TempFolder, { scenario = FREEZE, seeds = "1" } = {}) {
  const server = await serveDates();
  const db = folder.file("lab.duckdb");
  const model = ["--model", "some-model", "--base-url", server.url, "--price-like", "gpt-4.1-mini"];
  const rest = ["--scenarios", scenario, "--seeds", seeds, "-j", "1", "--retries", "0", "--db", db];
  const recorded = await command(["ablate", CONTRADICTION, ...model, ...rest]);
  expect(recorded, recorded.err).toMatchObject({ code: 0 });
  expect((await command(["baseline", "save", "main", "--db", db])).code).toBe(0);
  const gate = async (...args: readonly string[]) => {
    const { code, out, err } = await command(["gate", ...args, "--db", db, "--json"]);
    expect(out, err).not.toBe("");
    return { code, document: JSON.parse(out) as GateDocument };
  };
  return { server, gate };
}

const statesOf = ({ parts }: GateDocument) => parts.map(({ name, state }) => [name, state]);

test("recorded replies settle a harmless change without a call or a server; others wait for one and never pass", async () => {
  using folder = tempFolder();
  const { server, gate } = await recordMain(folder);
  await server.close();

  const inert = await gate();
  expect([inert.code, inert.document.outcome, inert.document.basis]).toEqual([0, "pass", "real"]);
  expect(inert.document.blocks).toEqual({ planned: 1, inert: 1, ran: 0, notRun: 0 });
  expect(inert.document.spentUsd).toBe(0);
  expect(statesOf(inert.document)).toEqual([
    ["lint", "pass"],
    ["simulated", "pass"],
    ["recorded", "inert"],
  ]);

  // Without the check nothing is asked that was not asked before: settled too, and known to have tested nothing.
  const less = await gate("--baseline", "main", "--candidate", `${CONTRADICTION}=0`, "--force");
  expect([less.code, less.document.spentUsd, less.document.blocks.inert]).toEqual([3, 0, 1]);
  expect(less.document.reasons.join()).toContain("never fired");
  // Without a key the simulated model has its say, and there the scenario needs the flag.
  const forked = await gate("--baseline", "main", "--candidate", `${CONTRADICTION}=0`, ...KEYLESS);
  expect([forked.code, forked.document.outcome]).toEqual([1, "regression"]);
  expect(statesOf(forked.document)).toContainEqual(["simulated", "regression"]);
  expect(forked.document.reasons[0]).toContain("on the simulated model");

  const changed = ["--baseline", "main", "--candidate", "AUDIT_MEMORY_BUDGETED_RENDER=0"];
  const fork = await gate(...changed, ...KEYLESS);
  expect([fork.code, fork.document.outcome, fork.document.neutral]).toEqual([0, "inconclusive", true]);
  expect(fork.document.title).toBe("not decided: the live part was not run");
  expect(statesOf(fork.document)).toContainEqual(["live", "not-run"]);

  const dead = await gate(...changed);
  expect([dead.code, dead.document.outcome]).toEqual([4, "broken"]);
});

/** The simulated model no longer minds what it is told, as if the mechanism had stopped telling it. */
function deafScenario(folder: TempFolder, more = ""): string {
  const file = folder.file("freeze.yaml");
  const builtIn = readFileSync(FREEZE, "utf8");
  const deaf = builtIn.replace("sees: { system: ['/merged on", "sees: { system: ['/merged never on");
  expect(deaf).not.toBe(builtIn);
  writeFileSync(file, deaf.replace(`id: ${FREEZE_ID}\n`, `id: own/freeze\n${more}`));
  return file;
}

test("changed code that fails a simulated scenario is blocked before the model is asked", async () => {
  using folder = tempFolder();
  const scenario = deafScenario(folder);
  const { server, gate } = await recordMain(folder, { scenario });
  await server.close();
  // Nobody answers: were the model asked, the gate would be broken.
  const { code, document } = await gate("--fresh");
  expect([code, document.outcome]).toEqual([1, "regression"]);
  expect(statesOf(document)).toEqual([
    ["lint", "pass"],
    ["simulated", "regression"],
    ["live", "not-run"],
  ]);
  expect(document.reasons.join()).toContain("own/freeze seed 1");
});

test("a scenario whose simulated outcome is drawn by chance declares none, so it fails nothing", async () => {
  using folder = tempFolder();
  const scenario = deafScenario(folder, "tags: [outcome-varies]\n");
  const { server, gate } = await recordMain(folder, { scenario });
  await server.close();
  const { code, document } = await gate();
  expect([code, statesOf(document)]).toEqual([
    0,
    [
      ["lint", "pass"],
      ["simulated", "not-run"],
      ["recorded", "inert"],
    ],
  ]);
});

test("a regression against a stored base of the same source is run again, both arms live, on fresh seeds", async () => {
  using folder = tempFolder();
  const { server, gate } = await recordMain(folder, { seeds: "5" });
  try {
    const planted = ["--baseline", "main", "--candidate", "AUDIT_MEMORY_BUDGETED_RENDER=0"];
    const { code, document } = await gate(...planted);
    expect([code, document.decision?.counts, document.confirm?.counts]).toEqual([
      1,
      expect.objectContaining({ n: 5, c: 5 }),
      expect.objectContaining({ n: 5, c: 5 }),
    ]);
    expect(document.confirm?.losses.map(({ seed }) => seed)).toEqual(["6", "7", "8", "9", "10"]);
    expect(document.reasons.join()).toContain("the rerun on fresh seeds shows it again");
    expect(document.next).not.toContain("another time");
    const alarm = await gate(...planted, "--no-confirm");
    expect([alarm.code, alarm.document.next]).toEqual([1, expect.stringContaining("another time")]);
  } finally {
    await server.close();
  }
});

test("a recording that settles nothing passes nothing off: no key leaves it undecided, a renewed run that cannot be made is broken", async () => {
  using folder = tempFolder();
  const scenario = scenarioFile(folder.path, {
    id: "dates/release",
    targets: [RENDER, CONTRADICTION],
    conversation: [
      { user: "Please remember: the release is on 13 March." },
      { "new-session": {} },
      { user: "I was wrong, the release is on 18 March. Until when may we merge before it?" },
    ],
    expect: [{ reply: { states: ["nothing can be merged"] } }],
    simulate: [],
  });
  const { server, gate } = await recordMain(folder, { scenario });
  const changed = ["--baseline", "main", "--candidate", `${RENDER}=0`, "--fail-on", "loss"];
  const fork = await gate(...changed, ...KEYLESS);
  expect([fork.code, fork.document.title]).toEqual([0, "not decided: the live part was not run"]);
  expect(statesOf(fork.document)).toEqual([
    ["lint", "pass"],
    ["simulated", "not-run"],
    ["recorded", "not-run"],
    ["live", "not-run"],
  ]);
  const live = await gate(...changed);
  expect([live.code, statesOf(live.document)]).toEqual([
    1,
    [
      ["lint", "pass"],
      ["recorded", "not-run"],
      ["live", "regression"],
    ],
  ]);
  const again = await gate(...changed);
  expect([again.code, again.document.spentUsd]).toEqual([1, 0]);
  expect(again.document.notes.join()).toMatch(/Earlier runs of this gate spent unknown/);

  await server.close();
  // What an earlier run stored is no result of one that was to start anew.
  const renewed = await gate(...changed, "--fresh");
  expect([renewed.code, renewed.document.outcome]).toEqual([4, "broken"]);
  expect(renewed.document.decision?.losses).toEqual([]);
  expect(renewed.document.blocks).toEqual({ planned: 1, inert: 0, ran: 0, notRun: 1 });
});
