/** One comparison in its campaign: what decides, what is shown, and what it would have needed. */
import { expect, test } from "vitest";
import { adjustIn } from "./family.ts";
import { holm, smallestP, tarone } from "./multiplicity.ts";

const oneWay = (pairs: number) => ({ p: smallestP(pairs), smallestP: smallestP(pairs) });

test("a comparison that could not be significant shows Holm over all and never the screen's 1 (statistics-1 row 9)", () => {
  // 6 to 0 twice beside 3 to 0: K = 2 leaves nobody, Holm over all gives .031 x 3.
  const six = adjustIn(oneWay(6), [oneWay(6), oneWay(3)], 0.05);
  expect(six).toEqual({ decides: 1, shown: 3 / 32, needed: 7 });
  expect(adjustIn(oneWay(7), [oneWay(6), oneWay(3)], 0.05)).toMatchObject({ decides: 1 / 64, needed: null });
});

test("alone nothing is adjusted", () => {
  expect(adjustIn(oneWay(6), [], 0.05)).toEqual({ decides: 1 / 32, shown: 1 / 32, needed: null });
});

test("for every family of three the p that decides is that of Tarone's screen and Holm over the rest", () => {
  for (const first of [0, 3, 6, 7, 9, 14])
    for (const second of [0, 5, 6, 8, 12])
      for (const third of [1, 6, 10]) {
        const tests = [oneWay(first), oneWay(second), oneWay(third)];
        const { testable } = tarone(
          tests.map((one) => one.smallestP),
          0.05,
        );
        const adjusted = holm(testable.map((place) => tests[place]?.p ?? 1));
        tests.forEach((own, place) => {
          const found = adjustIn(
            own,
            tests.filter((_, other) => other !== place),
            0.05,
          );
          const rank = testable.indexOf(place);
          expect(found.decides).toBe(rank < 0 ? 1 : adjusted[rank]);
          expect(found.needed === null).toBe(rank >= 0);
          if (found.needed !== null) expect(found.needed).toBeGreaterThan([first, second, third][place] ?? 0);
        });
      }
});
