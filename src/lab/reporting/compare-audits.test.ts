/** `compare` on the three published audits of data/buildaharness: every figure that expected.json holds. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { RowsReport } from "../../core/report-document.ts";
import type { ExpectedAudit } from "../../testing/expected-audit.ts";
import { known } from "../../testing/known.ts";
import { command } from "../../testing/run-command.ts";
import { sharedData, warnOfSkipped } from "../../testing/shared-data.ts";

const folder = sharedData("data/buildaharness");
const audits = ["ablation-supervisor-stall", "ablation-contradiction", "ablation-injection"] as const;
warnOfSkipped([[folder, audits.length]]);

/** Runs the command as a user would, with the columns left to their usual names. */
async function judged(audit: string, { control, candidate }: ExpectedAudit): Promise<RowsReport> {
  const file = `${folder}/${audit}.csv`;
  const arms = ["--control", control, "--treatment", candidate, "--flag", audit];
  const { code, out, err } = await command([
    "compare",
    file,
    ...arms,
    "--valid",
    "ran=true,invalid_run=false",
    "--json",
  ]);
  expect(code, err).toBe(0);
  return JSON.parse(out) as RowsReport;
}

const rounded = (value: number | null | undefined) => Number(value?.toFixed(4));

test.skipIf(folder === null).each(audits)("%s: compare --json gives every expected figure", async (audit) => {
  const all = JSON.parse(readFileSync(`${folder}/expected.json`, "utf8")) as Record<string, ExpectedAudit>;
  const expected = all[audit];
  if (expected === undefined) throw new Error(`no figures for ${audit}`);
  const document = await judged(audit, expected);
  const comparison = document.sections[0]?.comparison;
  if (comparison === undefined) throw new Error("no comparison");
  const { counts, denominators, effect, scenarioLevel, ratios, omissions, position, verdict } = comparison;

  expect(denominators).toMatchObject({
    units: expected.units,
    missing: { control: expected.missing.control, treatment: expected.missing.candidate },
  });
  expect(counts).toEqual({
    n: expected.pairs,
    b: expected.better,
    c: expected.worse,
    both: expected.bothPass,
    neither: expected.bothFail,
  });
  expect(known(effect.exactP) / expected.exactTwoSided).toBeCloseTo(1, 10);
  expect(known(effect.interval95)[0]).toBeCloseTo(expected.fayLumbard95[0], 9);
  expect(known(effect.interval95)[1]).toBeCloseTo(expected.fayLumbard95[1], 9);

  expect(scenarioLevel.scenarios).toBe(expected.scenarios);
  expect(scenarioLevel.differing).toBe(expected.scenariosThatDiffer);
  expect(scenarioLevel.meanDelta).toBeCloseTo(expected.scenarioMeanDelta, 12);
  expect(scenarioLevel.signFlipP).toBeCloseTo(expected.signFlip, 12);
  expect(scenarioLevel.standardError).toBeCloseTo(expected.scenarioT.se, 12);
  // A standard error of 0 is equal means, not certainty: then there is no interval and no p.
  if (expected.scenarioT.p === null)
    expect([scenarioLevel.interval95, scenarioLevel.tP]).toEqual([null, null]);
  else {
    expect(scenarioLevel.interval95?.[0]).toBeCloseTo(expected.scenarioT.lo, 9);
    expect(scenarioLevel.interval95?.[1]).toBeCloseTo(expected.scenarioT.hi, 9);
    expect(scenarioLevel.tP).toBeCloseTo(expected.scenarioT.p, 9);
  }

  const { costUsd } = ratios;
  expect(costUsd.known).toBe(expected.costPairs);
  expect(costUsd.ofTotals?.ratio).toBeCloseTo(expected.costRatioOfTotals.ratio, 9);
  expect(costUsd.ofTotals?.interval95?.[0]).toBeCloseTo(expected.costRatioOfTotals.lo, 9);
  expect(costUsd.ofTotals?.interval95?.[1]).toBeCloseTo(expected.costRatioOfTotals.hi, 9);
  expect(Object.fromEntries(costUsd.bySeed.map(({ seed, ratio }) => [seed, rounded(ratio)]))).toEqual(
    expected.costRatioBySeed,
  );
  const without = omissions.filter(({ kind }) => kind === "seed");
  expect(Object.fromEntries(without.map((row) => [row.omitted, rounded(row.cost?.ratio)]))).toEqual(
    expected.costRatioWithoutSeed,
  );
  const scenarios = omissions.filter(({ kind }) => kind === "scenario");
  const worst = scenarios.find(({ omitted }) => omitted === expected.leaveOneScenarioOutWorst.scenario);
  expect(worst).toMatchObject({
    b: expected.leaveOneScenarioOutWorst.better,
    c: expected.leaveOneScenarioOutWorst.worse,
  });
  expect((worst?.exactP ?? 0) / expected.leaveOneScenarioOutWorst.exact).toBeCloseTo(1, 10);
  expect(worst?.exactP).toBe(Math.max(...scenarios.map(({ exactP }) => known(exactP))));

  expect(position.state).toBe("unknown");
  expect(verdict.qualifiers).toContain("engagement-unknown");
  expect(document).toMatchObject({ origin: "rows", basis: "unknown" });
});
