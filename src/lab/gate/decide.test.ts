/** Trials of a gate in the store: the ones that count, their arm and price, and those set aside. */

import { expect, test } from "vitest";
import type { Experiment } from "../../core/experiment.ts";
import { flagNamed } from "../../core/flag-catalogue.ts";
import type { GatePolicy } from "../../core/gate.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import type { GradedTrial, TrialKey } from "../../core/trial.ts";
import { openMemoryStore } from "../../record/store.ts";
import { scenarioOf } from "../../testing/scenario-builder.ts";
import { experimentOf } from "../../testing/stored-experiment.ts";
import { type CallWords, trial } from "../../testing/trial-builder.ts";
import { type DecideRequest, decideGate } from "./decide.ts";

const policy: GatePolicy = {
  margin: 0.1,
  alpha: 0.05,
  looks: 1,
  rule: "statistical",
  onInconclusive: "warn",
  failOn: null,
  release: false,
};

type Result = "pass" | "fail" | "unscored";

/** One trial of the base (`off`) or the candidate (`on`). */
function ran(
  key: Partial<TrialKey>,
  result: Result,
  words: CallWords & { fires?: string } = {},
): GradedTrial {
  const start = trial(key.scenario ?? "stress/one")
    .as(key)
    .ranAs(key.arm === "on" ? 1 : 0)
    .user("go")
    .model("propose", { says: "ok", latencyMs: 100, ...words });
  if (words.fires !== undefined)
    start.event({ type: "feature-fired", feature: words.fires, at: "propose", what: "a note" });
  return start.reply("ok").score(result).graded();
}

/** Both trials of a block, the base's result first. */
function pair(key: Partial<TrialKey>, base: Result, candidate: Result): readonly GradedTrial[] {
  return [ran({ ...key, arm: "off" }, base), ran({ ...key, arm: "on" }, candidate)];
}

async function decided(
  trials: readonly GradedTrial[],
  changes: Partial<DecideRequest> = {},
  overrides: Partial<Experiment> = {},
) {
  const { experiment, provenance, scenarios } = experimentOf({
    comparisons: [
      {
        id: "gate",
        kind: "gate",
        flag: null,
        control: "off",
        treatment: "on",
        stress: ["stress/one", "stress/two"],
        controls: [],
      },
    ],
    ...overrides,
  });
  const loaded = changes.scenarios ?? scenarios;
  await using store = await openMemoryStore();
  await store.saveExperiment(experiment, provenance, loaded);
  await store.saveBlock(trials);
  return await decideGate(store, {
    experiment,
    scenarios: loaded,
    seeds: ["1", "2"],
    flags: [],
    policy,
    quarantine: null,
    bars: {},
    mayBeAbsent: false,
    recordedBase: false,
    ...changes,
  });
}

const REAL = { ...experimentOf().experiment.model, model: "some-model" };

test("wins and losses of each scenario are the candidate's, on the seeds that are looked at", async () => {
  const { scenarios, decision, planned, present } = await decided([
    ...pair({ seed: "1" }, "fail", "pass"),
    ...pair({ seed: "2" }, "fail", "pass"),
    ...pair({ seed: "1", scenario: "stress/two" }, "pass", "fail"),
    ...pair({ seed: "2", scenario: "stress/two" }, "pass", "pass"),
    ...pair({ seed: "3", scenario: "stress/two" }, "pass", "fail"),
  ]);
  expect(scenarios).toMatchObject([
    { scenario: "stress/one", n: 2, b: 2, c: 0 },
    { scenario: "stress/two", n: 2, b: 0, c: 1 },
  ]);
  expect(decision.losses).toEqual([{ scenario: "stress/two", seed: "1" }]);
  expect([planned, present]).toEqual([4, 4]);
});

test("pairs that never ran are lost, unless they were left out on purpose; half a pair is lost either way", async () => {
  const some = [...pair({ seed: "1" }, "pass", "pass"), ran({ seed: "2", arm: "off" }, "pass")];
  const lost = await decided(some);
  expect(lost.decision.denominators).toMatchObject({ units: 4, pairs: 1 });
  expect([lost.planned, lost.present]).toEqual([4, 2]);
  const left = await decided(some, { mayBeAbsent: true });
  expect(left.decision.denominators).toMatchObject({ units: 2, pairs: 1 });
  expect([left.planned, left.present]).toEqual([4, 2]);
});

