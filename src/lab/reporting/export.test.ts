/** Proves that the rows of an experiment give back every figure of its report. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compare } from "../../analyse/compare.ts";
import { compareFamily } from "../../analyse/compare-family.ts";
import type { ExperimentReport, RowsReport } from "../../core/report-document.ts";
import { formatGrounds } from "../../rows/grounds.ts";
import { writtenRows } from "../../rows/written-rows.ts";
import { calibrated, outcome, pairsOf, planOf } from "../../testing/paired-units.ts";
import { sampleReport } from "../../testing/report-builder.ts";
import { command } from "../../testing/run-command.ts";
import { compareRows } from "./compare.ts";

const folder = mkdtempSync(join(tmpdir(), "lab-export-"));
afterAll(() => rmSync(folder, { recursive: true }));
const db = join(folder, "lab.duckdb");

beforeAll(async () => {
  const flags = ["AUDIT_SEMANTIC_CONTRADICTION", "AUDIT_RETRY_SYSTEM_ERRORS"];
  const scenarios = [
    "contradiction/freeze-date",
    "contradiction/token-lifetime-restated",
    "retry/transient-503",
    "retry/healthy-turn",
  ];
  const ran = await command(["ablate", ...flags, "--scenarios", ...scenarios, "--seeds", "2", "--db", db]);
  expect(ran, ran.err).toMatchObject({ code: 0 });
});

test("the command of the README reproduces every figure of a simulated run from its rows", async () => {
  const own = JSON.parse((await command(["report", "--json", "--db", db])).out) as ExperimentReport;

  const artifact = join(folder, "artifact");
  expect(await command(["export", "latest", "--db", db, "--artifact", artifact])).toMatchObject({ code: 0 });
  const readme = readFileSync(join(artifact, "README.md"), "utf8");
  const [, typed = ""] = /^harness-lab (compare rows\.csv .*) -o report\.html$/m.exec(readme) ?? [];
  const args = typed.split(" ").map((word) => (word === "rows.csv" ? join(artifact, word) : word));
  const again = JSON.parse((await command([...args, "--json"])).out) as RowsReport;

  expect(own.sections).toHaveLength(2);
  const figures = (document: ExperimentReport | RowsReport) =>
    document.sections.map(({ flag, comparison, controls }) => ({ flag, comparison, controls }));
  expect(figures(again)).toEqual(figures(own));
  expect(own.sections.map(({ controls }) => controls === null)).toContain(false);
  expect(again).toMatchObject({ basis: "simulated", rows: { models: ["simulated"] } });
});

test.each([["README.md"], ["rows.csv"], ["grounds.json"]])(
  "a folder that holds somebody else's %s is refused and left as it was",
  async (name) => {
    const project = mkdtempSync(join(folder, "project-"));
    writeFileSync(join(project, name), "my own words about harness-lab");
    const refused = await command(["export", "latest", "--db", db, "--artifact", project]);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining(`${name} of this folder would be overwritten`),
    ]);
    expect(readdirSync(project)).toEqual([name]);
    rmSync(join(project, name));
    for (const _ of ["new", "again"])
      expect((await command(["export", "latest", "--db", db, "--artifact", project])).code).toBe(0);
  },
);

test("a .csv path gives the rows alone, and prints the command", async () => {
  const file = join(folder, "alone.csv");
  const { code, out } = await command(["export", "latest", "--db", db, "--artifact", file]);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining(
      `reproduce: harness-lab compare ${file} --alpha 0.05 --delta-min 0.2 --purpose mechanism`,
    ),
  ]);
});

test("lost trials, unknown values, awkward names and controls survive the way through the file", async () => {
  const units = [
    ...pairsOf({
      better: 7,
      worse: 1,
      both: 3,
      scenarios: 3,
      treatment: () => ({ costUsd: 0.1 + 0.2, calls: 3 }),
    }),
    {
      scenario: 'odd "name", with comma',
      seed: "007",
      control: outcome("error", { costUsd: 0, callsByPurpose: { "classify-turn": 2, propose: 1 } }),
      treatment: outcome("unscored", { models: ["a-model", "fp_1"], score: 0.25, judged: true }),
      diverged: false,
      prefixIdentical: true,
    },
    {
      scenario: "gone",
      seed: "1",
      control: outcome("missing"),
      treatment: outcome("pass"),
      diverged: null,
      prefixIdentical: null,
    },
  ];
  const plan = planOf({ planned: 20, family: 2, deltaMin: 0.2, flagMakesCalls: true });
  const other = { id: "other", flag: "AUDIT_OTHER", planned: 8, greedy: true };
  const [first, second] = compareFamily([
    { units, plan, facts: {} },
    { units: pairsOf({ worse: 8 }), plan: { ...plan, ...other }, facts: {} },
  ]);
  const controls = compare(
    pairsOf({ both: 4 }),
    planOf({ planned: 4, family: 2, deltaMin: 0.2, flagMakesCalls: true, over: "controls" }),
  );
  const sample = sampleReport().sections[0];
  if (first === undefined || second === undefined || sample === undefined) throw new Error("no comparison");
  const file = join(folder, "awkward.csv");
  writeFileSync(
    file,
    writtenRows({
      sections: [
        { ...sample, flag: first.plan.flag, comparison: first, controls },
        { ...sample, flag: second.plan.flag, comparison: second, controls: null },
      ],
    }),
  );
  const { sections } = await compareRows({ file });
  expect(sections.map(({ comparison }) => comparison)).toEqual([first, second]);
  expect(sections[0]?.controls).toEqual(controls);
});

test("what no row shows, calibration and a qualified judge, travels beside the rows", async () => {
  const calibration = calibrated({ source: { experiment: "0123456789ab", at: "2026-01-01T00:00:00.000Z" } });
  const [sample] = sampleReport().sections;
  const { flag = null } = sample?.comparison.plan ?? {};
  const plan = planOf({ flag, planned: 9, deltaMin: 0.2, flagMakesCalls: true });
  const comparison = compare(pairsOf({ better: 4, both: 5 }), plan, { calibration, judgeQualified: true });
  if (sample === undefined) throw new Error("no comparison");
  const document = { ...sampleReport(), sections: [{ ...sample, comparison, controls: null }] };
  const [file, grounds] = [join(folder, "calibrated.csv"), join(folder, "grounds.json")];
  writeFileSync(file, writtenRows(document));
  writeFileSync(grounds, formatGrounds(document) ?? "");
  const again = await compareRows({ file, grounds });
  expect(again.sections.map((section) => section.comparison)).toEqual([comparison]);
  expect(again.notes.join()).toContain("grounds.json says");
  const bare = await compareRows({ file });
  expect(bare.sections[0]?.comparison.facts.calibration).toBeNull();
  writeFileSync(grounds, '{"format":"harness-lab-grounds/1","comparisons":[{"comparison":1}]}');
  await expect(compareRows({ file, grounds })).rejects.toThrow(/comparisons\.0\.comparison/);
});

test("an experiment that is not stored, or a path that cannot be written, is the caller's error", async () => {
  expect(await command(["export", "nothing", "--db", db, "--artifact", folder])).toMatchObject({ code: 2 });
  const blocked = await command(["export", "latest", "--db", db, "--artifact", join(db, "inside")]);
  expect(blocked).toMatchObject({ code: 2, err: expect.stringContaining("--artifact") });
});
