/** Units are put in order by the names people count by, and names that run into one another stay apart. */

import { expect, test } from "vitest";
import { mulberry32 } from "../analyse/mulberry32.ts";
import { byName, inOrder } from "../core/pair-order.ts";
import { outcome } from "../testing/paired-units.ts";
import { joinArms } from "./join-arms.ts";

const row = (scenario: string, seed: string) => ({ scenario, seed, outcome: outcome("pass") });

test("the order is that of comparing every two units", () => {
  const random = mulberry32(5);
  const name = () =>
    ["a", "b2", "b10", "B2", "b02", "é", "", "10", "9", "b 2"][Math.floor(random() * 10)] ?? "";
  const seen = new Map(
    Array.from({ length: 300 }, () => [name(), name()] as const).map((pair) => [`${pair}`, pair]),
  );
  const units = joinArms(
    [...seen.values()].map(([scenario, seed]) => row(scenario, seed)),
    [],
  );
  const shuffled = [...units].reverse();
  const plainly = [...shuffled].sort((a, b) => byName(a.scenario, b.scenario) || byName(a.seed, b.seed));
  expect(inOrder(shuffled)).toEqual(plainly);
});

test.each([
  [
    ["a", "1b"],
    ["a1", "b"],
  ],
  [
    ["", "ab"],
    ["ab", ""],
  ],
  [
    ["1 a", "b"],
    ["1", " ab"],
  ],
  [
    ["a", ""],
    ["", "a"],
  ],
] as const)("%j and %j are two units", ([one, seed], [other, second]) => {
  expect(joinArms([row(one, seed), row(other, second)], [row(one, seed)])).toHaveLength(2);
});
