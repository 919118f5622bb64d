/** Pairs by SQL: outcomes, engagement, divergence and costs of both arms side by side. */

import { afterAll, beforeAll, expect, test } from "vitest";
import type { PairedUnit } from "../core/pairs.ts";
import type { GradedTrial } from "../core/trial.ts";
import { experimentOf } from "../testing/stored-experiment.ts";
import { type TrialBuilder, trial } from "../testing/trial-builder.ts";
import { openMemoryStore } from "./store.ts";
import type { Store } from "./store-port.ts";

const FLAG = "AUDIT_SEMANTIC_CONTRADICTION";
const OWN = "semantic-contradiction";
const REQUEST = { control: "off", treatment: "on", flagId: OWN, scenarios: ["stress/one"] } as const;

type Build = (start: TrialBuilder) => TrialBuilder;

type Blocks = (experiment: string) => readonly GradedTrial[];

let store: Store & AsyncDisposable;
let experiments = 0;
beforeAll(async () => {
  store = await openMemoryStore();
});
afterAll(() => store[Symbol.asyncDispose]());

/** Stores an experiment of its own with these blocks and gives its id. */
async function stored(blocks: readonly Blocks[], seeds = ["1"]): Promise<string> {
  const id = `experiment-${++experiments}`;
  const { experiment, provenance, scenarios } = experimentOf({ id, seeds });
  await store.saveExperiment(experiment, provenance, scenarios);
  for (const block of blocks) await store.saveBlock(block(id));
  return id;
}

function block(off: Build, on: Build, seed = "1", attempt = 1): Blocks {
  return (experiment) =>
    (["off", "on"] as const).map((arm, position) =>
      (arm === "off" ? off : on)(
        trial("stress/one").as({ experiment, arm, seed, attempt }).ranAs(position),
      ).graded(),
    );
}

async function unitOf(off: Build, on: Build): Promise<PairedUnit> {
  const [unit, ...rest] = await store.pairedUnits(await stored([block(off, on)]), REQUEST);
  if (!unit || rest.length > 0) throw new Error("expected one unit");
  return unit;
}

const plain: Build = (start) =>
  start.user("hello").model("propose", { says: "hi" }).reply("hi").score("pass");
const firing: Build = (start) =>
  start
    .user("hello")
    .model("contradiction-check", { feature: OWN, json: { conflicts: [] } })
    .event({ type: "feature-reached", feature: OWN, at: "propose" })
    .event({ type: "feature-fired", feature: OWN, at: "propose", what: "a note" })
    .model("propose", { says: "hi", system: "note" })
    .reply("hi")
    .score("pass");

test("a unit holds both outcomes, costs, own calls, marks, positions and transcripts", async () => {
  const unit = await unitOf((start) => plain(start).score("fail"), firing);
  expect(unit.control).toEqual({
    outcome: "fail",
    score: 0.5,
    costUsd: 0.001,
    uncachedCostUsd: 0.001,
    wholeLatencyMs: 300,
    inputTokens: 100,
    cachedInputTokens: 0,
    outputTokens: 20,
    calls: 1,
    latencyMs: 300,
    position: 0,
    reached: false,
    fired: false,
    transcript: expect.stringMatching(/^[0-9a-f]{64}$/),
    callsByPurpose: { propose: 1 },
    ownCalls: 0,
    signatureSeen: null,
    judged: false,
    mechanismOk: null,
    models: ["simulated"],
    spontaneous: false,
    sharedCalls: 0,
  });
  expect(unit.treatment).toMatchObject({
    outcome: "pass",
    score: 1,
    calls: 2,
    costUsd: 0.002,
    callsByPurpose: { "contradiction-check": 1, propose: 1 },
    ownCalls: 1,
    reached: true,
    fired: true,
    position: 1,
    latencyMs: 600,
  });
  expect(unit.diverged).toBe(true);
  expect(unit.prefixIdentical).toBe(true);
});

test("equal requests do not diverge, and the flag's own calls do not count", async () => {
  const own: Build = (start) =>
    plain(start.user("x")).model("contradiction-check", { feature: OWN, json: 1 });
  expect(await unitOf((start) => plain(start.user("x")), own)).toMatchObject({
    diverged: false,
    prefixIdentical: true,
  });
});

