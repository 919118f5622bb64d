/** Holds the scenario conflict to a plain enumeration of every way to deal the wins out (STATISTICS 11.2). */
import { expect, test } from "vitest";
import { logChoose } from "./kernels/gamma.ts";
import { mulberry32 } from "./mulberry32.ts";
import { type Split, scenarioConflict } from "./scenario-conflict.ts";

/** Every deal of `wins` to scenarios of these sizes, with its number of ways and its sum. */
function* deals(sizes: readonly number[], wins: number): Generator<readonly [ways: number, sum: number]> {
  const [size, ...rest] = sizes;
  if (size === undefined) {
    if (wins === 0) yield [1, 0];
    return;
  }
  for (let b = 0; b <= Math.min(size, wins); b++)
    for (const [ways, sum] of deals(rest, wins - b))
      yield [ways * Math.exp(logChoose(size, b)), sum + Math.abs(2 * b - size)];
}

function enumerated(scenarios: readonly Split[]): number {
  const sizes = scenarios.map(([b, c]) => b + c);
  const wins = scenarios.reduce((total, [b]) => total + b, 0);
  const observed = scenarios.reduce((total, [b, c]) => total + Math.abs(b - c), 0);
  const all = [...deals(sizes, wins)];
  const count = (kept: typeof all) => kept.reduce((total, [ways]) => total + ways, 0);
  return count(all.filter(([, sum]) => sum >= observed)) / count(all);
}

test("agrees with the enumeration on random splits", () => {
  const random = mulberry32(7);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let i = 0; i < 200; i++) {
    const scenarios = Array.from({ length: 1 + below(5) }, (): Split => [below(5), below(5)]);
    expect(scenarioConflict(scenarios).p, JSON.stringify(scenarios)).toBeCloseTo(enumerated(scenarios), 9);
  }
});

test("swapping the arms, reordering and scenarios without a difference change nothing", () => {
  const scenarios: readonly Split[] = [
    [12, 3],
    [4, 11],
    [7, 7],
    [9, 2],
  ];
  const { t, p } = scenarioConflict(scenarios);
  const swapped = scenarios.map(([b, c]): Split => [c, b]);
  const others = [[...scenarios].reverse(), [...scenarios, [0, 0] as const], swapped];
  for (const other of others) {
    expect(scenarioConflict(other).t).toBe(t);
    expect(scenarioConflict(other).p).toBeCloseTo(p, 12);
  }
});

test("scenarios that all point one way never conflict, however uneven", () => {
  expect(scenarioConflict([])).toEqual({ t: 0, p: 1 });
  expect(
    scenarioConflict([
      [300, 0],
      [5, 4],
      [1, 1],
    ]).p,
  ).toBe(1);
});

test("beyond the exact limit dealt p and exact p agree, and a plain conflict stays plain", () => {
  // 400 discordant pairs are exact; one pair more of no weight is dealt.
  const exact = scenarioConflict([
    [112, 88],
    [90, 110],
  ]).p;
  const dealt = scenarioConflict([
    [112, 88],
    [90, 110],
    [1, 0],
  ]).p;
  expect(exact).toBeCloseTo(0.0357, 3);
  expect(Math.abs(dealt - exact)).toBeLessThan(0.012);
  const opposed: readonly Split[] = [
    [3000, 0],
    [0, 3000],
  ];
  expect(scenarioConflict(opposed).p).toBe(1e-4);
});
