/** Properties that hold for every table: mirroring, agreement of p and interval, and true error rates by enumeration. */
import { expect, test } from "vitest";
import {
  type Configuration,
  foldOver,
  fractionalFactorial16,
  fullFactorial,
  plackettBurman12,
} from "../core/configurations.ts";
import type { Label } from "../core/verdict.ts";
import { known } from "../testing/known.ts";
import { comparisonOf, pairsOf, planOf, swapped } from "../testing/paired-units.ts";
import { compare } from "./compare.ts";
import { deltaSequence, passFailDifferences } from "./confidence-sequences.ts";
import { mainEffects } from "./designs.ts";
import { each, eFutility, eGraded, eValue } from "./e-process.ts";
import { fayLumbardInterval, fayLumbardPGreater } from "./fay-lumbard.ts";
import { newcombeInterval, tangoInterval, wilsonInterval } from "./intervals.ts";
import { binomialPmf } from "./kernels/binomial.ts";
import { elementAt, sum } from "./kernels/summary.ts";
import { mulberry32 } from "./mulberry32.ts";
import { nonInferiority } from "./non-inferiority.ts";
import { isAtMost, mcnemar } from "./paired-tests.ts";
import { powerExact } from "./power.ts";
import { ratioOfTotals } from "./ratios.ts";
import { signFlip } from "./sign-flip.ts";
import { signedRankPermutation } from "./signed-rank.ts";
import { stratifiedFisher } from "./uncoupled.ts";

/** Every table of n pairs by wins and losses. */
function tables(n: number): readonly { readonly b: number; readonly c: number; readonly n: number }[] {
  return Array.from({ length: n + 1 }, (_, b) =>
    Array.from({ length: n - b + 1 }, (_, c) => ({ b, c, n })),
  ).flat();
}

/** Chance of a table when a pair is won and lost with the given chances. */
function chanceOf(
  { b, c, n }: { readonly b: number; readonly c: number; readonly n: number },
  psi: number,
  theta: number,
): number {
  return binomialPmf(b + c, n, psi) * binomialPmf(b, b + c, theta);
}

test("swapping the arms mirrors every test and interval", () => {
  for (const { b, c, n } of tables(9)) {
    const [one, other] = [mcnemar(b, c), mcnemar(c, b)];
    expect(one.exactTwoSided).toBe(other.exactTwoSided);
    expect(one.exactGreater).toBe(other.exactLess);
    expect(one.midPGreater).toBe(other.midPLess);
    for (const interval of [fayLumbardInterval, tangoInterval]) {
      const [low, high] = interval({ b, c, n }, 0.95);
      const mirror = interval({ b: c, c: b, n }, 0.95);
      expect(low).toBeCloseTo(-mirror[1], 9);
      expect(high).toBeCloseTo(-mirror[0], 9);
    }
    expect(eValue(b, c).eGreater).toBe(eValue(c, b).eLess);
    const sequence = deltaSequence(passFailDifferences({ b, c, n }), 0.05);
    expect(sequence[0]).toBeCloseTo(-deltaSequence(passFailDifferences({ b: c, c: b, n }), 0.05)[1], 9);
  }
});

test("swapping the arms mirrors the whole comparison", () => {
  const mirror: Partial<Record<Label, Label>> = {
    demonstrated: "harmful",
    harmful: "demonstrated",
    suggestive: "suggestive-harm",
    "suggestive-harm": "suggestive",
  };
  for (const [better, worse, both, neither] of [
    [6, 0, 2, 2],
    [0, 3, 4, 3],
    [4, 1, 3, 3],
    [2, 2, 8, 8],
    [0, 0, 5, 5],
  ] as const) {
    const fired = () => ({ fired: true });
    const cost = (place: number) => ({ ...fired(), uncachedCostUsd: 1 + ((place * 5) % 7) });
    const units = pairsOf({ better, worse, both, neither, scenarios: 3, control: cost, treatment: fired });
    const there = compare(
      units.map((unit) => ({ ...unit, treatment: { ...unit.treatment, uncachedCostUsd: 3 } })),
      planOf(),
    );
    const back = compare(swapped(there.units), planOf());
    expect(back.counts).toMatchObject({ b: there.counts.c, c: there.counts.b, n: there.counts.n });
    expect(back.effect.exactP).toBe(there.effect.exactP);
    expect(known(back.effect.interval95)[0]).toBeCloseTo(-known(there.effect.interval95)[1], 9);
    expect(back.scenarioLevel.signFlipP).toBe(there.scenarioLevel.signFlipP);
    expect(
      (back.ratios.uncachedCostUsd.ofTotals?.ratio ?? 0) *
        (there.ratios.uncachedCostUsd.ofTotals?.ratio ?? 0),
    ).toBeCloseTo(1, 12);
    expect(back.verdict.label).toBe(mirror[there.verdict.label] ?? there.verdict.label);
  }
});

