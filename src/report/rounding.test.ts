/** Rounding never turns a p or an interval to the other side of what decides. */
import { expect, test } from "vitest";
import { fayLumbardInterval } from "../analyse/fay-lumbard.ts";
import { mcnemar } from "../analyse/paired-tests.ts";
import { pointsRange, pValue } from "../core/format.ts";

const sides = (range: string) =>
  (/^(\S+) to (\S+)/.exec(range) ?? []).slice(1).map((end) => Math.sign(Number(end)));

test("a p beside .05 is written on its side of it", () => {
  for (const p of [0.0495, 0.0499, 0.0501, 0.0502, 0.0504])
    expect(Number(pValue(p)) <= 0.05, pValue(p)).toBe(p <= 0.05);
  expect(pValue(0.05)).toBe("0.05");
});

test("the ends of an interval keep their sign however near to 0 they lie", () => {
  for (const low of [-0.00004, -0.000001, 0, 0.0000001, 0.0004])
    expect(sides(pointsRange([low, 0.3]))[0], String(low)).toBe(Math.sign(low));
});

test("over every table of 24 pairs the written p and the written interval say the same", () => {
  const n = 24;
  for (let b = 0; b <= n; b++)
    for (let c = 0; b + c <= n; c++) {
      const [low = 0, high = 0] = sides(pointsRange(fayLumbardInterval({ b, c, n }, 0.95)));
      expect(low * high > 0, `${b}/${c}`).toBe(Number(pValue(mcnemar(b, c).exactTwoSided)) <= 0.05);
    }
});
