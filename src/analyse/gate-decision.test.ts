/** The gate: outcomes and exit codes, runs that must never pass, and its published error rates. */
import { expect, test } from "vitest";
import type { PairedUnit } from "../core/pairs.ts";
import { outcome, type PairShape, pairsOf, planOf } from "../testing/paired-units.ts";
import { compare } from "./compare.ts";
import { confirmRegression, type GateOptions, gateDecision, guardrail } from "./gate-decision.ts";
import { errorRates } from "./gate-error-rates.ts";

const options: GateOptions = { margin: 0.1, alpha: 0.05, deterministic: false };

function gate(shape: PairShape, changes: Partial<GateOptions> = {}) {
  return gateDecision(pairsOf(shape), { ...options, ...changes });
}

test("29 equal pairs certify 10 points, 28 do not and say how many would", () => {
  expect(gate({ both: 29 })).toMatchObject({ outcome: "pass", exitCode: 0, pairsToCertify: null });
  expect(gate({ both: 28 })).toMatchObject({ outcome: "inconclusive", exitCode: 3, pairsToCertify: 29 });
  // Section 7: one loss needs 46 pairs, one of each 39.
  expect(gate({ worse: 1, both: 20 }).pairsToCertify).toBe(46);
  expect(gate({ better: 1, worse: 1, both: 20 }).pairsToCertify).toBe(39);
});

test("five losses without a win are a regression, four are not", () => {
  const found = gate({ worse: 5, both: 5 });
  expect(found).toMatchObject({
    outcome: "regression",
    exitCode: 1,
    harmP: 0.03125,
    smallerThanMargin: false,
  });
  expect(found.losses).toHaveLength(5);
  expect(gate({ worse: 4, both: 6 })).toMatchObject({ outcome: "inconclusive", exitCode: 3 });
});

test("a real but tiny loss is a regression that says it is smaller than the margin", () => {
  expect(gate({ worse: 6, both: 300 })).toMatchObject({ outcome: "regression", smallerThanMargin: true });
});

test("empty, all-error, one-survivor and never-fired runs never pass", () => {
  const failing = (count: number, of: number): readonly PairedUnit[] =>
    pairsOf({ both: of }).map((unit, place) =>
      place < count ? { ...unit, control: outcome("error"), treatment: outcome("error") } : unit,
    );
  for (const deterministic of [false, true]) {
    for (const units of [[], failing(40, 40), failing(39, 40)]) {
      expect(gateDecision(units, { ...options, deterministic })).toMatchObject({
        outcome: "broken",
        exitCode: 4,
      });
    }
  }
  const idle = gate({ both: 40, treatment: () => ({ fired: false }) }, { expectsFiring: true });
  expect(idle).toMatchObject({ outcome: "inconclusive", exitCode: 3 });
  expect(idle.reasons[0]).toContain("never fired");
  expect(gate({ both: 40 }, { planned: 80 })).toMatchObject({ outcome: "broken" });
});

test("errors in the candidate alone are broken, not a pass and not a failure", () => {
  const units = pairsOf({ both: 60 }).map((unit, place) =>
    place < 6 ? { ...unit, treatment: outcome("error") } : unit,
  );
  expect(gateDecision(units, options)).toMatchObject({ outcome: "broken", exitCode: 4 });
});

test("a pass that the lost pairs could undo is inconclusive", () => {
  const lost = (of: number) =>
    pairsOf({ both: of }).map((unit, place) =>
      place === 0 ? { ...unit, treatment: outcome("error") } : unit,
    );
  expect(gateDecision(lost(31), options)).toMatchObject({ outcome: "inconclusive" });
  expect(gateDecision(lost(60), options)).toMatchObject({ outcome: "pass" });
});

test("with a scripted model one lost pair is a failing test and no pair count is needed", () => {
  expect(gate({ both: 3 }, { deterministic: true })).toMatchObject({ outcome: "pass", exitCode: 0 });
  const failing = gate({ both: 2, worse: 1, better: 5 }, { deterministic: true });
  expect(failing).toMatchObject({ outcome: "regression", exitCode: 1 });
  expect(failing.losses).toEqual([{ scenario: "scenario-1", seed: "6" }]);
});

test("a candidate that changes no request passes at any size, by identity", () => {
  expect(gate({ both: 2, neither: 1, unit: () => ({ diverged: false }) })).toMatchObject({ outcome: "pass" });
  expect(gate({ both: 2, unit: (place) => ({ diverged: place === 0 }) })).toMatchObject({
    outcome: "inconclusive",
  });
  expect(gate({ both: 2, unit: () => ({ diverged: null }) })).toMatchObject({ outcome: "inconclusive" });
});

test("quarantined scenarios leave both arms and the result with them is kept", () => {
  const flaky = pairsOf({ worse: 6 }).map((unit) => ({ ...unit, scenario: "flaky" }));
  const found = gateDecision([...pairsOf({ both: 30 }), ...flaky], { ...options, quarantine: ["flaky"] });
  expect(found).toMatchObject({ outcome: "pass", withQuarantined: "regression", counts: { n: 30, c: 0 } });
  expect(gate({ both: 30 }).withQuarantined).toBeNull();
});

