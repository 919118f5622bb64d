/** compare: the worked labels of STATISTICS 11, guards on missing data, and what the sentence must say. */
import { expect, test } from "vitest";
import type { Comparison } from "../core/comparison.ts";
import type { ArmOutcome, PairedUnit } from "../core/pairs.ts";
import { known } from "../testing/known.ts";
import {
  type Circumstances,
  calibrated,
  comparisonOf,
  outcome,
  type PairShape,
  pairsOf,
  planOf,
  swapped,
} from "../testing/paired-units.ts";
import { compare } from "./compare.ts";

const clean = calibrated();

function run(shape: PairShape, changes: Circumstances = {}): Comparison {
  return comparisonOf(pairsOf(shape), changes);
}

/** A scripted run in which every item of the checklist holds. */
const mechanismShape: PairShape = {
  better: 3,
  unit: () => ({ prefixIdentical: true }),
  control: () => ({ signatureSeen: true, transcript: "off" }),
  treatment: () => ({ signatureSeen: false, transcript: "on" }),
};
const mechanismPlan: Circumstances = {
  purpose: "mechanism",
  simulated: true,
  calibration: calibrated({ pairs: 3, b: 0, c: 0, controlReproduces: true }),
};

test("9/10 against 8/10 is suggestive and leans, both ways it can come about", () => {
  const first = run({ better: 1, both: 8, neither: 1 }).verdict;
  const second = run({ better: 2, worse: 1, both: 7 }).verdict;
  expect(first).toMatchObject({ label: "suggestive", strength: "lean", basis: null });
  expect(second).toMatchObject({ label: "suggestive", strength: "lean" });
  expect(first.qualifiers).toContain("headroom-too-small");
});

test("the sentence of 9/10 against 8/10 is the template's", () => {
  const on = [4100, 3900, 5200, 4600, 3800, 4400, 5100, 4700, 3600, 4500];
  const off = [1000, 1100, 1250, 990, 1020, 1150, 1210, 1300, 905, 1080];
  const { verdict } = run(
    {
      better: 1,
      both: 8,
      neither: 1,
      control: (place) => ({ uncachedCostUsd: off[place] ?? null }),
      treatment: (place) => ({ uncachedCostUsd: on[place] ?? null }),
    },
    { calibration: clean },
  );
  expect(verdict.sentence).toContain(
    "9/10 vs 8/10 on 10 matched pairs (1 better, 0 worse, 9 equal); exact p 1.00; 95 % CI -26 to +45 points; cost x3.99 (3.76 to 4.23).",
  );
  expect(verdict.sentence).toContain(
    "Leans to ON, suggestive, not proven: a flag that does nothing looks this good in 28 % of runs (10 % of pairs differ by noise, as calibrated).",
  );
  expect(verdict.sentence).toContain(
    "OFF failed 2 of 10, so no outcome of this run could have proven a gain (6 needed).",
  );
  expect(verdict.next).toContain(
    "A true gain of 10 points needs about 78 pairs if it never hurts, 249 if it hurts half as often.",
  );
  expect(verdict.sentence).not.toContain("not calibrated");
});

test("3/3 against 0/3 without the checklist is moderate and can never be significant", () => {
  const { verdict, effect } = run({ better: 3 });
  expect(effect.exactP).toBe(0.25);
  expect(verdict).toMatchObject({
    label: "suggestive",
    strength: "moderate",
    qualifiers: ["cannot-reach-significance"],
  });
});

test("3/3 against 0/3 with the checklist complete demonstrates the mechanism and claims no rate", () => {
  const { verdict, mechanism, nEff } = run(mechanismShape, mechanismPlan);
  expect(mechanism.map(({ answer }) => answer)).toEqual(new Array(7).fill("yes"));
  expect(verdict).toMatchObject({ label: "demonstrated", basis: "mechanism", scope: "scenario" });
  expect(verdict.qualifiers).toEqual(["simulated", "pseudo-replicated", "not-a-rate-claim"]);
  expect(nEff).toEqual({ distinct: 1, applied: true, value: 1 });
  expect(verdict.sentence).toContain("in the scenario built for it");
  expect(verdict.sentence).toMatch(/^Mechanism demonstrated .* OFF failed as declared in 3\/3, ON never\./);
  expect(verdict.sentence).toContain("Simulated, 1 distinct pair: no rate, no p-value.");
  expect(verdict.sentence).not.toMatch(/%|points|exact p/);
  const real = run(mechanismShape, { ...mechanismPlan, simulated: false }).verdict;
  expect(real).toMatchObject({ label: "demonstrated", basis: "mechanism" });
  expect(real.sentence).toContain("p = 0.25");
});

