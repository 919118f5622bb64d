/** Judges and repeats: agreement, the right to gate, corrected rates, and bounds on reliability. */
import { expect, test } from "vitest";
import { pairsOf, planOf } from "../testing/paired-units.ts";
import { agreement, qualifyJudge, roganGladen } from "./agreement.ts";
import { compare } from "./compare.ts";
import { fairCoinAtMost } from "./kernels/binomial.ts";
import { isAtMost } from "./paired-tests.ts";
import { ppiMean } from "./ppi.ts";
import { passAtK, passHatK, passHatKLowerBound } from "./reliability.ts";

test("94 % raw agreement with one rare class has a kappa below 0 and an AC1 of .94", () => {
  const found = agreement({ both: 118, firstOnly: 5, secondOnly: 2, neither: 0 });
  expect(found.raw).toBeCloseTo(0.944, 3);
  expect(found.kappa).toBeCloseTo(-0.0234, 4);
  expect(found.ac1).toBeCloseTo(0.9408, 4);
  expect(found.ac1Interval?.[0]).toBeLessThan(0.9408);
  expect(found.ac1Interval?.[1]).toBeGreaterThan(0.9408);
});

test("two raters who only ever say pass have no kappa", () => {
  expect(agreement({ both: 30, firstOnly: 0, secondOnly: 0, neither: 0 })).toMatchObject({
    raw: 1,
    kappa: null,
    kappaInterval: null,
    ac1: 1,
  });
});

test("a judge may gate with 60 labels, 20 of the rarer class, few errors and labels from both arms", () => {
  const good = { both: 59, firstOnly: 1, secondOnly: 1, neither: 39 };
  expect(qualifyJudge(good, true)).toMatchObject({ qualified: true, reasons: [] });
  expect(qualifyJudge(good, false).reasons).toEqual(["labels come from one arm only"]);
  const few = qualifyJudge({ both: 30, firstOnly: 0, secondOnly: 0, neither: 5 }, true);
  expect(few.qualified).toBe(false);
  expect(few.reasons.slice(0, 2)).toEqual([
    "35 labelled items, 50 needed",
    "5 items of the rarer class, 15 needed",
  ]);
  const sloppy = qualifyJudge({ both: 50, firstOnly: 15, secondOnly: 1, neither: 25 }, true);
  expect(sloppy.specificity).toBeCloseTo(0.625, 12);
  expect(sloppy.reasons.some((reason) => reason.startsWith("specificity"))).toBe(true);
});

test("a judged difference is capped at suggestive, and no longer when labels have qualified the judge", () => {
  const units = pairsOf({ better: 9, both: 20, treatment: () => ({ judged: true }) });
  const capped = compare(units, planOf({ planned: 29 }));
  expect(capped.verdict).toMatchObject({ label: "suggestive" });
  expect(capped.verdict.qualifiers).toContain("judge-scored");
  const free = compare(units, planOf({ planned: 29 }), { judgeQualified: true });
  expect(free.verdict).toMatchObject({ label: "demonstrated", basis: "statistical" });
  expect(free.verdict.qualifiers).not.toContain("judge-scored");
  // The mechanism checklist asks for a deterministic grader all the same.
  expect(free.mechanism.find(({ id }) => id === "M6")?.answer).toBe("no");
});

test("a judge no better than chance corrects nothing, a corrected rate stays between 0 and 1", () => {
  expect(roganGladen(0.7, 0.5, 0.5)).toBeNull();
  expect(roganGladen(0.02, 0.95, 0.9)).toBe(0);
  expect(roganGladen(0.99, 0.9, 0.95)).toBe(1);
});

test("labels correct a judge that is always too kind", () => {
  const labels = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 1 : 0));
  const judged = labels.map(() => 1);
  const unlabelled = new Array<number>(400).fill(1);
  const found = ppiMean({ labels, judged, unlabelled, lambda: 1 });
  expect(found.estimate).toBeCloseTo(0.5, 12);
  // A judge that says the same of everything carries nothing, so its tuned weight is 0.
  expect(ppiMean({ labels, judged, unlabelled, lambda: "auto" }).lambda).toBe(0);
});

test("pass^k needs all of k, pass@k one of them, and neither exists for more runs than there are", () => {
  expect(passHatK(10, 9, 3)).toBeCloseTo(0.7, 12);
  expect(passAtK(10, 1, 3)).toBeCloseTo(0.3, 12);
  expect(passHatK(2, 2, 3)).toBeNull();
  expect(passAtK(2, 0, 3)).toBeNull();
  expect(passHatK(5, 2, 3)).toBe(0);
});

test("3 passes of 3 bound the pass rate by .368 and every power of it", () => {
  expect(passHatKLowerBound(3, 3, [1, 0.95])).toBeCloseTo(0.3684, 4);
  expect(passHatKLowerBound(3, 3, [2, 0.95])).toBeCloseTo(0.3684 ** 2, 4);
});

test("tails of many throws agree with the exact table at the point where the method changes", () => {
  for (const k of [100, 130, 149, 150]) {
    const exact = fairCoinAtMost(k, 300);
    // One more throw: P(X <= k of 301) lies between the neighbours of 300.
    expect(fairCoinAtMost(k, 301)).toBeLessThan(exact);
    expect(fairCoinAtMost(k, 301)).toBeCloseTo((exact + fairCoinAtMost(k - 1, 300)) / 2, 11);
  }
  expect(isAtMost(0.05 + 1e-13, 0.05)).toBe(true);
});