test("the interval excludes 0 exactly when the exact p is at or below alpha", () => {
  for (const [n, levels] of [
    [1, [0.95]],
    [5, [0.9, 0.95]],
    [6, [0.95, 0.99]],
    [8, [0.9, 0.95, 0.99]],
    [14, [0.95]],
  ] as const) {
    for (const table of tables(n)) {
      for (const level of levels) {
        const [low, high] = fayLumbardInterval(table, level);
        expect(low <= 0 && high >= 0).toBe(!isAtMost(mcnemar(table.b, table.c).exactTwoSided, 1 - level));
      }
    }
  }
});

test("the interval holds the estimate, stays in range and widens with its level", () => {
  for (const table of tables(8)) {
    const delta = (table.b - table.c) / table.n;
    const [narrow, wide] = [fayLumbardInterval(table, 0.9), fayLumbardInterval(table, 0.95)];
    expect(wide[0]).toBeGreaterThanOrEqual(-1);
    expect(wide[1]).toBeLessThanOrEqual(1);
    expect(wide[0]).toBeLessThanOrEqual(narrow[0] + 1e-12);
    expect(wide[1]).toBeGreaterThanOrEqual(narrow[1] - 1e-12);
    expect(narrow[0]).toBeLessThanOrEqual(delta);
    expect(narrow[1]).toBeGreaterThanOrEqual(delta);
  }
});

test("the one-sided p grows with the difference it is asked about", () => {
  for (const { b, c, n } of tables(7)) {
    const at = Array.from({ length: 41 }, (_, i) => fayLumbardPGreater({ b, m: b + c, n }, -1 + i / 20));
    at.slice(1).forEach((p, i) => {
      expect(p).toBeGreaterThanOrEqual(elementAt(at, i) - 1e-10);
    });
  }
});

test("the exact test never exceeds its level under no effect; mid-p and a paired difference of rates do", () => {
  let worstMid = 0;
  for (const n of [3, 5, 6, 10, 20, 40]) {
    for (const psi of [0.05, 0.1, 0.3, 0.5, 0.8, 1]) {
      const size = (rejects: (b: number, c: number) => boolean) =>
        sum(
          tables(n)
            .filter(({ b, c }) => rejects(b, c))
            .map((table) => chanceOf(table, psi, 0.5)),
        );
      expect(size((b, c) => isAtMost(mcnemar(b, c).exactTwoSided, 0.05))).toBeLessThanOrEqual(0.05 + 1e-12);
      worstMid = Math.max(
        worstMid,
        size((b, c) => isAtMost(mcnemar(b, c).midPTwoSided, 0.05)),
      );
    }
  }
  // 5 to 0 has mid-p .03125 on either side, so .0625 when every pair is discordant.
  expect(worstMid).toBeCloseTo(0.0625, 4);
});

test("the Fay-Lumbard interval covers at least 95 % where Tango, Newcombe and Wilson's parts fall short", () => {
  const n = 10;
  let worst = 1;
  let worstNewcombe = 1;
  for (const psi of [0.1, 0.3, 0.5, 0.7, 0.9, 1]) {
    for (const theta of [0, 0.1, 0.3, 0.5, 0.8, 1]) {
      const delta = psi * (2 * theta - 1);
      const covers = ([low, high]: readonly [number, number]) => low - 1e-9 <= delta && delta <= high + 1e-9;
      const coverage = (interval: (b: number, c: number) => readonly [number, number]) =>
        sum(
          tables(n)
            .filter(({ b, c }) => covers(interval(b, c)))
            .map((table) => chanceOf(table, psi, theta)),
        );
      worst = Math.min(
        worst,
        coverage((b, c) => fayLumbardInterval({ b, c, n }, 0.95)),
      );
      const split = (b: number, c: number) => ({
        both: Math.floor((n - b - c) / 2),
        b,
        c,
        neither: Math.ceil((n - b - c) / 2),
      });
      worstNewcombe = Math.min(
        worstNewcombe,
        coverage((b, c) => newcombeInterval(split(b, c), 0.95)),
      );
    }
  }
  expect(worst).toBeGreaterThan(0.95);
  expect(worstNewcombe).toBeLessThan(0.9);
  expect(wilsonInterval(0, 0, 0.95)).toEqual([0, 1]);
});

