/** Evidence for a flag that aims at a saving: ratio, exact test, zeros, and success with lost pairs held against it (STATISTICS 11.1). */
import { expect, test } from "vitest";
import { outcome, pairsOf } from "../testing/paired-units.ts";
import { nonInferiority } from "./non-inferiority.ts";
import { savingEvidence, testNotWorse, testSaving } from "./saving-evidence.ts";

const tokens = (control: (place: number) => number | null, treatment: (place: number) => number | null) => ({
  control: (place: number) => ({ totalTokens: control(place) ?? Number.NaN, calls: control(place) }),
  treatment: (place: number) => ({ totalTokens: treatment(place) ?? Number.NaN, calls: treatment(place) }),
});

test("eight pairs that all save have p 2/2^8; the other way round it costs with the same p", () => {
  const saves = pairsOf({
    both: 8,
    ...tokens(
      () => 100,
      (place) => 40 + place,
    ),
  });
  const costs = pairsOf({
    both: 8,
    ...tokens(
      (place) => 40 + place,
      () => 100,
    ),
  });
  expect(savingEvidence(saves, "calls")).toMatchObject({
    known: 8,
    of: 8,
    suite: { p: 2 / 256, direction: "saves" },
    oneZero: [],
  });
  expect(savingEvidence(saves, "calls").ratio).toBeCloseTo(0.435, 9);
  expect(savingEvidence(costs, "calls").suite).toEqual({ p: 2 / 256, direction: "costs" });
});

test("the ratio uses every known pair, logarithms only where both values are above 0, and one zero is listed", () => {
  const values = [10, 0, 0, null, 10, 10];
  const units = pairsOf({
    both: 6,
    control: (place) => ({ calls: values[place] ?? null }),
    treatment: (place) => ({ calls: place === 2 ? 0 : 5 }),
  });
  const found = savingEvidence(units, "calls");
  // Known: 10/5, 0/5, 0/0, 10/5, 10/5.
  expect(found).toMatchObject({ known: 5, of: 6, suite: { p: 0.25, direction: "saves" } });
  expect(found.ratio).toBeCloseTo(20 / 30, 12);
  expect(found.oneZero).toEqual([{ scenario: "scenario-1", seed: "2" }]);
});

test("the general claim rests on one mean a scenario", () => {
  const units = pairsOf({
    both: 24,
    scenarios: 6,
    control: () => ({ calls: 10 }),
    // Scenario 1 costs in each of its four seeds, the others save.
    treatment: (place) => ({ calls: place % 6 === 0 ? 11 : 5 }),
  });
  const { suite, general } = savingEvidence(units, "calls");
  expect(suite.p).toBeLessThan(0.001);
  expect(general).toMatchObject({ scenarios: 6, direction: "saves" });
  expect(general.p).toBe(4 / 64);
});

test("a metric that nobody recorded, and one of which a total is 0, has no ratio and no proof", () => {
  const nothing = savingEvidence(pairsOf({ both: 4 }), "calls");
  expect(nothing).toMatchObject({
    known: 0,
    of: 4,
    ratio: null,
    interval95: null,
    suite: { p: 1, direction: null },
  });
  const zero = savingEvidence(
    pairsOf({ both: 4, control: () => ({ calls: 3 }), treatment: () => ({ calls: 0 }) }),
    "calls",
  );
  expect(zero).toMatchObject({ ratio: null, interval95: null, suite: { p: 1 } });
  expect(zero.oneZero).toHaveLength(4);
});

test("ratios that cancel point nowhere", () => {
  expect(testSaving([Math.log(2), -Math.log(2)])).toEqual({ p: 1, direction: null });
  expect(testSaving([])).toEqual({ p: 1, direction: null });
});

test("a lost result counts against the treatment, a known one stands, and the budget's pairs stay out", () => {
  const kept = pairsOf({ better: 1, worse: 1, both: 30 });
  const pair = (
    control: Parameters<typeof outcome>[0],
    treatment: Parameters<typeof outcome>[0],
    seed: string,
  ) => ({
    scenario: "lost",
    seed,
    control: outcome(control),
    treatment: outcome(treatment),
    diverged: null,
    prefixIdentical: null,
  });
  const units = [
    ...kept,
    pair("error", "error", "1"),
    pair("pass", "unscored", "2"),
    pair("missing", "pass", "3"),
    pair("fail", "error", "4"),
    pair("missing", "fail", "5"),
    pair("budget", "budget", "6"),
  ];
  const { counts, lost, p } = testNotWorse(units, 0.1);
  // 1, 2 and 5 become losses, 3 both pass, 4 both fail.
  expect(counts).toEqual({ n: 37, b: 1, c: 4, both: 31, neither: 1 });
  expect(lost).toBe(5);
  expect(p).toBe(nonInferiority({ b: 1, c: 4, n: 37 }, 0.1).exactP);
  expect(testNotWorse(pairsOf({ both: 29 }), 0.1).p).toBeLessThanOrEqual(0.05);
  expect(testNotWorse(pairsOf({ both: 28 }), 0.1).p).toBeGreaterThan(0.05);
});
