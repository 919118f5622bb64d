/** Deviations from a frozen plan, each named; and what is read of runs and attempts. */

import { expect, test } from "vitest";
import { FIXED_RULE } from "../../core/experiment.ts";
import type { PlanContent } from "../../core/frozen-plan.ts";
import { openMemoryStore } from "../../record/store.ts";
import { experimentOf } from "../../testing/stored-experiment.ts";
import { trial } from "../../testing/trial-builder.ts";
import { processOf } from "../reporting/process-facts.ts";
import { type Actual, deviationsFrom } from "./plan-deviations.ts";

const { experiment, provenance, scenarios } = experimentOf();
const PLAN: PlanContent = {
  name: experiment.name,
  experiment: experiment.id,
  arms: experiment.arms,
  comparisons: experiment.comparisons,
  design: null,
  rule: FIXED_RULE,
  alpha: 0.05,
  seeds: ["1", "2"],
  settings: experiment.settings,
  independent: false,
  model: { model: "simulated", toolProtocol: "native", temperature: null, sendSeed: true },
  harnessDigest: provenance.harnessDigest,
  scenarioDigests: provenance.scenarioDigests,
  expected: [],
};
const followed: Actual = {
  experiment,
  provenance,
  seedsRun: ["1", "2"],
  stoppedByRule: false,
  trialsBefore: 0,
};

test("a run that follows its plan to the letter has no deviation", () => {
  expect(deviationsFrom(PLAN, followed)).toEqual([]);
});

test("an address, a time-out, a key's name or a price are no deviation", () => {
  const model = { ...experiment.model, baseUrl: "http://127.0.0.1:1", timeoutMs: 1, priceLike: "gpt-4.1" };
  expect(deviationsFrom(PLAN, { ...followed, experiment: { ...experiment, model } })).toEqual([]);
});

test("fewer seeds are a deviation, unless the plan's own rule ended the run", () => {
  const short = { ...followed, seedsRun: ["1"] };
  expect(deviationsFrom(PLAN, short)).toEqual(["fewer seeds: 1 of 2 planned did not run (2)"]);
  expect(deviationsFrom(PLAN, { ...short, stoppedByRule: true })).toEqual([]);
});

test.each<[string, Partial<Actual>]>([
  ["more seeds: 1 that were not planned (7), beside 2 that were", { seedsRun: ["1", "2", "7"] }],
  ["3 trials had begun when the plan was frozen", { trialsBefore: 3 }],
  [
    "another harness source: changed ran, harness was planned",
    { provenance: { ...provenance, harnessDigest: "changed" } },
  ],
  [
    "scenarios that were not planned: stress/new",
    { provenance: { ...provenance, scenarioDigests: { ...provenance.scenarioDigests, "stress/new": "x" } } },
  ],
  [
    "scenarios changed since the plan: stress/one",
    { provenance: { ...provenance, scenarioDigests: { ...provenance.scenarioDigests, "stress/one": "x" } } },
  ],
  [
    'another model setting, model: "other" ran, "simulated" was planned',
    { experiment: { ...experiment, model: { ...experiment.model, model: "other" } } },
  ],
  [
    "another independent arms: true ran, false was planned",
    { experiment: { ...experiment, independent: true } },
  ],
  [
    'another decision rule: {"deltaMin":0.1,"design":"fixed","until":null} ran, {"deltaMin":0.2,"design":"fixed","until":null} was planned',
    { experiment: { ...experiment, rule: { ...FIXED_RULE, deltaMin: 0.1 } } },
  ],
])("%s", (sentence, changes) => {
  expect(deviationsFrom(PLAN, { ...followed, ...changes })).toEqual([sentence]);
});

test("other arms and comparisons are named", () => {
  const [off] = experiment.arms;
  if (!off) throw new Error("the sample has arms");
  const arms = [off, { ...off, name: "third", flags: { ...off.flags, AUDIT_MEMORY_BUDGETED_RENDER: false } }];
  const found = deviationsFrom(PLAN, { ...followed, experiment: { ...experiment, arms, comparisons: [] } });
  expect(found).toEqual([
    "arms that were not planned: third",
    "planned arms that were left out: on",
    "planned comparisons that were left out: AUDIT_SEMANTIC_CONTRADICTION",
  ]);
});

test("attempts that were replaced are told apart by why, and a plan frozen after the first trial is no plan", async () => {
  await using store = await openMemoryStore();
  await store.saveExperiment(experiment, provenance, scenarios);
  const key = { experiment: experiment.id, scenario: "stress/one", seed: "1" };
  for (const attempt of [1, 2])
    await store.saveBlock(
      ["off", "on"].map((arm) =>
        trial("stress/one")
          .as({ ...key, arm, attempt })
          .user("x")
          .score("fail")
          .graded(),
      ),
    );
  await store.freezePlan({ digest: "late", frozenAt: "2999-01-01T00:00:00.000Z", content: PLAN });
  const found = await processOf(store, experiment, provenance, false);
  expect(found.discarded).toEqual([
    {
      scenario: "stress/one",
      seed: "1",
      attempt: 1,
      reason: "fresh",
      outcomes: { off: "fail", on: "fail" },
    },
  ]);
  expect(found.plan?.deviations).toContain("4 trials had begun when the plan was frozen");
});
