/** A selection of scenarios names one harness, or the command names the two that differ (house-1 4). */

import { expect, test } from "vitest";
import { scenarioOf } from "../testing/scenario-builder.ts";
import { oneHarness } from "./scenario-harness.ts";

const on = (harness: "layered" | "thin", id: string) => {
  const loaded = scenarioOf({ id });
  return { ...loaded, scenario: { ...loaded.scenario, harness } };
};

test("scenarios of one harness name it, whichever it is", () => {
  expect(oneHarness([on("thin", "a/one"), on("thin", "a/two")])).toBe("thin");
  expect(oneHarness([on("layered", "a/one")])).toBe("layered");
});

test("a mixed selection is refused with both scenarios, in any order", () => {
  const mixed = [on("layered", "a/one"), on("thin", "a/two")];
  for (const some of [mixed, mixed.toReversed()])
    expect(() => oneHarness(some)).toThrow(/scenario a\/(one|two) runs on the .* scenario a\/(two|one) on/);
});

test("an empty selection is refused", () => {
  expect(() => oneHarness([])).toThrow("no scenario was selected");
});
