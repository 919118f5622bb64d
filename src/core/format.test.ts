/** Proves how numbers are written, above all that unknown is never 0. */

import { expect, test } from "vitest";
import {
  count,
  countText,
  dateTime,
  decimals,
  duration,
  pEquation,
  percent,
  points,
  pointsRange,
  pValue,
  ratio,
  ratioWithInterval,
  roundTo,
  roundToDigits,
  secondsText,
  usd,
} from "./format.ts";

test("unknown prints as the word in every kind of number", () => {
  const written = [count, pValue, points, ratio, usd, percent, duration].map((write) => write(null));
  expect(new Set(written)).toEqual(new Set(["unknown"]));
  expect(pointsRange(null)).toBe("unknown");
  expect(ratioWithInterval(null)).toBe("unknown");
  expect(usd(Number.NaN)).toBe("unknown");
});

test.each([
  [1, "1.00"],
  [0.25, "0.25"],
  [0.0703125, "0.07"],
  [0.009765625, "0.0098"],
  [0.03125, "0.031"],
  [0.0496, "0.0496"],
  [0.0504, "0.0504"],
  [0.05, "0.05"],
  [0.00004, "4.0e-5"],
])("writes p %d as %s", (p, text) => {
  expect(pValue(p)).toBe(text);
});

test("nothing is written in powers of ten but a p, and what is not all or none never reads as it", () => {
  const sizes = Array.from({ length: 40 }, (_, i) => 10 ** (i - 20) * 1.2345);
  for (const size of sizes) {
    const written = [
      ratio(size),
      points(Math.min(1, size)),
      points(-Math.min(1, size)),
      usd(size),
      duration(size),
      count(size),
    ];
    for (const text of written) expect(text, String(size)).not.toMatch(/\de[+-]?\d|\.\d{9}/);
    expect(Number(ratio(size).replaceAll(/[^\d.]/g, ""))).toBeGreaterThan(0);
  }
  expect([ratio(4e-9), points(3e-10), points(-3e-10)]).toEqual([
    "under x0.000001",
    "+under 0.000001",
    "-under 0.000001",
  ]);
  expect([percent(0.9996), percent(0.9989), percent(0.99), percent(1)]).toEqual([
    "over 99.9 %",
    "99.9 %",
    "99 %",
    "100 %",
  ]);
});

test("an equation of p has the same digits", () => {
  expect([pEquation(0.5), pEquation(1e-9)]).toEqual(["p = 0.50", "p = 1.0e-9"]);
});

test.each([
  [0.1, "+10"],
  [-0.2589, "-26"],
  [0, "0"],
  [0.0036, "+0.4"],
  [0.0673, "+6.7"],
  [0.02, "+2"],
  [-0.0002, "-0.02"],
  [1, "+100"],
])("writes a difference of %d as %s points", (delta, text) => {
  expect(points(delta)).toBe(text);
});

test("an interval that excludes 0 never prints as one that touches it", () => {
  expect(pointsRange([0.0006, 0.355])).toBe("+0.1 to +36");
});

test.each([
  [3.991, [3.76, 4.234], "x3.99 (3.76 to 4.23)"],
  [0.799, [0.71, 0.9], "x0.80 (0.71 to 0.90)"],
  [12.34, [1, 150.4], "x12.3 (1.00 to 150)"],
  [0.0123, null, "x0.012"],
  [1, [0.5, Number.POSITIVE_INFINITY], "x1.00 (0.50 to infinity)"],
] as const)("writes the ratio %d", (value, interval95, text) => {
  expect(ratioWithInterval({ ratio: value, interval95 })).toBe(text);
});

test.each([
  [0, "$0"],
  [1234.5, "$1,235"],
  [3.456, "$3.46"],
  [0.0587, "$0.0587"],
  [0.5, "$0.50"],
  [0.00019, "$0.00019"],
  [1e-9, "< $0.000001"],
])("writes %d dollars as %s", (value, text) => {
  expect(usd(value)).toBe(text);
});

test("counts, shares and times read well", () => {
  expect(count(48096)).toBe("48,096");
  expect([countText(1, "pair"), countText(2, "pair"), countText(null, "pair")]).toEqual([
    "1 pair",
    "2 pairs",
    "unknown pairs",
  ]);
  expect([percent(0), percent(0.281), percent(0.0123), percent(0.0004), percent(1)]).toEqual([
    "0 %",
    "28 %",
    "1.2 %",
    "under 0.1 %",
    "100 %",
  ]);
  expect([duration(12), duration(88_400), duration(5_040_000), duration(9_000_000)]).toEqual([
    "12 ms",
    "88.4 s",
    "84 min",
    "2 h 30 min",
  ]);
  expect([dateTime("2026-03-02T09:41:59Z"), dateTime("soon")]).toEqual(["2026-03-02 09:41 UTC", "soon"]);
});

test.each([
  [decimals(1.5, 2), "1.50"],
  [decimals(null, 2), "unknown"],
  [decimals(Number.NaN, 0), "unknown"],
  [roundTo(2.5000001, 6), 2.5],
  [roundTo(7.04, 1), 7],
  [roundToDigits(1234.6, 3), 1230],
  [roundToDigits(0.1 + 0.2, 6), 0.3],
  [secondsText(1540), "1.5 s"],
])("a measured number is written as %j", (written, expected) => {
  expect(written).toBe(expected);
});