test("a block needs both the run and its confirm rerun", () => {
  const [bad, good, open] = [gate({ worse: 6, both: 4 }), gate({ both: 30 }), gate({ both: 5 })];
  expect(confirmRegression(bad, bad)).toBe("regression");
  expect(confirmRegression(bad, good)).toBe("inconclusive");
  expect(confirmRegression(bad, open)).toBe("inconclusive");
  expect(confirmRegression(good, bad)).toBe("pass");
});

test("a guardrail breaks only when the whole interval lies above its bar", () => {
  const costs = (factor: number) =>
    compare(
      pairsOf({
        both: 12,
        control: (place) => ({ costUsd: 1 + (place % 4) / 10 }),
        treatment: (place) => ({ costUsd: factor * (1 + ((place + 1) % 4) / 10) }),
      }),
      planOf(),
    ).ratios.costUsd;
  expect(guardrail(costs(2), 1.2).outcome).toBe("regression");
  expect(guardrail(costs(1), 1.2).outcome).toBe("pass");
  expect(guardrail(costs(1.2), 1.2).outcome).toBe("inconclusive");
  expect([1.1, 1.3].map((bar) => guardrail(costs(1.2), bar, true).outcome)).toEqual(["regression", "pass"]);
  expect(guardrail(compare(pairsOf({ both: 3 }), planOf()).ratios.costUsd, 1.2).outcome).toBe("unknown");
});

test("a guardrail lets nothing pass that most pairs, or one arm, do not tell", () => {
  const known = (share: number, factor = 1) =>
    compare(
      pairsOf({
        both: 20,
        control: () => ({ calls: 2 }),
        treatment: (place) => ({ calls: place < 20 * share ? 2 * factor : null }),
      }),
      planOf(),
    ).ratios.calls;
  for (const scripted of [true, false]) {
    expect(guardrail(known(1), 1.2, scripted).outcome).toBe("pass");
    expect(guardrail(known(0.5), 1.2, scripted)).toMatchObject({
      outcome: "inconclusive",
      reason: "calls is known in 10 of 20 pairs alone, bar x1.2",
    });
  }
  expect(guardrail(known(0.5, 2), 1.2, true).outcome).toBe("regression");
});

test("error rates of the gate are those of section 7, beside 'any drop fails'", () => {
  const same = (psi: number) => ({ name: `psi ${psi}`, win: psi / 2, loss: psi / 2 });
  const states = [
    same(0.1),
    same(0.32),
    same(0.5),
    { name: "-20", win: 0.05, loss: 0.25 },
    { name: "-30", win: 0, loss: 0.3 },
  ];
  const at = (n: number) => errorRates(n, states, { margin: 0.1, alpha: 0.05, seed: 1, resamples: 50 });
  const rounded = (n: number, digits: number) =>
    at(n).map(({ regression, anyDrop }) => [Number(regression.toFixed(digits)), Number(anyDrop.toFixed(2))]);
  expect(rounded(10, 3)).toEqual([
    [0, 0.28],
    [0.005, 0.39],
    [0.014, 0.41],
    [0.057, 0.83],
    [0.15, 0.97],
  ]);
  expect(rounded(20, 3).slice(0, 3)).toEqual([
    [0.001, 0.35],
    [0.017, 0.42],
    [0.023, 0.44],
  ]);
  expect(
    at(20)
      .slice(3)
      .map(({ regression }) => Number(regression.toFixed(2))),
  ).toEqual([0.31, 0.76]);
  for (const { regression, pass, inconclusive } of at(20))
    expect(regression + pass + inconclusive).toBeCloseTo(1, 4);
});

test("the bootstrap column depends on the seed alone", () => {
  const state = [{ name: "x", win: 0.16, loss: 0.16 }];
  const run = (seed: number) =>
    errorRates(10, state, { margin: 0.1, alpha: 0.05, seed, resamples: 40 })[0]?.bootstrap95;
  expect(run(3)).toBe(run(3));
  expect(new Set([1, 2, 3, 4].map(run)).size).toBeGreaterThan(1);
});

test.each([
  ["nothing differs", { both: 8 }],
  ["pairs got worse", { both: 3, worse: 6 }],
  [
    "a pair is lost",
    { both: 8, unit: (place: number) => (place === 0 ? { control: outcome("error") } : {}) },
  ],
] as const)("on a scripted model a gate has no p where %s (STATISTICS 11.2)", (_name, shape) => {
  const scripted = gate(shape, { deterministic: true });
  expect(scripted).toMatchObject({ harmP: null, certifyP: null });
  expect(scripted.sentence).not.toMatch(/\bp \d|%/);
  expect(gate(shape).sentence).toMatch(/harm p \d/);
});
