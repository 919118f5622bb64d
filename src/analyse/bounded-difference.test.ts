/** The mean of bounded differences: the interval holds the printed mean and nothing that cannot be. */
import { expect, test } from "vitest";
import { boundedDifference } from "./bounded-difference.ts";
import { mulberry32 } from "./mulberry32.ts";

const of = (...scenarios: readonly (readonly number[])[]) =>
  boundedDifference(
    scenarios.flatMap((values, place) => values.map((difference) => ({ scenario: `s${place}`, difference }))),
  );

test("over scenarios of unequal size the mean is that of the scenarios, as its interval is", () => {
  const found = of(new Array(20).fill(1), [0], [0.1], [0], [0.1]);
  expect(found.method).toBe("t-over-scenarios");
  expect(found.mean).toBeCloseTo(0.24, 12);
});

test("whatever the differences, the interval holds the mean, stays possible and is mirrored with the arms", () => {
  const random = mulberry32(11);
  for (let round = 0; round < 200; round++) {
    const scenarios = Array.from({ length: 1 + (round % 8) }, () =>
      Array.from({ length: 1 + Math.floor(random() * 4) }, () => Math.round(random() * 8 - 4) / 4),
    );
    const { mean, interval95, signFlipP } = of(...scenarios);
    const mirror = of(...scenarios.map((values) => values.map((value) => -value)));
    const [low, high] = interval95 ?? [2, -2];
    expect(low).toBeGreaterThanOrEqual(-1);
    expect(high).toBeLessThanOrEqual(1);
    expect(low).toBeLessThanOrEqual((mean ?? -2) + 1e-9);
    expect(high).toBeGreaterThanOrEqual((mean ?? 2) - 1e-9);
    expect(mirror.mean).toBeCloseTo(-(mean ?? 0), 9);
    expect(mirror.interval95?.[0]).toBeCloseTo(-high, 6);
    expect(mirror.signFlipP).toBe(signFlipP);
  }
});
