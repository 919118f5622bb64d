/** Values exactly on a border, and on one side of it: the faults of a flipped comparison or a swapped arm. */
import { expect, test } from "vitest";
import type { ArmOutcome, PairedUnit } from "../core/pairs.ts";
import {
  beside,
  type Circumstances,
  calibrated,
  comparisonOf,
  outcome,
  type PairShape,
  pairsOf,
  planOf,
} from "../testing/paired-units.ts";
import { calibrationOf } from "./calibration.ts";
import { compare } from "./compare.ts";
import { type GateOptions, gateDecision } from "./gate-decision.ts";
import { gateOmissions } from "./gate-outcome.ts";

const options: GateOptions = { margin: 0.1, alpha: 0.05, deterministic: false };

/** Puts an outcome in place of one arm's, in the last pairs. */
function losing(
  shape: PairShape,
  { arm, count, as = "error" }: { arm: "control" | "treatment"; count: number; as?: ArmOutcome["outcome"] },
): readonly PairedUnit[] {
  const units = pairsOf(shape);
  return units.map((unit, place) =>
    place < units.length - count ? unit : { ...unit, [arm]: { ...unit[arm], outcome: as } },
  );
}

test("a tenth of the pairs may be lost, more may not", () => {
  // Lost in both arms alike, so that no arm loses more than the other.
  const lost = (count: number) =>
    pairsOf({ both: 60 }).map((unit, place) =>
      place < count ? { ...unit, control: outcome("error"), treatment: outcome("error") } : unit,
    );
  expect(compare(lost(6), planOf()).verdict.label).not.toBe("invalid");
  expect(compare(lost(7), planOf()).verdict.label).toBe("invalid");
  expect(gateDecision(lost(6), options).outcome).not.toBe("broken");
  expect(gateDecision(lost(7), options).outcome).toBe("broken");
});

test("a flag that fired in exactly six of ten pairs is engaged, in fewer it is not", () => {
  const fired = (count: number) =>
    compare(
      pairsOf({ better: 5, neither: 5, treatment: (place) => ({ fired: place < count }) }),
      planOf(),
    ).verdict.qualifiers.includes("low-engagement");
  expect([fired(6), fired(5)]).toEqual([false, true]);
});

test("a gate takes firing that nobody knows neither for firing nor for 'never fired'", () => {
  const decided = (fired: boolean | null) =>
    gateDecision(pairsOf({ both: 40, treatment: () => ({ fired }) }), { ...options, expectsFiring: true });
  expect(decided(null)).toMatchObject({ outcome: "pass", untested: false });
  expect(decided(false)).toMatchObject({ outcome: "inconclusive", untested: true });
});

test("requests that do not differ settle a gate only where no pair is lost", () => {
  const same = { both: 20, unit: () => ({ diverged: false }) };
  expect(gateDecision(pairsOf(same), options).outcome).toBe("pass");
  // 19 equal pairs alone certify no 10 points, and the lost one may have been a loss.
  expect(gateDecision(losing(same, { arm: "treatment", count: 1 }), options).outcome).toBe("inconclusive");
});

test("leaving out a scenario or a seed is no loss of pairs: a regression that all of them show hangs on none", () => {
  const units = pairsOf({ worse: 20, both: 20, scenarios: 4 });
  expect(gateDecision(units, { ...options, planned: units.length }).outcome).toBe("regression");
  expect(gateOmissions(units, { ...options, planned: units.length })).toEqual([]);
});

test("what an unscored trial cost is counted, what a broken one cost is not", () => {
  const priced: PairShape = {
    both: 6,
    control: () => ({ uncachedCostUsd: 1 }),
    treatment: () => ({ uncachedCostUsd: 2 }),
  };
  const ratio = (as: ArmOutcome["outcome"]) =>
    compare(losing(priced, { arm: "treatment", count: 1, as }), planOf()).ratios.uncachedCostUsd;
  expect(ratio("unscored")).toMatchObject({ known: 6, of: 6, totals: { control: 6, treatment: 12 } });
  expect(ratio("error")).toMatchObject({ known: 5, of: 5, totals: { control: 5, treatment: 10 } });
});

test("where neither arm leads, lost results count against either one", () => {
  // 5 to 5 of 105: the five lost ones could all be wins of the arm that has its result.
  for (const arm of ["control", "treatment"] as const) {
    const units = losing({ both: 95, better: 5, worse: 5 }, { arm, count: 5 });
    const { counts, worstCase } = compare(units, planOf());
    expect(counts).toMatchObject({ n: 100, b: 5, c: 5 });
    expect(worstCase).toMatchObject({
      changesLabel: true,
      counts: arm === "control" ? { b: 10, c: 5 } : { b: 5, c: 10 },
    });
  }
});

