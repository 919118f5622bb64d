/** Designs: which configurations run, which of them are matched pairs, and what cannot be a design. */

import { expect, test } from "vitest";
import { LabError } from "../core/errors.ts";
import type { DesignKind } from "../core/experiment.ts";
import { endpointSettings } from "../testing/model-settings.ts";
import { scenarioOf } from "../testing/scenario-builder.ts";
import { builtFlag } from "./arms.ts";
import { blocksOf } from "./blocks.ts";
import { planDesign } from "./design-plan.ts";
import { identify } from "./identity.ts";

const CONTRADICTION = "AUDIT_SEMANTIC_CONTRADICTION";
const COMPACTION = "AUDIT_SEMANTIC_COMPACTION";
const RENDER = "AUDIT_MEMORY_BUDGETED_RENDER";
const RETRY = "AUDIT_RETRY_SYSTEM_ERRORS";
const HYPOTHESES = "AUDIT_SEMANTIC_HYPOTHESES";
const FLAGS = [CONTRADICTION, COMPACTION, RENDER, RETRY, HYPOTHESES];
const scenarios = [
  ...FLAGS.map((flag, index) => scenarioOf({ id: `s/${index}`, targets: [flag] })),
  scenarioOf({ id: "s/quiet", targets: [CONTRADICTION], role: "control" }),
];

function plan(kind: DesignKind, flags: readonly string[], force = false) {
  return planDesign({ kind, flags, scenarios, seeds: ["1", "2"], model: endpointSettings(null), force });
}

function refused(work: () => unknown): LabError {
  try {
    work();
  } catch (error) {
    if (error instanceof LabError) return error;
  }
  throw new Error("it was not refused");
}

test("one at a time: each flag alone against all off, on the union of the stress scenarios", () => {
  const draft = plan("oat", [CONTRADICTION, COMPACTION, RENDER]);
  expect(draft.arms).toHaveLength(4);
  expect(new Set(draft.comparisons.map((pair) => pair.control)).size).toBe(1);
  const arm = (name: string | undefined) => draft.arms.find((one) => one.name === name)?.flags ?? {};
  for (const pair of draft.comparisons) {
    expect(pair.stress).toEqual(["s/0", "s/1", "s/2"]);
    expect(pair.controls).toEqual([]);
    const [off, on] = [arm(pair.control), arm(pair.treatment)];
    expect(Object.keys(on).filter((name) => on[name] !== off[name])).toEqual([pair.flag]);
    expect([CONTRADICTION, COMPACTION, RENDER].map((name) => off[name])).toEqual([false, false, false]);
  }
});

test("leave one out: all on is the treatment of every flag", () => {
  const draft = plan("leave-one-out", [CONTRADICTION, COMPACTION, RENDER]);
  expect(new Set(draft.comparisons.map((pair) => pair.treatment)).size).toBe(1);
  expect(draft.comparisons.map((pair) => pair.id)).toContain(`${CONTRADICTION} with the others`);
});

test.each([
  ["both", 3, 8, 6],
  ["both", 5, 12, 10],
  // With two flags, off-based and on-based configurations coincide.
  ["both", 2, 4, 4],
  ["factorial", 3, 8, 6],
  // Rows that twelve runs and their mirror image repeat on three flags are one arm: a full factorial.
  ["plackett-burman", 3, 8, 0],
  ["plackett-burman", 5, 22, 0],
] as const)("a %s design of %i flags has %i arms and %i matched pairs", (kind, flags, arms, pairs) => {
  const draft = plan(kind, FLAGS.slice(0, flags));
  expect(draft.arms).toHaveLength(arms);
  expect(draft.comparisons).toHaveLength(pairs);
  expect(new Set(draft.design?.rows.map((row) => row.arm)).size).toBe(arms);
});

test("a block is a scenario and seed over every arm, and all arms share the seeds", () => {
  const draft = plan("plackett-burman", FLAGS);
  const blocks = blocksOf(draft);
  expect(blocks).toHaveLength(5 * 2);
  for (const block of blocks) expect([...block.arms].sort()).toEqual(draft.arms.map((arm) => arm.name));
});

test("on every flag of a folded-over design half of the rows are on, and the halves mirror each other", () => {
  const rows = plan("plackett-burman", FLAGS).design?.rows ?? [];
  expect(rows).toHaveLength(24);
  for (let flag = 0; flag < FLAGS.length; flag++) expect(rows.filter((row) => row.on[flag]).length).toBe(12);
  for (let row = 0; row < 12; row++) expect(rows[row + 12]?.on).toEqual(rows[row]?.on.map((on) => !on));
});

test("contexts of all flags are held in every arm (A-111)", () => {
  for (const arm of plan("both", [CONTRADICTION, RETRY]).arms)
    expect(arm.flags).toMatchObject(builtFlag(RETRY).context);
});

test("a factorial of more than three flags is refused, up to five with --force, never more", () => {
  const error = refused(() => plan("factorial", FLAGS.slice(0, 4)));
  expect(error.exitCode).toBe(2);
  expect(error.message).toContain("16 configurations");
  expect(error.remedy).toContain("--force");
  expect(plan("factorial", FLAGS, true).arms).toHaveLength(32);
});

test("a design of one flag, and a flag without a stress scenario, are refused", () => {
  expect(refused(() => plan("oat", [CONTRADICTION])).code).toBe("design-too-small");
  const without = {
    kind: "oat",
    flags: FLAGS,
    seeds: ["1"],
    model: endpointSettings(null),
    force: false,
  } as const;
  expect(refused(() => planDesign({ ...without, scenarios: scenarios.slice(0, 2) })).code).toBe(
    "no-scenario",
  );
});

test("the design is part of the experiment's identity", () => {
  const id = (kind: DesignKind) =>
    identify(plan(kind, FLAGS.slice(0, 3)), { scenarios, harnessDigest: "h" }).id;
  expect(id("both")).not.toBe(id("factorial"));
  expect(id("both")).toBe(id("both"));
});
