/** Wherever a p and an interval can point apart, the reader is told which question each of them answers. */

import { expect, test } from "vitest";
import { compare } from "../analyse/compare.ts";
import type { Comparison } from "../core/comparison.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import { type PairShape, pairsOf, planOf } from "../testing/paired-units.ts";
import { sampleReport } from "../testing/report-builder.ts";
import { statisticsFacts } from "./statistics-facts.ts";
import { summaryNote } from "./summary-row.ts";

function documentOf(shape: PairShape, plan: Partial<ComparisonPlan> = {}) {
  const document = sampleReport();
  const comparison: Comparison = compare(pairsOf(shape), planOf(plan));
  return { ...document, sections: document.sections.slice(0, 1).map((one) => ({ ...one, comparison })) };
}

function factsOf(shape: PairShape, plan: Partial<ComparisonPlan> = {}): ReadonlyMap<string, string> {
  const [section] = documentOf(shape, plan).sections;
  if (!section) throw new Error("no section");
  return new Map(statisticsFacts(section).map(([term, value]) => [term, String(value)]));
}

test("a sequential comparison says that its p and intervals hold for one look alone", () => {
  const shape = { better: 10, worse: 2, both: 28 };
  expect(factsOf(shape, { design: "sequential" }).get("Test")).toContain("for one look alone");
  expect(factsOf(shape).get("Test")).not.toContain("look");
  expect(summaryNote(documentOf(shape, { design: "sequential" }))).toContain("for one look alone");
  expect(summaryNote(documentOf(shape))).not.toContain("look");
});

test("graded scores say what their p and their interval are about, few scenarios or many", () => {
  const scored = (scenarios: number): PairShape => ({
    both: 12,
    scenarios,
    control: () => ({ score: 0.4 }),
    treatment: (place) => ({ score: 0.5 + (place % scenarios) / 20 }),
  });
  const [few, many] = [factsOf(scored(1)), factsOf(scored(6))].map((facts) => facts.get("Graded score"));
  expect(few).toContain("holds at any number of pairs");
  expect(many).toContain("about scenarios like these");
});

test("typical cost and latency stand beside the totals, with the pairs that pull them apart", () => {
  const facts = factsOf({
    both: 12,
    control: () => ({ uncachedCostUsd: 1, latencyMs: 1000 }),
    treatment: (place) => ({
      uncachedCostUsd: place === 4 ? 900 : 2 + place / 1000,
      latencyMs: 100 * (place + 1),
    }),
  });
  const cost = facts.get("Typical ratio, cost (uncached)");
  // One pair of twelve is 450 times as dear as the rest: e^(ln 450 / 12) = 1.66 times the typical ratio.
  expect(cost).toMatch(
    /^x3\.3\d \(.*\) \(geometric mean\); robust x2\.0\d \(.*; outliers: scenario-1 seed 5$/,
  );
  expect(facts.get("Waiting for replies, median and 95th percentile")).toBe(
    "ON 650 ms, 1.1 s; OFF 1.0 s, 1.0 s",
  );
  expect([...factsOf({ both: 3 }).keys()].join()).not.toMatch(/Typical|Waiting/);
});

test("uncoupled arms have one test and one interval, which is said to be approximate (statistics-1 row 7)", () => {
  const shape = { better: 7, worse: 1, both: 2 };
  const uncoupled = factsOf(shape, { pairing: "none" });
  expect(uncoupled.get("Test")).toMatch(/^exact stratified test/);
  expect(uncoupled.get("95 % interval, approximate (Newcombe, independent runs)")).toMatch(/^\+/);
  expect([...uncoupled.keys()].filter((name) => name.startsWith("95 %"))).toHaveLength(1);
  expect(factsOf(shape).get("95 % interval, exact")).toMatch(/^-/);
});

test("over scenarios a claim rests on the sign-flip p, and the t interval says so", () => {
  const facts = factsOf({ better: 4, both: 1, scenarios: 5 });
  // Four of five means are 1: the interval excludes 0, and no sign-flip p of five scenarios reaches .05.
  expect(facts.get("Scenarios like these")).toMatch(/p 0\.13, t interval \+24 to \+100 points; .*needs both/);
});