test("a quarantined scenario is counted nowhere but in the result with it", async () => {
  const found = await decided(
    [
      ...["1", "2"].flatMap((seed) => pair({ seed }, "pass", "pass")),
      ...["1", "2"].flatMap((seed) => pair({ seed, scenario: "stress/two" }, "pass", "fail")),
    ],
    {
      quarantine: { file: "q.yaml", digest: "x", scenarios: [{ id: "stress/two", reason: "flaky" }] },
      policy: { ...policy, rule: "deterministic" },
    },
  );
  expect(found.decision).toMatchObject({ outcome: "pass", withQuarantined: "regression", losses: [] });
  expect(found.comparison.counts).toMatchObject({ n: 2, c: 0 });
  expect(found.scenarios.map(({ quarantined, c }) => [quarantined, c])).toEqual([
    [false, 0],
    [true, 2],
  ]);
});

test("a bar of the cost is held against the uncached price: a base that warmed the cache excuses nothing", async () => {
  const priced = (arm: string, seed: string, [billed, uncached]: readonly [number, number]) => {
    const graded = ran({ arm, seed }, "pass", { costUsd: billed });
    const calls = graded.outcome.calls.map((call) => ({ ...call, uncachedCostUsd: uncached }));
    return { ...graded, outcome: { ...graded.outcome, calls } };
  };
  // Billed alike, because the candidate's many tokens were mostly cached.
  const { guardrails } = await decided(
    ["1", "2"].flatMap((seed) => [priced("off", seed, [1, 1]), priced("on", seed, [1, 3])]),
    { bars: { cost: 1.5 }, policy: { ...policy, rule: "deterministic" } },
  );
  expect(guardrails).toMatchObject([{ name: "cost (uncached) at most x1.5", outcome: "regression" }]);
});

test("waiting times of a real model's base that was recorded earlier do not compare, those of other bases do", async () => {
  const pairs = ["1", "2"].flatMap((seed) => pair({ seed }, "pass", "pass"));
  const bar = async (recordedBase: boolean, model = REAL) =>
    (await decided(pairs, { bars: { latency: 2 }, recordedBase }, { model })).guardrails[0]?.outcome;
  expect(await bar(true)).toBe("unknown");
  expect(await bar(false)).toBe("pass");
  expect(await bar(true, experimentOf().experiment.model)).toBe("pass");
});

test("a safety check that fails is known where the base fails it too, on the newest attempts of these seeds", async () => {
  const marked: LoadedScenario = scenarioOf({
    id: "stress/one",
    expect: [{ event: { type: "contradiction" }, safety: true }],
  });
  const { safety } = await decided(
    [
      ...pair({ seed: "1" }, "fail", "fail"),
      ...pair({ seed: "2", attempt: 1 }, "pass", "fail"),
      ...pair({ seed: "2", attempt: 2 }, "pass", "pass"),
      ...pair({ seed: "3" }, "pass", "fail"),
      ...pair({ seed: "4" }, "pass", "fail"),
    ],
    { scenarios: [marked, scenarioOf({ id: "stress/two" })], seeds: ["1", "2", "3"] },
  );
  expect(safety.toSorted((left, right) => left.seed.localeCompare(right.seed))).toMatchObject([
    { scenario: "stress/one", seed: "1", check: "outcome-1", known: true },
    { scenario: "stress/one", seed: "3", check: "outcome-1", known: false },
  ]);
});

test("of several changed flags any one that fires tests something; none that fires tests nothing", async () => {
  const flags = ["AUDIT_SEMANTIC_CONTRADICTION", "AUDIT_RETRY_SYSTEM_ERRORS"].flatMap(
    (name) => flagNamed(name) ?? [],
  );
  expect(flags).toHaveLength(2);
  const untested = async (fires?: string) => {
    const trials = ["1", "2"].flatMap((seed) => [
      ran({ seed, arm: "off" }, "pass", fires === undefined ? {} : { fires }),
      ran({ seed, arm: "on" }, "pass"),
    ]);
    return (await decided(trials, { flags, mayBeAbsent: true })).decision.untested;
  };
  expect(await untested()).toBe(true);
  for (const { id } of flags) expect([id, await untested(id)]).toEqual([id, false]);
});

test("a judge whose labels nobody checked decided: it is said, and not where no outcome rests on it", async () => {
  const judged = (seed: string, scenario: string) =>
    ["off", "on"].map((arm) =>
      trial(scenario)
        .as({ seed, arm, scenario })
        .user("go")
        .model("propose", { says: "ok" })
        .reply("ok")
        .score("pass", { judged: true })
        .graded(),
    );
  const trials = [
    ...["1", "2"].flatMap((seed) => pair({ seed }, "pass", "pass")),
    ...["1", "2"].flatMap((seed) => judged(seed, "stress/two")),
  ];
  expect((await decided(trials)).unqualifiedJudge).toBe(true);
  const aside = { file: "q.yaml", digest: "x", scenarios: [{ id: "stress/two", reason: "judged" }] };
  expect((await decided(trials, { quarantine: aside })).unqualifiedJudge).toBe(false);
});
