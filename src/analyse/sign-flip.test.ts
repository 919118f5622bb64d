/** The sign-flip test is exact wherever the values share a unit, at any number (performance-1, randomFlips). */
import { expect, test } from "vitest";
import { mulberry32 } from "./mulberry32.ts";
import { mcnemar } from "./paired-tests.ts";
import { signFlip } from "./sign-flip.ts";

const passFail = (b: number, c: number) => [
  ...new Array<number>(b).fill(1),
  ...new Array<number>(c).fill(-1),
  ...new Array<number>(3).fill(0),
];

test.each([
  [15, 6],
  [21, 0],
  [40, 16],
  [150, 150],
  [400, 350],
  [5200, 4800],
])("%i wins and %i losses give the exact McNemar p", (b, c) => {
  expect(signFlip(passFail(b, c)) / mcnemar(b, c).exactTwoSided).toBeCloseTo(1, 9);
});

test("means of equally many seeds are exact beyond 20 scenarios: the table agrees with the enumeration below it", () => {
  const random = mulberry32(3);
  for (const seeds of [2, 3, 4, 7, 10]) {
    const means = Array.from({ length: 20 }, () => (Math.floor(random() * (2 * seeds + 1)) - seeds) / seeds);
    const live = means.filter((value) => value !== 0).length;
    // A pair of values that cancel and one that weighs next to nothing: both ways of counting see the same values.
    const many = [...means, ...new Array<number>(21 - live).fill(1 / seeds)];
    const fewer = many.filter((value) => value !== 0);
    expect(fewer.length).toBe(21);
    expect(signFlip(fewer)).toBeCloseTo(halved(fewer), 12);
  }
});

test("of up to 20 values every pattern counts once: the halves agree with counting them one by one", () => {
  const random = mulberry32(5);
  for (let n = 1; n <= 12; n++)
    for (const grain of [1, 4, 1e9]) {
      // Coarse grains bring ties, and sums that meet the observed one exactly.
      const values = Array.from({ length: n }, () => Math.ceil(random() * grain) * (random() < 0.5 ? -1 : 1));
      const observed = Math.abs(values.reduce((total, value) => total + value, 0));
      const patterns = Array.from({ length: 2 ** n }, (_, code) =>
        values.reduce((total, value, i) => total + ((code >> i) & 1 ? value : -value), 0),
      );
      const reaching = patterns.filter((total) => Math.abs(total) >= observed).length;
      expect(signFlip(values)).toBe(reaching / 2 ** n);
    }
});

/** Fixes one sign after the other: the p of 21 values is the mean over both signs of one of them. */
function halved(values: readonly number[]): number {
  const observed = Math.abs(values.reduce((total, value) => total + value, 0));
  let hits = 0;
  const count = 2 ** (values.length - 1);
  for (let code = 0; code < count; code++) {
    let total = values.at(-1) ?? 0;
    for (let i = 0; i < values.length - 1; i++)
      total += (code >> i) & 1 ? (values[i] ?? 0) : -(values[i] ?? 0);
    if (Math.abs(total) >= observed - 1e-9) hits += 1;
  }
  return hits / count;
}

test("values without a common unit are flipped at random, with a p that is never 0", () => {
  const values = Array.from({ length: 30 }, (_, i) => Math.sqrt(i + 2));
  expect(signFlip(values)).toBe(1 / 100_000);
});

test("beyond 5,000 values the normal limit gives what random flips give", () => {
  const random = mulberry32(5);
  const values = Array.from({ length: 5_001 }, () => random() - 0.49);
  const few = values.slice(0, 5_000);
  // One value more is judged by the limit; it moves the p by less than the flips are known to.
  expect(Math.abs(signFlip(values) - signFlip(few))).toBeLessThan(0.01);
});

test("where one of very many values stands out, flips decide and not the normal limit", () => {
  const values = [...Array.from({ length: 5_001 }, (_, n) => (n % 2 === 0 ? 1e-3 : -1.01e-3)), 10];
  // The one value decides the sum in every pattern, so half of them lie on either side of it.
  expect(signFlip(values)).toBeGreaterThan(0.4);
});