type Break = readonly [string, Partial<PairShape>, Circumstances, "no" | "not-checked"];
const breaks: readonly Break[] = [
  ["M1", {}, { purpose: "benefit" }, "no"],
  ["M1", { control: () => ({ signatureSeen: null }) }, {}, "no"],
  ["M2", { control: () => ({ signatureSeen: true, fired: true }) }, {}, "no"],
  ["M2", { treatment: (place) => ({ signatureSeen: false, fired: place > 0 }) }, {}, "no"],
  ["M2", { treatment: () => ({ signatureSeen: false, mechanismOk: false }) }, {}, "no"],
  ["M2", { treatment: () => ({ signatureSeen: false, fired: null }) }, {}, "not-checked"],
  ["M3", { unit: () => ({ prefixIdentical: false }) }, {}, "no"],
  ["M3", { unit: () => ({ prefixIdentical: null }) }, {}, "not-checked"],
  ["M4", {}, { calibration: null }, "not-checked"],
  ["M4", {}, { calibration: calibrated({ pairs: 2, b: 0, c: 0, controlReproduces: true }) }, "no"],
  ["M4", {}, { calibration: calibrated({ pairs: 3, b: 0, c: 0, controlReproduces: false }) }, "no"],
  [
    "M4",
    {},
    { calibration: calibrated({ pairs: 9, fewestPairs: 2, b: 0, c: 0, controlReproduces: true }) },
    "no",
  ],
  ["M5", { control: () => ({ signatureSeen: false }) }, {}, "no"],
  ["M5", { treatment: () => ({ signatureSeen: true }) }, {}, "no"],
  ["M6", { treatment: () => ({ signatureSeen: false, judged: true }) }, {}, "no"],
  ["M7", { worse: 1 }, {}, "no"],
  ["M7", { better: 2 }, {}, "no"],
];

test.each(breaks)("%s fails: no mechanism is demonstrated", (id, shape, plan, answer) => {
  const { mechanism, verdict } = run({ ...mechanismShape, ...shape }, { ...mechanismPlan, ...plan });
  expect(mechanism.find((item) => item.id === id)?.answer).toBe(answer);
  expect(verdict.label).not.toBe("demonstrated");
});

test("a simulated run never gets past a demonstrated mechanism, however many pairs it wins", () => {
  for (const shape of [{ better: 30, scenarios: 10 }, { worse: 30, scenarios: 10 }, { better: 30 }])
    expect(run(shape, { simulated: true }).verdict).toMatchObject({
      label: "mechanism-not-demonstrated",
      basis: null,
    });
});

test("at temperature 0 repeats of one transcript prove nothing; with live sampling they may be honest", () => {
  const repeats: PairShape = {
    better: 8,
    control: () => ({ transcript: "same" }),
    treatment: (place) => ({ transcript: place === 0 ? "once" : "same" }),
  };
  expect(run(repeats, { greedy: true })).toMatchObject({
    nEff: { distinct: 2, applied: true, value: 2 },
    verdict: { label: "suggestive" },
  });
  expect(run(repeats, { greedy: true }).verdict.qualifiers).toContain("pseudo-replicated");
  expect(run(repeats)).toMatchObject({
    nEff: { distinct: 2, applied: false, value: 8 },
    verdict: { label: "demonstrated" },
  });
  expect(run({ better: 8 }, { greedy: true }).verdict.label).toBe("demonstrated");
});

