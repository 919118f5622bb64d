/** Newcombe's interval for arms that nothing ties together, against the figures he printed. */
import { expect, test } from "vitest";
import { newcombeIndependent } from "./intervals.ts";

// Newcombe, Stat Med 17:873 (1998), table II, method 10.
test.each([
  [
    [56, 70],
    [48, 80],
    [0.0524, 0.3339],
  ],
  [
    [9, 10],
    [3, 10],
    [0.1705, 0.809],
  ],
  [
    [6, 7],
    [2, 7],
    [0.0582, 0.8062],
  ],
  [
    [5, 56],
    [0, 29],
    [-0.0381, 0.1926],
  ],
  [
    [0, 10],
    [0, 20],
    [-0.1611, 0.2775],
  ],
  [
    [0, 10],
    [0, 10],
    [-0.2775, 0.2775],
  ],
  [
    [10, 10],
    [0, 20],
    [0.6791, 1],
  ],
  [
    [10, 10],
    [0, 10],
    [0.6075, 1],
  ],
] as const)("%j against %j", ([a, m], [b, n], [low, high]) => {
  const found = newcombeIndependent({ passes: a, of: m }, { passes: b, of: n }, 0.95);
  expect(found[0]).toBeCloseTo(low, 4);
  expect(found[1]).toBeCloseTo(high, 4);
  const mirrored = newcombeIndependent({ passes: b, of: n }, { passes: a, of: m }, 0.95);
  expect(mirrored[0]).toBeCloseTo(-high, 4);
  expect(mirrored[1]).toBeCloseTo(-low, 4);
});

test("an arm without trials bounds nothing", () => {
  expect(newcombeIndependent({ passes: 0, of: 0 }, { passes: 3, of: 4 }, 0.95)).toEqual([-1, 1]);
});
