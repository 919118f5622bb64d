/** A quarantine list sets something aside, never everything, and a misspelt scenario is said. */

import { expect, test } from "vitest";
import { quarantineNotes, requireJudgedScenario } from "./quarantine.ts";

const LIST = {
  file: "quarantine.yaml",
  digest: "d",
  scenarios: [
    { id: "a/flaky", reason: "breaks one time in three" },
    { id: "a/mispelt", reason: "the same" },
  ],
};

test("a list that sets every selected scenario aside is wrong use, before anything is run", () => {
  expect(() => requireJudgedScenario(LIST, ["a/flaky"])).toThrow(/every selected scenario is quarantined/);
  expect(() => requireJudgedScenario(LIST, ["a/flaky", "a/fine"])).not.toThrow();
});

test("a listed scenario that the gate does not hold is named", () => {
  expect(quarantineNotes(LIST, ["a/flaky", "a/fine"])).toEqual([
    "Quarantined, but not among the scenarios of this gate: a/mispelt.",
  ]);
  expect(quarantineNotes(LIST, ["a/flaky", "a/mispelt"])).toEqual([]);
  expect(quarantineNotes(null, ["a/fine"])).toEqual([]);
});