test("10 pairs without a difference are underpowered, 29 are bounded, none fired is inert", () => {
  expect(run({ both: 10 }).verdict).toMatchObject({ label: "underpowered" });
  expect(run({ both: 10 }).verdict.qualifiers).toContain("no-discordant-pairs");
  const bounded = run({ both: 15, neither: 14 }).verdict;
  expect(bounded.label).toBe("no-large-effect");
  expect(bounded.qualifiers).toContain("bounded-within-margin");
  expect(bounded.qualifiers).not.toContain("hangs-on-one");
  const inert = run({ both: 10, treatment: () => ({ fired: false }), unit: () => ({ diverged: false }) });
  expect(inert.verdict).toMatchObject({ label: "inert", qualifiers: [] });
  expect(inert.engagement.divergesBelow).toBeCloseTo(0.2589, 4);
});

test("what caps a gain at suggestive bounds no effect either: an unqualified judge, results whose loss could hide one", () => {
  const equal = { both: 15, neither: 14 };
  expect(run(equal).verdict.qualifiers).toContain("bounded-within-margin");
  const judged: PairShape = { ...equal, control: () => ({ judged: true }) };
  expect(run(judged).verdict.label).toBe("underpowered");
  expect(run(judged).verdict.qualifiers).not.toContain("bounded-within-margin");
  expect(run(judged, { judgeQualified: true }).verdict.qualifiers).toContain("bounded-within-margin");
  const lost = compare(
    [
      ...pairsOf(equal),
      ...["a", "b"].map((seed) => ({
        scenario: "scenario-1",
        seed,
        control: outcome("error"),
        treatment: outcome("error"),
        diverged: null,
        prefixIdentical: null,
      })),
    ],
    planOf(),
  );
  expect(lost.worstCase?.changesLabel).toBe(true);
  expect(lost.verdict.label).toBe("underpowered");
  expect(lost.verdict.qualifiers).toContain("missing-sensitive");
  expect(lost.verdict.qualifiers).not.toContain("bounded-within-margin");
});

test("firing that is unknown is never taken for none", () => {
  const { verdict } = run({ both: 10, treatment: () => ({ fired: null }) });
  expect(verdict.label).toBe("underpowered");
  expect(verdict.qualifiers).toContain("engagement-unknown");
});

test("6 better of 10 is demonstrated on the suite, 6 worse is harmful, over 10 scenarios it is general", () => {
  expect(run({ better: 6, both: 2, neither: 2 }).verdict).toMatchObject({
    label: "demonstrated",
    scope: "suite",
  });
  expect(run({ worse: 6, both: 2, neither: 2 }).verdict).toMatchObject({ label: "harmful", scope: "suite" });
  expect(run({ better: 6, both: 2, neither: 2, scenarios: 10 }).verdict).toMatchObject({ scope: "general" });
});

test("no pair, all missing, all errors and one survivor are invalid and never pass", () => {
  const all = (result: ArmOutcome["outcome"]) =>
    pairsOf({ better: 5 }).map(
      (unit): PairedUnit => ({ ...unit, control: outcome(result), treatment: outcome(result) }),
    );
  const survivor = [...pairsOf({ better: 1 }), ...all("error").slice(1)];
  for (const units of [[], all("missing"), all("error"), all("unscored"), survivor]) {
    const found = compare(units, planOf());
    expect(found.verdict.label).toBe("invalid");
    expect(found.verdict.sentence).toContain("Invalid");
    expect(Object.values(found.ratios).every(({ state }) => state === "unknown")).toBe(true);
  }
  expect(compare([], planOf())).toMatchObject({
    counts: { n: 0 },
    effect: { delta: null, exactP: null, interval95: null },
  });
});

test("identical arms give p = 1 and identical ratios", () => {
  const same = () => ({ costUsd: 0.5, uncachedCostUsd: 0.5, calls: 3 });
  const found = run({ both: 6, neither: 4, control: same, treatment: same });
  expect(found.effect).toMatchObject({ delta: 0, exactP: 1 });
  expect(found.ratios.calls).toMatchObject({ state: "identical", ofTotals: { ratio: 1, interval95: null } });
  expect(found.cost.word).toBe("identical");
});