test("sign flips of pass/fail differences are the exact McNemar test, ranks of equal sizes too", () => {
  for (const { b, c, n } of tables(9)) {
    const differences = [
      ...new Array<number>(b).fill(1),
      ...new Array<number>(c).fill(-1),
      ...new Array<number>(n - b - c).fill(0),
    ];
    expect(signFlip(differences)).toBeCloseTo(mcnemar(b, c).exactTwoSided, 12);
    expect(signedRankPermutation(differences)).toBeCloseTo(mcnemar(b, c).exactTwoSided, 12);
  }
});

test("the sign-flip p of any magnitudes is uniform or conservative over all sign patterns", () => {
  const magnitudes = [0.1, 0.25, 0.25, 0.4, 0.7, 1, 0.05, 0.33];
  const patterns = Array.from({ length: 2 ** magnitudes.length }, (_, code) =>
    signFlip(magnitudes.map((size, place) => ((code >> place) & 1 ? size : -size))),
  );
  for (const level of [0.01, 0.05, 0.1, 0.25, 0.5]) {
    expect(patterns.filter((p) => isAtMost(p, level)).length / patterns.length).toBeLessThanOrEqual(level);
  }
});

test("the e-value has expectation at most 1 under no effect, by enumeration of every run of 8 pairs", () => {
  for (const psi of [0.2, 0.6, 1]) {
    const expectation = (value: (b: number, c: number) => number, theta: number) =>
      sum(tables(8).map((table) => chanceOf(table, psi, theta) * value(table.b, table.c)));
    expect(expectation((b, c) => eValue(b, c).eTwo, 0.5)).toBeCloseTo(1, 12);
    expect(expectation((b, c) => eValue(b, c).eGreater, 0.4)).toBeLessThan(1);
    const futility = (b: number, c: number) => eFutility(passFailDifferences({ b, c, n: 8 }), 0.2);
    // A true gain of exactly 20 points: psi (2 theta - 1) = .2.
    if (psi > 0.2) expect(expectation(futility, (0.2 / psi + 1) / 2)).toBeLessThanOrEqual(1 + 1e-12);
  }
});

test("graded differences that average to 0 leave the e-value's expectation at 1", () => {
  // Two equally likely differences per pair, +.4 and -.4 or 0: all 3^5 runs with their chances.
  const outcomes = [
    [0.4, 0.25],
    [-0.4, 0.25],
    [0, 0.5],
  ] as const;
  let expectation = 0;
  for (let code = 0; code < 3 ** 5; code++) {
    const draws = Array.from({ length: 5 }, (_, place) =>
      elementAt(outcomes, Math.floor(code / 3 ** place) % 3),
    );
    expectation += draws.reduce((chance, [, p]) => chance * p, 1) * eGraded(each(draws.map(([d]) => d))).eTwo;
  }
  expect(expectation).toBeCloseTo(1, 12);
});

test("looking after every pair, the e-value raises a false alarm in under 5 % of all runs of 60 discordant pairs", () => {
  let alive: readonly number[] = [1];
  let alarms = 0;
  for (let m = 1; m <= 60; m++) {
    alive = Array.from({ length: m + 1 }, (_, b) => ((alive[b] ?? 0) + (alive[b - 1] ?? 0)) / 2).map(
      (mass, b) => {
        if (eValue(b, m - b).eTwo < 20) return mass;
        alarms += mass;
        return 0;
      },
    );
  }
  expect(alarms).toBeGreaterThan(0);
  expect(alarms).toBeLessThan(0.05);
});

test("power without an effect is the size of the test, and grows with pairs", () => {
  expect(powerExact(40, { p10: 0.2, p01: 0.2 }, 0.05)).toBeLessThanOrEqual(0.05);
  const at = [20, 40, 80, 160].map((n) => powerExact(n, { p10: 0.25, p01: 0.05 }, 0.05));
  expect(at).toEqual([...at].sort((left, right) => left - right));
});