test("a call that exists in one arm only is a divergence", async () => {
  const more: Build = (start) => plain(start).model("propose", { says: "more" });
  expect(await unitOf(plain, more)).toMatchObject({ diverged: true, prefixIdentical: false });
  expect(await unitOf(more, plain)).toMatchObject({ diverged: true, prefixIdentical: false });
});

test("requests that differ before the first firing break the identical beginning (M3)", async () => {
  const early: Build = (start) =>
    start
      .user("hello")
      .model("classify-turn", { system: "changed", json: {} })
      .event({ type: "feature-fired", feature: OWN, at: "propose", what: "late" })
      .model("propose", { says: "hi" })
      .reply("hi");
  const control: Build = (start) =>
    start.user("hello").model("classify-turn", { json: {} }).model("propose", { says: "hi" }).reply("hi");
  expect(await unitOf(control, early)).toMatchObject({ diverged: true, prefixIdentical: false });
});

test("a call of the control arm that the treatment skipped before it fired breaks the identical beginning (M3)", async () => {
  const skips: Build = (start) =>
    start
      .user("hello")
      .model("propose", { says: "hi" })
      .event({ type: "feature-fired", feature: OWN, at: "propose", what: "late" })
      .reply("hi");
  const control: Build = (start) =>
    start.user("hello").model("classify-turn", { json: {} }).model("propose", { says: "hi" }).reply("hi");
  expect(await unitOf(control, skips)).toMatchObject({ prefixIdentical: false });
});

test("a flag that fires in the control arm is compared from its side", async () => {
  expect(await unitOf(firing, plain)).toMatchObject({ diverged: true, prefixIdentical: true });
});

test("unknown costs and tokens make the sum unknown, never smaller", async () => {
  const unit = await unitOf(plain, (start) =>
    plain(start).model("propose", { costUsd: null, inputTokens: null, outputTokens: null }),
  );
  expect(unit.treatment).toMatchObject({
    costUsd: null,
    uncachedCostUsd: null,
    inputTokens: null,
    cachedInputTokens: 0,
    outputTokens: null,
    calls: 2,
  });
});

test("a trial without calls costs a known 0", async () => {
  const silent: Build = (start) => start.user("hello").reply("").score("fail");
  expect((await unitOf(silent, silent)).control).toMatchObject({
    costUsd: 0,
    inputTokens: 0,
    calls: 0,
    sharedCalls: null,
    callsByPurpose: {},
    models: [],
  });
});

test("calls of the judge are counted by purpose and kept out of the cost as deployed", async () => {
  const unit = await unitOf(plain, (start) => plain(start).model("judge", { costUsd: 5, says: "pass" }));
  expect(unit.treatment).toMatchObject({
    costUsd: 0.001,
    calls: 1,
    callsByPurpose: { judge: 1, propose: 1 },
  });
  expect(unit.diverged).toBe(false);
});

test("shared calls stay out of latency on both sides, and their share is told", async () => {
  const unit = await unitOf(
    (start) => plain(start).model("propose", { says: "a", system: "off" }),
    (start) =>
      start
        .user("hello")
        .model("propose", { says: "hi", source: "shared" })
        .reply("hi")
        .model("propose", { says: "b", system: "on" }),
  );
  expect(unit.control.latencyMs).toBe(300);
  expect(unit.treatment.latencyMs).toBe(300);
  expect(unit.treatment.sharedCalls).toBe(0.5);
});

test("an error is neither pass nor fail, and its marks are unknown unless seen", async () => {
  const unit = await unitOf(plain, (start) => plain(start).breaks("infrastructure", "503"));
  expect(unit.treatment).toMatchObject({
    outcome: "error",
    score: null,
    reached: null,
    fired: null,
    calls: 1,
  });
  expect(unit).toMatchObject({ diverged: null, prefixIdentical: null });
  expect((await unitOf(plain, (start) => firing(start).breaks("limit"))).treatment).toMatchObject({
    reached: true,
    fired: true,
  });
});

test("no outcome score is unscored; a fail outweighs an unscored check", async () => {
  const bare: Build = (start) => start.user("x").reply("y");
  const unit = await unitOf(bare, (start) => bare(start).score("unscored").score("fail"));
  expect(unit.control).toMatchObject({ outcome: "unscored", score: null });
  expect(unit.treatment).toMatchObject({ outcome: "fail", score: null });
});