test("a recorded total of tokens counts where its two parts are unknown, and before their sum", () => {
  const tokens = (control: Partial<ArmOutcome>, treatment: Partial<ArmOutcome>) =>
    compare(pairsOf({ both: 6, control: () => control, treatment: () => treatment }), planOf()).ratios
      .totalTokens.totals;
  expect(tokens({ totalTokens: 10 }, { totalTokens: 30 })).toEqual({ control: 60, treatment: 180 });
  const parts = { inputTokens: 1, outputTokens: 2 };
  expect(tokens(parts, { ...parts, totalTokens: 30 })).toEqual({ control: 18, treatment: 180 });
  expect(tokens({ inputTokens: 1 }, { outputTokens: 2 })).toBeNull();
});

test("the pairs in which the treatment ran first are those whose treatment has the lower place", () => {
  const units = pairsOf({
    better: 4,
    worse: 2,
    control: (place) => ({ position: place < 4 ? 1 : 0 }),
    treatment: (place) => ({ position: place < 4 ? 0 : 1 }),
  });
  expect(compare(units, planOf()).position).toMatchObject({
    state: "checked",
    treatmentFirst: { pairs: 4, b: 4, c: 0 },
    treatmentSecond: { pairs: 2, b: 0, c: 2 },
  });
});

test("five scenarios make no general claim at any level, six do", () => {
  // All alike: 2 / 2^5 = .0625 over scenarios, below a level of .1.
  const scope = (scenarios: number) =>
    compare(pairsOf({ better: 30, scenarios }), planOf({ alpha: 0.1 })).verdict.scope;
  expect([scope(5), scope(6)]).toEqual(["suite", "general"]);
});

test("the p that was adjusted for the family decides, not the raw one", () => {
  const among = (others: number) =>
    comparisonOf(pairsOf({ better: 8, both: 16, neither: 16 }), {
      campaign: Array.from({ length: others }, () => beside({ p: 0.5, smallestP: 2 ** -9 })),
    });
  // STATISTICS 11: 8 to 0 of 40, raw p .0078; in a family of ten .078, of six .047.
  expect(among(0).verdict).toMatchObject({ label: "demonstrated" });
  expect(among(5)).toMatchObject({ effect: { adjustedP: 6 / 128 }, verdict: { label: "demonstrated" } });
  expect(among(9)).toMatchObject({
    effect: { adjustedP: 10 / 128 },
    verdict: { label: "suggestive", strength: "moderate" },
  });
});

test("a calibration reproduces a failure only where every trial fails, whatever signature is seen", () => {
  const seen = { control: () => ({ signatureSeen: true }), treatment: () => ({ signatureSeen: true }) };
  const reproduces = (shape: PairShape) =>
    calibrationOf(pairsOf({ ...shape, ...seen }), 0.05).calibration.controlReproduces;
  expect(reproduces({ neither: 3 })).toBe(true);
  expect(reproduces({ neither: 2, both: 1 })).toBe(false);
  expect(reproduces({ neither: 2, better: 1 })).toBe(false);
});

test("a mechanism that a lost pair could disprove is not demonstrated", () => {
  const shape: PairShape = {
    better: 11,
    unit: () => ({ prefixIdentical: true }),
    control: () => ({ signatureSeen: true, judged: false }),
    treatment: () => ({ signatureSeen: false, judged: false }),
  };
  const circumstances: Circumstances = {
    purpose: "mechanism",
    simulated: true,
    calibration: calibrated({ pairs: 3, b: 0, c: 0, controlReproduces: true }),
  };
  const whole = comparisonOf(pairsOf(shape), circumstances).verdict;
  expect(whole).toMatchObject({ label: "demonstrated", basis: "mechanism" });
  const { verdict, worstCase } = comparisonOf(losing(shape, { arm: "treatment", count: 1 }), circumstances);
  expect(worstCase).toMatchObject({ changesLabel: true, counts: { b: 10, n: 11 } });
  expect(verdict.label).toBe("mechanism-not-demonstrated");
  expect(verdict.qualifiers).toContain("missing-sensitive");
});

test("a result hangs on no unit that takes neither a win nor a loss away", () => {
  // The one win is in the first scenario; without the second, fewer pairs are left and nothing else changes.
  const units = pairsOf({ better: 1, both: 59, scenarios: 2 });
  const { verdict, omissions } = compare(units, planOf());
  expect(verdict.label).toBe("no-large-effect");
  expect(omissions.find(({ omitted }) => omitted === "scenario-2")).toMatchObject({
    n: 30,
    b: 1,
    label: "suggestive",
    changes: [],
  });
  expect(verdict.qualifiers).not.toContain("hangs-on-one");
});