test("certifying a margin is wrong at most 5 % of the time where the loss is exactly the margin", () => {
  for (const [n, margin] of [
    [20, 0.2],
    [40, 0.1],
  ] as const) {
    for (const psi of [margin, 0.3, 0.6, 1]) {
      const theta = (1 - margin / psi) / 2;
      const size = sum(
        tables(n)
          .filter(
            (table) =>
              chanceOf(table, psi, theta) > 1e-9 && isAtMost(nonInferiority(table, margin).exactP, 0.05),
          )
          .map((table) => chanceOf(table, psi, theta)),
      );
      expect(size).toBeLessThanOrEqual(0.05 + 1e-6);
    }
  }
});

test("the stratified test conditions on every margin: its p is conservative over all tables of two strata", () => {
  const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
  // 4 + 4 trials with 4 passes in the first stratum, 3 + 3 with 3 in the second.
  let rejected = 0;
  for (let x = 0; x <= 4; x++) {
    for (let y = 0; y <= 3; y++) {
      const chance =
        ((choose(4, x) * choose(4, 4 - x)) / choose(8, 4)) *
        ((choose(3, y) * choose(3, 3 - y)) / choose(6, 3));
      const p = stratifiedFisher([
        [x, 4 - x, 4 - x, x],
        [y, 3 - y, 3 - y, y],
      ]).twoSided;
      if (p <= 0.05) rejected += chance;
    }
  }
  expect(rejected).toBeGreaterThan(0);
  expect(rejected).toBeLessThanOrEqual(0.05);
});

test("the jackknife interval of a ratio of totals covers about its level", () => {
  const random = mulberry32(7);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let covered = 0;
  for (let runNumber = 0; runNumber < 600; runNumber++) {
    const control = Array.from({ length: 12 }, () => Math.exp(0.3 * normal()));
    const treatment = control.map((value) => value * 1.5 * Math.exp(0.2 * normal() - 0.02));
    const { interval } = ratioOfTotals(treatment, control, 0.95);
    if (interval !== null && interval[0] <= 1.5 && interval[1] >= 1.5) covered += 1;
  }
  expect(covered / 600).toBeGreaterThan(0.91);
  expect(covered / 600).toBeLessThan(0.985);
});

/** Correlations of each flag with every product of two flags. */
function aliases(design: readonly Configuration[]): number {
  const flags = elementAt(design, 0).length;
  let worst = 0;
  for (let main = 0; main < flags; main++) {
    for (let left = 0; left < flags; left++) {
      for (let right = left + 1; right < flags; right++) {
        const product = sum(
          design.map((row) => elementAt(row, main) * elementAt(row, left) * elementAt(row, right)),
        );
        if (main !== left && main !== right) worst = Math.max(worst, Math.abs(product) / design.length);
      }
    }
  }
  return worst;
}

test("folding a screening design over clears main effects of every pairwise interaction", () => {
  expect(aliases(plackettBurman12())).toBeCloseTo(1 / 3, 12);
  expect(aliases(foldOver(plackettBurman12()))).toBe(0);
  expect(aliases(fractionalFactorial16())).toBe(0);
  expect(fullFactorial(3)).toHaveLength(8);
  const design = plackettBurman12();
  const outcomes = design.map((row) => 0.5 + 0.1 * elementAt(row, 2) - 0.05 * elementAt(row, 7));
  const effects = mainEffects(design, outcomes);
  expect(effects[2]).toBeCloseTo(0.2, 12);
  expect(effects[7]).toBeCloseTo(-0.1, 12);
  expect(effects[0]).toBeCloseTo(0, 12);
});

test("a comparison hangs on one unit exactly where its sentence names the unit (statistics-1 row 10)", () => {
  const random = mulberry32(31);
  const some = (most: number) => Math.floor(random() * most);
  let named = 0;
  for (let run = 0; run < 120; run++) {
    const units = pairsOf({
      ...{ better: some(10), worse: some(10), both: some(20), neither: some(8), scenarios: 1 + some(8) },
      control: () => ({ uncachedCostUsd: 0.01 * (1 + some(5)), calls: 5 + some(3) }),
      treatment: () => ({ uncachedCostUsd: 0.01 * (1 + some(9)), calls: 3 + some(4), fired: random() < 0.9 }),
    });
    const { verdict } = comparisonOf(units, {
      deltaMin: 0.2,
      simulated: run % 2 === 0,
      ...(run % 3 === 0 ? { aim: "calls" as const } : {}),
    });
    const hangs = verdict.qualifiers.includes("hangs-on-one");
    expect(verdict.sentence.includes("Hangs on one: without "), verdict.sentence).toBe(hangs);
    named += hangs ? 1 : 0;
  }
  expect(named).toBeGreaterThan(3);
});