test("signature and mechanism are known only where every check of theirs is", async () => {
  const unit = await unitOf(
    (start) => plain(start).score("pass", { role: "signature" }).score("unscored", { role: "mechanism" }),
    (start) =>
      plain(start)
        .score("fail", { role: "signature" })
        .score("pass", { role: "mechanism" })
        .score("pass", { judged: true }),
  );
  expect(unit.control).toMatchObject({ signatureSeen: true, mechanismOk: null, judged: false });
  expect(unit.treatment).toMatchObject({ signatureSeen: false, mechanismOk: true, judged: true });
});

test("what the budget of the newest run ended comes as budget, and as missing once another run is at work", async () => {
  const experiment = await stored([block(plain, plain, "1")], ["1", "2"]);
  const seen = async () => {
    const units = await store.pairedUnits(experiment, REQUEST);
    const { trialsMissing, trialsBudget } = await store.totals(experiment);
    return [
      units.map(({ control, treatment }) => [control.outcome, treatment.outcome]),
      trialsMissing,
      trialsBudget,
    ];
  };
  const ran = ["pass", "pass"];
  // Two scenarios are planned on each seed, and a control scenario, so 10 of 12 trials are absent.
  const first = await store.beginRun({ experiment, fresh: false, budgetUsd: 1 });
  expect(await seen()).toEqual([[ran, ["missing", "missing"]], 10, 0]);
  await store.endRun(first, "budget", "spent $1 of $1");
  expect(await seen()).toEqual([[ran, ["budget", "budget"]], 0, 10]);
  const second = await store.beginRun({ experiment, fresh: false, budgetUsd: 2 });
  expect(await seen()).toEqual([[ran, ["missing", "missing"]], 10, 0]);
  await store.endRun(second, "failed", "the endpoint is dead");
  expect(await seen()).toEqual([[ran, ["missing", "missing"]], 10, 0]);
});

test("planned pairs that were not run come as missing, in the order of scenarios and seeds", async () => {
  const experiment = await stored([block(plain, plain, "2")], ["10", "2"]);
  await store.saveBlock([trial("stress/two").as({ experiment, arm: "on", seed: "10" }).user("x").graded()]);
  const units = await store.pairedUnits(experiment, { ...REQUEST, scenarios: ["stress/two", "stress/one"] });
  expect(
    units.map((unit) => [unit.scenario, unit.seed, unit.control.outcome, unit.treatment.outcome]),
  ).toEqual([
    ["stress/two", "10", "missing", "unscored"],
    ["stress/two", "2", "missing", "missing"],
    ["stress/one", "10", "missing", "missing"],
    ["stress/one", "2", "pass", "pass"],
  ]);
  expect(units[1]?.control).toMatchObject({
    calls: null,
    costUsd: null,
    position: null,
    fired: null,
    ownCalls: null,
  });
});

test("the newest attempt of a block counts, and every attempt was paid", async () => {
  const spoiled = block(plain, (start) => plain(start).breaks("infrastructure"));
  const experiment = await stored([spoiled]);
  expect(await store.finishedBlocks(experiment)).toEqual([
    { scenario: "stress/one", seed: "1", attempt: 1, errored: true, arms: ["off", "on"] },
  ]);
  await store.saveBlock(block(plain, plain, "1", 2)(experiment));
  const [unit] = await store.pairedUnits(experiment, REQUEST);
  expect(unit?.treatment.outcome).toBe("pass");
  expect(await store.finishedBlocks(experiment)).toEqual([
    { scenario: "stress/one", seed: "1", attempt: 2, errored: false, arms: ["off", "on"] },
  ]);
  const totals = await store.totals(experiment);
  expect(totals).toMatchObject({
    trialsPlanned: 6,
    trialsCompleted: 2,
    trialsErrored: 0,
    trialsMissing: 4,
    calls: 4,
  });
  expect(totals.spentUsd).toBeCloseTo(0.004, 10);
});

test("a free comparison knows no flag, so nothing is said about its firing", async () => {
  const experiment = await stored([block(plain, firing)]);
  const [unit] = await store.pairedUnits(experiment, { ...REQUEST, flagId: null });
  expect(unit).toMatchObject({ diverged: true, prefixIdentical: null });
  expect(unit?.treatment).toMatchObject({ reached: null, fired: null, ownCalls: null });
});

