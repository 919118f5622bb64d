/** Holds the omission tail to an enumeration of every removal, and to what a single unit can carry (STATISTICS 11.2). */
import { expect, test } from "vitest";
import { logChoose } from "./kernels/gamma.ts";
import { mulberry32 } from "./mulberry32.ts";
import { type OutcomeCounts, omissionTail } from "./omission-tail.ts";

/** Sums over every number of wins and losses that could be removed. */
function enumerated(run: OutcomeCounts, unit: OutcomeCounts): number {
  const sign = Math.sign(run.b - run.c);
  if (sign === 0) return 1;
  const net = sign * (unit.b - unit.c);
  let total = 0;
  for (let i = 0; i <= run.b; i++)
    for (let j = 0; j <= run.c; j++) {
      const ties = unit.n - i - j;
      if (sign * (i - j) < net || ties < 0) continue;
      total += Math.exp(
        logChoose(run.b, i) +
          logChoose(run.c, j) +
          logChoose(run.n - run.b - run.c, ties) -
          logChoose(run.n, unit.n),
      );
    }
  return total;
}

test("agrees with the enumeration on random runs and units, in both directions", () => {
  const random = mulberry32(11);
  const upTo = (limit: number) => Math.floor(random() * (limit + 1));
  for (let i = 0; i < 300; i++) {
    const run = { b: upTo(12), c: upTo(12), n: 24 + upTo(16) };
    const unit = { b: upTo(run.b), c: upTo(run.c), n: 0 };
    const sized = { ...unit, n: unit.b + unit.c + upTo(run.n - run.b - run.c) };
    expect(omissionTail(run, sized), JSON.stringify([run, sized])).toBeCloseTo(enumerated(run, sized), 10);
  }
});

test("small tails keep their digits", () => {
  // All ten wins of 80 pairs in one unit of ten pairs: 1 / C(80, 10).
  const q = omissionTail({ b: 10, c: 0, n: 80 }, { b: 10, c: 0, n: 10 });
  expect(q / 6.073518323310506e-13).toBeCloseTo(1, 9);
});

test("where wins and losses are equal no unit carries a direction", () => {
  expect(omissionTail({ b: 5, c: 5, n: 20 }, { b: 5, c: 0, n: 5 })).toBe(1);
});

test("the tail of a run of 100,000 pairs needs no table of all removals", () => {
  const run = { b: 12_000, c: 9_000, n: 100_000 };
  expect(omissionTail(run, { b: 1200, c: 900, n: 10_000 })).toBeCloseTo(0.5, 1);
  expect(omissionTail(run, { b: 4000, c: 0, n: 10_000 })).toBeLessThan(1e-100);
});
