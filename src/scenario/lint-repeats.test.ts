/** Tests of linting what stands twice. */

import { expect, test } from "vitest";
import type { ScenarioInput } from "../core/scenario.ts";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { lintRepeats } from "./lint-repeats.ts";

function lint(input: Partial<ScenarioInput>): readonly string[] {
  return lintRepeats(sampleScenario(input)).map(
    ({ severity, rule, message }) => `${severity} ${rule}: ${message}`,
  );
}

const A = { reply: { states: ["3000"] } };
const CALL = { call: { purpose: "judge", count: 1 } };

test.each<[Partial<ScenarioInput>, string]>([
  [
    { expect: [A, CALL, { reply: { states: ["3000"], turn: "last" } }] },
    "warning repeated-entry: expect[2] repeats expect[0]",
  ],
  [{ mechanism: [CALL, CALL] }, "warning repeated-entry: mechanism[1] repeats mechanism[0]"],
  [{ signature: { says: "x", checks: [A, A] } }, "warning repeated-entry: signature.checks[1] repeats"],
  [{ passes: ["It is 3000.", "it is  3000"] }, "warning repeated-entry: passes[1] repeats passes[0]"],
  [
    { passes: ["It is 3000.", { reply: "It is 3000!" }] },
    "warning repeated-entry: passes[1] repeats passes[0]",
  ],
  [
    { payloads: { right: ["a", "b", "A."], wrong: [] } },
    "warning repeated-entry: payloads.right[2] repeats payloads.right[0]",
  ],
  [
    { passes: ["a", "b"], fails: ["c", "B"] },
    "error contradictory-example: fails[1] is the same as passes[1]",
  ],
  [
    { passes: [{ reply: "a", file: "x" }], fails: [{ file: "x", reply: "a" }] },
    "error contradictory-example: fails[0] is the same as passes[0]",
  ],
  [
    { payloads: { right: ["a"], wrong: ["a"] } },
    "error contradictory-example: payloads.wrong[0] is the same as payloads.right[0]",
  ],
  [
    { expect: [A, CALL], mechanism: [CALL] },
    "warning outcome-is-mechanism: expect[1] is the same as mechanism[0]",
  ],
])("%j is named with both places", (input, start) => {
  expect(lint(input)).toEqual([expect.stringContaining(start)]);
});

test.each<[Partial<ScenarioInput>]>([
  [{ expect: [A, { reply: { states: ["3000"], turn: 1 } }] }],
  [{ passes: ["a", { reply: "a", status: "escalated" }], fails: ["b", { reply: "a", file: "x" }] }],
  [{ passes: [{ file: "x\n" }, { file: "x" }, { file: "X" }] }],
  [{ expect: [A], signature: { says: "x", checks: [A] } }],
])("%j holds nothing twice", (input) => {
  expect(lint(input)).toEqual([]);
});
