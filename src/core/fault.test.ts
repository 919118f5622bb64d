/** Calls that a fault's schedule covers. */

import { expect, test } from "vitest";
import { faultCovers, ModelFault } from "./fault.ts";

test.each([
  [2, [2]],
  [
    [1, 3],
    [1, 3],
  ],
  ["all", [1, 2, 3, 4]],
  [{ from: 3 }, [3, 4]],
] as const)("a fault at call %j covers %j of four calls (ARCHITECTURE 8)", (call, covered) => {
  const fault = ModelFault.parse({ on: "model", purpose: "propose", call, status: 503 });
  expect([1, 2, 3, 4].filter((n) => faultCovers(fault.call, n))).toEqual(covered);
});

test.each([0, [], { from: 0 }, { to: 3 }, "some"])("%j is no schedule", (call) => {
  expect(ModelFault.safeParse({ on: "model", purpose: "propose", call }).success).toBe(false);
});