test("grading again adds a grading; units take the first unless the latest is asked for", async () => {
  const experiment = await stored([block(plain, plain)]);
  const { id } = await store.findTrial("stress/one#1@on", experiment);
  const again = { check: "outcome-1", role: "outcome", kind: "reply", detail: "", judged: false } as const;
  await store.addGrading(id, {
    checksDigest: "newer checks",
    scores: [{ ...again, result: "fail" }],
    judged: null,
  });
  await store.addGrading(id, {
    checksDigest: "newer checks",
    scores: [{ ...again, result: "unscored" }],
    judged: null,
  });
  const outcome = async (grading?: "latest") =>
    (await store.pairedUnits(experiment, { ...REQUEST, ...(grading ? { grading } : {}) }))[0]?.treatment
      .outcome;
  expect(await outcome()).toBe("pass");
  expect(await outcome("latest")).toBe("fail");
  expect(
    (await store.gradings(id)).map(({ checksDigest, scores }) => [checksDigest, scores[0]?.result]),
  ).toEqual([
    ["checks-digest", "pass"],
    ["newer checks", "fail"],
  ]);
  expect((await store.loadTrial(id)).scores[0]?.result).toBe("pass");
});

test("pairs name their trials with outcomes and errors, in the order of the scenarios", async () => {
  const experiment = await stored([
    block(plain, (start) => firing(start).breaks("limit", "too \ud83d many")),
  ]);
  const rows = (
    await store.pairs(experiment, { ...REQUEST, scenarios: ["stress/one", "control/greets"] })
  ).map(({ unit, control, treatment }) => ({
    scenario: unit.scenario,
    seed: unit.seed,
    control,
    treatment,
    diverged: unit.diverged,
  }));
  expect(rows).toEqual([
    {
      scenario: "stress/one",
      seed: "1",
      control: { trial: expect.any(String), outcome: "pass", error: null, fired: false },
      treatment: {
        trial: expect.any(String),
        outcome: "error",
        error: "limit: too \ud83d many",
        fired: true,
      },
      diverged: null,
    },
    {
      scenario: "control/greets",
      seed: "1",
      control: { trial: null, outcome: "missing", error: null, fired: null },
      treatment: { trial: null, outcome: "missing", error: null, fired: null },
      diverged: null,
    },
  ]);
});

test("purposes add up per arm over pairs that ended, own calls apart, unknown staying unknown", async () => {
  const experiment = await stored(
    [
      block(plain, (start) =>
        firing(start).model("propose", { source: "shared", costUsd: null, spentUsd: 0 }),
      ),
      block(plain, (start) => plain(start).breaks("harness"), "2"),
    ],
    ["1", "2"],
  );
  const one = {
    calls: 1,
    inputTokens: 100,
    cachedInputTokens: 0,
    outputTokens: 20,
    costUsd: 0.001,
    spentUsd: 0.001,
  };
  const none = { calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0, spentUsd: 0 };
  expect(await store.purposeRows(experiment, REQUEST)).toEqual([
    { purpose: "contradiction-check", own: true, control: none, treatment: one },
    {
      purpose: "propose",
      own: false,
      control: one,
      treatment: {
        calls: 2,
        inputTokens: 200,
        cachedInputTokens: 0,
        outputTokens: 40,
        costUsd: null,
        spentUsd: 0.001,
      },
    },
  ]);
});

test("the view `pairs` says the same as the units", async () => {
  const experiment = await stored([block(plain, firing)]);
  const rows = await store.query(
    `SELECT comparison, role, control_outcome, treatment_fired, treatment_own_calls, diverged, prefix_identical
    FROM pairs WHERE experiment = '${experiment}' AND scenario = 'stress/one'`,
  );
  expect(rows).toEqual([
    {
      comparison: FLAG,
      role: "stress",
      control_outcome: "pass",
      treatment_fired: true,
      treatment_own_calls: 1,
      diverged: true,
      prefix_identical: true,
    },
  ]);
});

test("a trial in which the simulated model succeeded by itself is told from the others (STATISTICS 11.2)", async () => {
  const byItself: Build = (start) =>
    start.user("hello").model("propose", { says: "hi", spontaneous: true }).reply("hi").score("pass");
  const unit = await unitOf(byItself, plain);
  expect([unit.control.spontaneous, unit.treatment.spontaneous]).toEqual([true, false]);
  const [absent] = await store.pairedUnits(await stored([]), REQUEST);
  expect(absent?.control.spontaneous).toBeNull();
});