test("an error is neither pass nor fail: it leaves the pair out and is counted by arm", () => {
  const units = pairsOf({ better: 3, both: 17 }).map((unit, place) =>
    place === 19 ? { ...unit, treatment: outcome("error") } : unit,
  );
  const { denominators, counts } = compare(units, planOf({ planned: 20 }));
  expect(counts).toMatchObject({ n: 19, b: 3, c: 0 });
  expect(denominators).toMatchObject({
    planned: 20,
    units: 20,
    pairs: 19,
    errors: { control: 0, treatment: 1 },
    notRun: 0,
  });
});

test("more than a tenth lost, or one arm losing far more, is invalid", () => {
  const broken = (count: number, of: number) =>
    pairsOf({ better: of }).map((unit, place) =>
      place < count ? { ...unit, treatment: outcome("error") } : unit,
    );
  expect(compare(broken(3, 20), planOf()).verdict.label).toBe("invalid");
  const lopsided = compare(broken(9, 100), planOf());
  expect(lopsided.denominators.lostShare).toBe(0.09);
  expect(lopsided.denominators.lopsidedP).toBeLessThan(0.05);
  expect(lopsided.verdict).toMatchObject({ label: "invalid" });
});

test("planned pairs that a fixed run never ran count as lost, of a sequential run they do not", () => {
  const units = pairsOf({ better: 8, both: 12 });
  expect(compare(units, planOf({ planned: 40 })).verdict.label).toBe("invalid");
  expect(compare(units, planOf({ planned: 40, design: "sequential" })).verdict.label).toBe("demonstrated");
});

test("a claim that the lost pairs could overturn is missing-sensitive and capped at suggestive", () => {
  const units = pairsOf({ better: 6, both: 20, neither: 4 }).map((unit, place) =>
    place === 29 ? { ...unit, treatment: outcome("error") } : unit,
  );
  const { verdict, worstCase } = compare([...units], planOf());
  // 6 better of 29 is .031; with the lost pair against the leader it is 6 and 0 of 30, so the claim stands.
  expect(worstCase).toMatchObject({ counts: { b: 6, c: 0 }, changesLabel: false });
  expect(verdict.label).toBe("demonstrated");
  const lost = units.map((unit, place) =>
    place === 28 ? { ...unit, control: outcome("pass"), treatment: outcome("error") } : unit,
  );
  const capped = compare(lost, planOf());
  // Now it could be 6 to 1: p = .125.
  expect(capped.worstCase).toMatchObject({ counts: { b: 6, c: 1 }, exactP: 0.125, changesLabel: true });
  expect(capped.verdict).toMatchObject({ label: "suggestive" });
  expect(capped.verdict.qualifiers).toContain("missing-sensitive");
});

test("a judge's verdict is capped at suggestive", () => {
  const { verdict } = run({ better: 8, both: 4, treatment: () => ({ judged: true }) });
  expect(verdict.label).toBe("suggestive");
  expect(verdict.qualifiers).toContain("judge-scored");
});

test("a calibration that finds the control different from itself makes the comparison invalid", () => {
  const { verdict } = run(
    { better: 8, both: 2 },
    { calibration: calibrated({ pairs: 40, b: 12, c: 1, biasP: 0.0034 }) },
  );
  expect(verdict.label).toBe("invalid");
  const slow = run({ better: 8, both: 2 }, { calibration: calibrated({ latency99: [1.1, 1.4] }) }).verdict;
  expect(slow).toMatchObject({ label: "invalid", reasons: [{ code: "calibration-latency" }] });
});

test("without calibration the sentence says so and the placebo frequency rests on an assumption", () => {
  const { verdict, placebo } = run({ better: 1, both: 9 });
  expect(verdict.sentence).toContain("not calibrated");
  expect(placebo).toMatchObject({ source: "assumed", psi: 0.3 });
  expect(run({ better: 1, both: 9 }, { calibration: clean }).placebo).toMatchObject({
    source: "calibration",
    psi: 0.1,
  });
  const silent = run({ better: 1, both: 9 }, { calibration: { ...clean, b: 0, c: 0 } }).placebo;
  expect(silent).toMatchObject({ source: "calibration-bound" });
  expect(known(silent).psi).toBeCloseTo(1 - 0.05 ** (1 / 20), 12);
});

