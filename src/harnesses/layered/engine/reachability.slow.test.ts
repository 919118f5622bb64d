/** Random conversations reach every state, outcome and range of the layers, except what is listed with its reason. */

import { expect, test } from "vitest";
import { countLayers, POSSIBLE } from "../../../testing/layered-fuzz/layer-counts.ts";
import { UNREACHED } from "../../../testing/layered-fuzz/unreached.ts";

const SEEDS = Array.from({ length: 400 }, (_, index) => index);

test("what can occur does occur in a random conversation, or says why not (A-001..A-124)", async () => {
  const { counts, health } = await countLayers(SEEDS);
  const never = Object.entries(POSSIBLE).flatMap(([group, values]) =>
    values.filter((value) => !counts.get(group)?.has(value)).map((value) => `${group}: ${value}`),
  );
  // Both ways: a row that has come true is taken out of the list.
  expect(never.sort()).toEqual(UNREACHED.map(({ group, value }) => `${group}: ${value}`).sort());
  const beyond = [...counts].flatMap(([group, values]) =>
    [...values.keys()]
      .filter((value) => !POSSIBLE[group]?.includes(value))
      .map((value) => `${group}: ${value}`),
  );
  expect(beyond).toEqual([]);
  // A dimension that never moves measures nothing.
  const still = [...health].filter(([, { min, max }]) => min === max).map(([name]) => name);
  expect(still).toEqual([]);
});
