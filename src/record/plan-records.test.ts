/** Designs, rules, frozen plans and runs come back as stored, and a store of the first layout is brought up to date. */
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import type { DesignSpec } from "../core/experiment.ts";
import type { FrozenPlan, PlanContent } from "../core/frozen-plan.ts";
import { experimentOf } from "../testing/stored-experiment.ts";
import { tempFolder } from "../testing/temp-folder.ts";
import { createTable, TABLES } from "./schema.ts";
import { openMemoryStore, withStore } from "./store.ts";

const DESIGN: DesignSpec = {
  kind: "plackett-burman",
  flags: ["A", "B"],
  rows: [
    { arm: "off", on: [false, false] },
    { arm: "on", on: [true, true] },
    { arm: "third", on: [true, false] },
    { arm: "on", on: [true, true] },
  ],
  scenarios: ["stress/one", "stress/two"],
};

function plan(digest: string, frozenAt: string, changes: Partial<PlanContent> = {}): FrozenPlan {
  const { experiment, provenance } = experimentOf();
  const { model, toolProtocol, temperature, sendSeed } = experiment.model;
  return {
    digest,
    frozenAt,
    content: {
      name: experiment.name,
      experiment: experiment.id,
      arms: experiment.arms,
      comparisons: experiment.comparisons,
      design: null,
      rule: { design: "sequential", deltaMin: 0.1, until: "demonstrated" },
      alpha: 0.05,
      seeds: experiment.seeds,
      settings: experiment.settings,
      independent: false,
      model: { model, toolProtocol, temperature, sendSeed },
      harnessDigest: provenance.harnessDigest,
      scenarioDigests: provenance.scenarioDigests,
      expected: [{ comparison: "c", pairs: 4, power: 0, minimumDetectable: null }],
      ...changes,
    },
  };
}

test("an experiment comes back with its design and rule, and every arm of a design is planned", async () => {
  await using store = await openMemoryStore();
  const { experiment, provenance, scenarios } = experimentOf({
    comparisons: [],
    design: DESIGN,
    rule: { design: "sequential", deltaMin: 0.2, until: null },
  });
  await store.saveExperiment(experiment, provenance, scenarios);
  await store.saveExperiment(experiment, provenance, scenarios);
  expect((await store.loadExperiment(experiment.id)).experiment).toStrictEqual(experiment);
  // Three distinct arms, two scenarios, two seeds.
  expect((await store.totals(experiment.id)).trialsPlanned).toBe(12);
  expect(await store.experimentRows()).toMatchObject([{ planned: 12 }]);
});

test("an experiment without design or rule comes back without them", async () => {
  await using store = await openMemoryStore();
  const { experiment, provenance, scenarios } = experimentOf();
  await store.saveExperiment(experiment, provenance, scenarios);
  expect((await store.loadExperiment(experiment.id)).experiment).toStrictEqual(experiment);
});

test("plans are found by the experiment's id or name, oldest first, and never change", async () => {
  await using store = await openMemoryStore();
  const later = plan("b", "2026-03-02T10:00:00.000Z", { experiment: "other" });
  const first = plan("a", "2026-03-01T10:00:00.000Z", { name: "another name" });
  await store.freezePlan(later);
  await store.freezePlan(first);
  await store.freezePlan({ ...first, frozenAt: "2026-04-01T10:00:00.000Z" });
  await store.freezePlan(
    plan("c", "2026-03-01T10:00:00.000Z", { experiment: "other", name: "another name" }),
  );
  expect(
    await store.frozenPlans({ id: "experiment-1", name: "ablate the contradiction check" }),
  ).toStrictEqual([first, later]);
});

test("a run that never ended is told from one that did", async () => {
  await using store = await openMemoryStore();
  await store.beginRun({ experiment: "e", fresh: false, budgetUsd: null });
  const second = await store.beginRun({ experiment: "e", fresh: true, budgetUsd: 0.5 });
  await store.beginRun({ experiment: "other", fresh: false, budgetUsd: null });
  await store.endRun(second, "budget", "spent $0.51 of $0.50");
  expect(await store.runs("e")).toMatchObject([
    { endedAt: null, ending: null, detail: null, fresh: false, budgetUsd: null },
    { ending: "budget", detail: "spent $0.51 of $0.50", fresh: true, budgetUsd: 0.5 },
  ]);
});

test("a store of the first layout is brought up to date by its next use, reading included", async () => {
  using folder = tempFolder();
  const file = folder.file("lab.duckdb");
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(TABLES.flatMap(createTable).join(";\n"));
  await connection.run("INSERT INTO schema_version VALUES (1, current_timestamp::TIMESTAMP)");
  await connection.run(
    `INSERT INTO experiments VALUES ('old', 'last year', '[]', '[]', ['1'], '{"model":"m"}', '{}', false, now()::TIMESTAMP, now()::TIMESTAMP)`,
  );
  connection.closeSync();
  instance.closeSync();
  expect(await withStore(file, "read", (store) => store.runs("e"))).toEqual([]);
  const { experiment, provenance, scenarios } = experimentOf({ id: "old", name: "this year" });
  await withStore(file, "write", (store) => store.saveExperiment(experiment, provenance, scenarios));
  expect(await withStore(file, "read", (store) => store.findExperiment("last year"))).toMatchObject({
    id: "old",
    formerNames: ["last year"],
  });
  await withStore(file, "write", (store) => store.freezePlan(plan("a", "2026-03-01T10:00:00.000Z")));
  expect(
    await withStore(file, "read", (store) => store.frozenPlans({ id: "experiment-1", name: "" })),
  ).toHaveLength(1);
});