test("a claim that one scenario carries hangs on it, and the sentence names it", () => {
  const units = pairsOf({ better: 7, both: 23 }).map((unit, place) => ({
    ...unit,
    scenario: place < 4 ? "carrier" : `other-${place % 5}`,
    seed: String(place),
  }));
  const { verdict, omissions } = compare(units, planOf());
  expect(verdict.label).toBe("demonstrated");
  expect(verdict.qualifiers).toContain("hangs-on-one");
  expect(omissions.find(({ omitted }) => omitted === "carrier")).toMatchObject({
    b: 3,
    c: 0,
    label: "suggestive",
    changes: ["label"],
  });
  expect(verdict.sentence).toContain("without scenario carrier it is 3 better, 0 worse, suggestive");
});

test("one arm that always ran first confounds cost: no cost word beyond suggestive", () => {
  const cost = (usd: number) => (place: number) => ({
    uncachedCostUsd: usd + place / 100,
    position: usd > 1 ? 0 : 1,
  });
  const confounded = run({ both: 12, control: cost(1), treatment: cost(2) });
  expect(confounded.position).toMatchObject({ state: "one-sided", confounded: true });
  expect(confounded.cost).toMatchObject({ word: "more-expensive", strength: "suggestive" });
  expect(confounded.verdict.qualifiers).toContain("order-confounded");
  const turns = (usd: number) => (place: number) => ({ uncachedCostUsd: usd + ((place * 7) % 5) / 10 });
  const fair = run({ both: 12, control: turns(1), treatment: turns(2) });
  expect(fair.position.state).toBe("checked");
  expect(fair.cost).toMatchObject({ word: "more-expensive", strength: "shown", basis: "uncached" });
});

test("a cost that only the first position pays is seen as depending on order", () => {
  const cold = (place: number, first: boolean) => ({
    uncachedCostUsd: (first ? 2 : 1) + ((place * 7) % 5) / 100,
  });
  const { position, verdict } = run({
    both: 20,
    control: (place) => cold(place, place % 2 === 0),
    treatment: (place) => cold(place, place % 2 === 1),
  });
  expect(position.disagreeing).toEqual(["cost"]);
  expect(verdict.qualifiers).toContain("order-confounded");
});

test("unknown cost is null with a reason, never 0, and a lopsided gap is named", () => {
  const some = run({
    both: 10,
    control: () => ({ costUsd: 1 }),
    treatment: (place) => ({ costUsd: place < 6 ? 1 + place : null }),
  });
  expect(some.ratios.costUsd).toMatchObject({ known: 6, of: 10, missingSensitive: true });
  expect(some.cost).toMatchObject({ basis: "billed", strength: "suggestive" });
  expect(some.ratios.latencyMs).toMatchObject({
    state: "unknown",
    ofTotals: null,
    reason: "not recorded in the control and the treatment",
  });
});

test("equal costs of the few pairs that tell them are not said to be the cost of all", () => {
  const shape = { both: 10, control: () => ({ uncachedCostUsd: 1 }) };
  const few = run({ ...shape, treatment: (place) => ({ uncachedCostUsd: place < 3 ? 1 : null }) });
  expect(few.cost).toMatchObject({ word: "identical", strength: "suggestive" });
  expect(few.verdict.sentence).toContain("cost identical, known in 3 of 10 pairs, not shown");
  const all = run({ ...shape, treatment: () => ({ uncachedCostUsd: 1 }) });
  expect(all.cost).toMatchObject({ word: "identical", strength: null });
  expect(all.verdict.sentence).toContain("; cost identical.");
});

