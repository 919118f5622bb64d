/** End of an ablation: exit codes by label, and a last line that names the missing pairs (reliability-1 row 11). */

import { expect, test } from "vitest";
import { compare } from "../../analyse/compare.ts";
import type { Outcome, PairedUnit } from "../../core/pairs.ts";
import type { ReportSection } from "../../core/report-document.ts";
import { incompleteLine } from "../../report/incomplete-line.ts";
import { outcome, pairsOf, planOf } from "../../testing/paired-units.ts";
import { sampleReport } from "../../testing/report-builder.ts";
import { exitCodeOf } from "./ablate.ts";

const pair = (seed: string, treatment: Outcome): PairedUnit => ({
  scenario: "stress/one",
  seed,
  control: outcome("pass"),
  treatment: outcome(treatment),
  diverged: null,
  prefixIdentical: null,
});

/** A report whose one comparison rests on 20 whole pairs and some others. */
function reportOf(others: readonly PairedUnit[], totals: { trialsBudget?: number; spentUsd?: number } = {}) {
  const [section] = sampleReport().sections;
  const units = [...pairsOf({ better: 1, both: 15, neither: 4 }), ...others];
  const comparison = compare(units, planOf({ planned: units.length }));
  const sections = [{ ...section, comparison, controls: null } as ReportSection];
  const trialsCompleted = units.some(({ control }) => control.outcome === "pass") ? 1 : 0;
  return { sections, totals: { ...sampleReport().totals, trialsCompleted, trialsBudget: 0, ...totals } };
}

const stopped = { stopped: { spentUsd: 1, limitUsd: 1, refusedUsd: null, setAside: 1 } };

test("lost pairs within the limit end with 0 and are named; beyond it the label is invalid and the code 4", () => {
  const few = reportOf([pair("7", "error"), pair("8", "unscored")]);
  expect(exitCodeOf(few, { stopped: null })).toBe(0);
  expect(incompleteLine(few)).toBe(
    "Incomplete: 1 pair ended with an error (stress/one seed 7); 1 pair unscored (stress/one seed 8). The same command runs what is lacking.",
  );
  const many = reportOf(["1", "2", "3", "4", "5"].map((seed) => pair(`m${seed}`, "missing")));
  expect(exitCodeOf(many, { stopped: null })).toBe(4);
  expect(incompleteLine(many)).toContain(
    "(stress/one seed m1, stress/one seed m2, stress/one seed m3 and 2 more)",
  );
});

test("a complete run ends with 0 and says nothing; what only a person can put right promises no rerun", () => {
  expect([exitCodeOf(reportOf([]), { stopped: null }), incompleteLine(reportOf([]))]).toEqual([0, null]);
  expect(incompleteLine(reportOf([pair("7", "unscored")]))).toMatch(/unscored \(stress\/one seed 7\)\.$/);
});

test("a run that its budget ended ends with 3 beside a label, and says what its unfinished pairs have cost", () => {
  const cut = reportOf([pair("7", "budget")], { trialsBudget: 2, spentUsd: 0.75 });
  expect(exitCodeOf(cut, stopped)).toBe(3);
  expect(incompleteLine(cut, 1)).toBe(
    "Incomplete: 2 trials set aside by the budget, with $0.25 paid for what they had asked, which is kept. The same command with a larger --budget-usd runs what is lacking.",
  );
});

test("where nothing could be judged the code is 4, whatever ended the run", () => {
  const nothing = { ...reportOf([]), sections: [], totals: { ...sampleReport().totals, trialsCompleted: 0 } };
  for (const ended of [{ stopped: null }, stopped]) expect(exitCodeOf(nothing, ended)).toBe(4);
});
