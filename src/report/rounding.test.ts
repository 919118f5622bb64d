/** Rounding never turns a p or an interval to the other side of what decides. */
import { expect, test } from "vitest";
import { fayLumbardInterval } from "../analyse/fay-lumbard.ts";
import { mcnemar } from "../analyse/paired-tests.ts";
import { pointsRangeText, pText } from "../analyse/wording.ts";
import { pointsRange, pValue } from "./number.ts";

const sides = (range: string) =>
  (/^(\S+) to (\S+)/.exec(range) ?? []).slice(1).map((end) => Math.sign(Number(end)));

test("a p beside .05 is written on its side of it", () => {
  for (const p of [0.0495, 0.0499, 0.0501, 0.0502, 0.0504])
    for (const text of [pText(p), pValue(p)]) expect(Number(text) <= 0.05, text).toBe(p <= 0.05);
  expect(pText(0.05)).toBe("0.05");
});

test("the ends of an interval keep their sign however near to 0 they lie", () => {
  for (const low of [-0.00004, -0.000001, 0, 0.0000001, 0.0004])
    for (const text of [pointsRangeText([low, 0.3]), pointsRange([low, 0.3])])
      expect(sides(text)[0], text).toBe(Math.sign(low));
});

test("over every table of 24 pairs the written p and the written interval say the same", () => {
  const n = 24;
  for (let b = 0; b <= n; b++)
    for (let c = 0; b + c <= n; c++) {
      const [low = 0, high = 0] = sides(pointsRangeText(fayLumbardInterval({ b, c, n }, 0.95)));
      expect(low * high > 0, `${b}/${c}`).toBe(Number(pText(mcnemar(b, c).exactTwoSided)) <= 0.05);
    }
});