test("the typical ratio goes over scenarios, each with one voice, and has no interval below five units", () => {
  const priced = (scenarios: number, pairs: number) =>
    run({
      both: pairs,
      scenarios,
      control: () => ({ uncachedCostUsd: 1 }),
      // One scenario is four times as dear, the others twice; within a scenario seeds hardly differ.
      treatment: (place) => ({
        uncachedCostUsd: (place % scenarios === 0 ? 4 : 2) * (1 + Math.floor(place / scenarios) / 1e6),
      }),
    }).ratios.uncachedCostUsd;
  const many = priced(5, 50);
  expect(many.geometricMean?.ratio).toBeCloseTo(2 ** 1.2, 4);
  // By hand: log2 ratios 2, 1, 1, 1, 1 have the mean 1.2 and the standard error .2; t with 4 degrees is 2.7764.
  expect(many.geometricMean?.interval95?.[0]).toBeCloseTo(2 ** (1.2 - 2.7764 * 0.2), 3);
  expect(many.geometricMean?.interval95?.[1]).toBeCloseTo(2 ** (1.2 + 2.7764 * 0.2), 3);
  expect(priced(4, 40).geometricMean?.interval95).toBeNull();
  expect(priced(1, 4).geometricMean?.interval95).toBeNull();
  expect(priced(1, 5).geometricMean?.interval95).not.toBeNull();
});

test("zero calls in one arm give a difference instead of a ratio of means", () => {
  const { calls } = run({
    both: 8,
    control: () => ({ calls: 0 }),
    treatment: (place) => ({ calls: 2 + place }),
  }).ratios;
  expect(calls).toMatchObject({ state: "estimated", ofTotals: null, geometricMean: null });
  expect(calls.difference?.estimate).toBe(5.5);
});

test("calls by purpose are totals, and an own call in the control is noticed", () => {
  const shape: PairShape = {
    both: 5,
    control: () => ({ callsByPurpose: { propose: 2 }, ownCalls: 0 }),
    treatment: () => ({ callsByPurpose: { propose: 2, check: 1 }, ownCalls: 1 }),
  };
  const found = run(shape, { flagMakesCalls: true });
  expect(found.callsByPurpose).toEqual([
    { purpose: "check", control: 0, treatment: 5 },
    { purpose: "propose", control: 10, treatment: 10 },
  ]);
  expect(found.ownCallOnlyInTreatment).toBe("yes");
  expect(compare(swapped(pairsOf(shape)), planOf({ flagMakesCalls: true })).ownCallOnlyInTreatment).toBe(
    "no",
  );
  expect(run(shape).ownCallOnlyInTreatment).toBe("not-applicable");
  expect(run({ both: 5 }, { flagMakesCalls: true }).ownCallOnlyInTreatment).toBe("not-checked");
});

test("scenarios that disagree are flagged", () => {
  const units = [
    ...pairsOf({ better: 4 }),
    ...pairsOf({ worse: 4 }).map((unit) => ({ ...unit, scenario: "other" })),
  ];
  const { scenarios, verdict } = compare(units, planOf());
  expect(scenarios.map(({ conflict }) => conflict)).toEqual([true, true]);
  expect(verdict.qualifiers).toContain("scenario-conflict");
});

test("a model that changed within the run is noticed, a shared fallback is not a change", () => {
  const names = (models: (place: number) => readonly string[]): PairShape => ({
    both: 6,
    control: (place) => ({ models: models(place) }),
    treatment: (place) => ({ models: models(place) }),
  });
  expect(run(names((place) => [place < 3 ? "m-1" : "m-2"])).verdict.qualifiers).toContain("backend-changed");
  expect(run(names((place) => (place < 3 ? ["m-1"] : ["m-1", "m-2"]))).verdict.qualifiers).not.toContain(
    "backend-changed",
  );
});

test("one scenario and seed named twice is refused with both names", () => {
  const units = pairsOf({ both: 2 });
  expect(() => compare([...units, ...units], planOf())).toThrow(/scenario scenario-1, seed 1/);
});

test("rows in another order give the same comparison", () => {
  const units = pairsOf({ better: 3, worse: 1, both: 5, neither: 2, scenarios: 3 });
  expect(compare([...units].reverse(), planOf())).toEqual(compare(units, planOf()));
});

test("a comparison survives JSON unchanged: no NaN, no infinity, nothing undefined", () => {
  const found = run({
    better: 3,
    worse: 1,
    both: 4,
    scenarios: 2,
    control: () => ({ costUsd: 1 }),
    treatment: () => ({ costUsd: 2 }),
  });
  expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  expect(JSON.parse(JSON.stringify(compare([], planOf())))).toEqual(compare([], planOf()));
});
