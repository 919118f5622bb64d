/** calibrate: noise of a control against itself, and what later reports on the same grounds say about it. */

import { expect, test } from "vitest";
import { command } from "../testing/run-command.ts";
import { TALK } from "../testing/scenario-builder.ts";
import { scenarioFile } from "../testing/scenario-file.ts";
import { FREEZE_TALK as FREEZE } from "../testing/talks.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const FLAG = "AUDIT_SEMANTIC_CONTRADICTION";

interface Calibrated {
  readonly experiment: string;
  readonly arms: readonly {
    readonly reproduces: boolean | null;
    readonly run: {
      readonly psi: number;
      readonly clean: boolean;
      readonly calibration: { readonly pairs: number; readonly flaky: readonly string[] };
    };
  }[];
}

test("a calibrated mechanism has its checklist complete; without it M4 is not checked", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  const ablate = () => command(["ablate", FLAG, "--scenarios", FREEZE, "--seeds", "3", "--db", db, "--json"]);
  const before = JSON.parse((await ablate()).out);
  expect(before.notes.join()).toContain("Not calibrated");
  expect(before.sections[0].comparison.verdict.basis).not.toBe("mechanism");

  const { code, out } = await command([
    ...["calibrate", FLAG, "--scenarios", FREEZE, "--seeds", "3", "--db", db, "--json"],
  ]);
  const { experiment, arms } = JSON.parse(out) as Calibrated;
  expect([code, arms[0]?.reproduces, arms[0]?.run.calibration.pairs]).toEqual([0, true, 3]);
  const text = (await command(["calibrate", FLAG, "--scenarios", FREEZE, "--seeds", "3", "--db", db])).out;
  for (const line of ["noise ", "bias ", "failure ", "20 are needed"]) expect(text).toContain(line);

  const after = JSON.parse((await ablate()).out);
  expect(after.notes.join()).toContain(`Calibrated by experiment ${experiment}`);
  expect(after.sections[0].comparison.verdict).toMatchObject({ label: "demonstrated", basis: "mechanism" });
  expect(after.sections[0].comparison.facts.calibration.source.experiment).toBe(experiment);
});

test("a calibration of other model settings, or one with shared replies, does not count", async () => {
  using folder = tempFolder();
  const db = folder.file("lab.duckdb");
  const rest = ["--seeds", "3", "--db", db, "--json"];
  await command(["calibrate", FLAG, "--scenarios", FREEZE, "--temperature", "0.5", ...rest]);
  await command(["calibrate", FLAG, "--scenarios", FREEZE, "--draws", "shared", ...rest]);
  const { out } = await command(["ablate", FLAG, "--scenarios", FREEZE, ...rest]);
  expect(JSON.parse(out).sections[0].comparison.facts.calibration).toBeNull();
});

test("chance shows as noise under independent draws, and never where replies are shared", async () => {
  using folder = tempFolder();
  const scenario = scenarioFile(folder.path, {
    id: "coin/flip",
    simulate: [
      ...(TALK ?? []),
      { when: { purpose: "propose" }, chance: 0.5, say: "Hello, Ada." },
      { when: { purpose: "propose" }, say: "Hello." },
    ],
  });
  const run = async (...more: readonly string[]) => {
    const db = folder.file("lab.duckdb");
    const ran = await command([
      ...["calibrate", "--scenarios", scenario, "--seeds", "10", "--db", db, "--json"],
      ...more,
    ]);
    return { ...ran, arm: (JSON.parse(ran.out) as Calibrated).arms[0] };
  };
  const independent = await run();
  // Two fair coins differ in half of the pairs; the draws are fixed by the seeds.
  expect(independent.arm?.run.psi).toBeGreaterThan(0.2);
  expect(independent.arm?.run.calibration.flaky).toEqual(["coin/flip"]);
  const shared = await run("--draws", "shared");
  expect([shared.code, shared.arm?.run.psi]).toEqual([0, 0]);
  // The simulated model honours seeds, so under equal seeds the control equals itself although every arm asks.
  const sameSeeds = await run("--draws", "same-seeds");
  expect([sameSeeds.code, sameSeeds.arm?.run.psi]).toEqual([0, 0]);
});

test("a calibration that its budget ends is inconclusive and goes on with a larger one", async () => {
  using folder = tempFolder();
  const run = (budget: string) =>
    command([
      ...["calibrate", FLAG, "--scenarios", FREEZE, "--seeds", "4", "-j", "1", "--budget-usd", budget],
      ...["--db", folder.file("lab.duckdb"), "--json"],
    ]);
  const stopped = await run("0.002");
  expect([stopped.code, stopped.err]).toEqual([3, expect.stringContaining("Stopped by budget")]);
  const done = await run("1");
  expect([done.code, (JSON.parse(done.out) as Calibrated).arms[0]?.run.calibration.pairs]).toEqual([0, 4]);
});
