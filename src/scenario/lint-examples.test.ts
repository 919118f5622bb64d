/** Tests of linting examples: those that come out wrong, those that are missing, and checks that nothing fails. */

import { expect, test } from "vitest";
import type { ScenarioInput } from "../core/scenario.ts";
import { sampleScenario } from "../testing/sample-scenario.ts";
import { type JudgedExample, lintExamples } from "./lint-examples.ts";

const ENOUGH: Partial<ScenarioInput> = {
  passes: ["a", "b", "c"],
  fails: ["d", "e", "f"],
  payloads: { right: ["g", "h", "i"], wrong: ["j", "k"] },
};

const judged = (more: Partial<JudgedExample>): JudgedExample => ({
  list: "passes",
  index: 0,
  accepted: true,
  failed: [],
  detail: null,
  signatureSeen: null,
  ...more,
});
const failing = judged({
  list: "fails",
  accepted: false,
  failed: [0],
  detail: "no 3000",
  signatureSeen: true,
});

function lint(
  examples: readonly JudgedExample[],
  input: Partial<ScenarioInput> = {},
  builtIn = true,
): readonly string[] {
  const loaded = sampleScenario({ ...ENOUGH, ...input });
  return lintExamples(loaded, examples, builtIn).map(
    ({ severity, rule, message }) => `${severity} ${rule}: ${message}`,
  );
}

test("examples that come out as they have to give no finding", () => {
  expect(lint([judged({}), failing])).toEqual([]);
});

test.each<[JudgedExample, string]>([
  [judged({ accepted: false, detail: "no 3000" }), "passes[0] has to pass and fails: no 3000"],
  [judged({ signatureSeen: true }), "passes[0] passes and shows the declared failure (signature)"],
  [
    judged({ list: "fails", accepted: true, signatureSeen: true }),
    "fails[0] has to fail and every outcome check accepts it",
  ],
  [
    judged({ accepted: null }),
    "passes[0] says nothing that an outcome check looks at, so it holds them to nothing",
  ],
])("%j is an error", (example, message) => {
  expect(lint([example, failing])).toEqual([`error wrong-example: ${message}`]);
});

test("a check that no failing example fails, and a signature that none shows, are warnings", () => {
  const two = { expect: [{ reply: { states: ["a"] } }, { reply: { omits: ["b"] } }] };
  expect(lint([failing], two)).toEqual([
    "warning unproven-check: no example in `fails` fails expect[1], so nothing shows that it can fail",
  ]);
  expect(lint([{ ...failing, signatureSeen: false }])).toEqual([
    "warning unseen-signature: no example in `fails` shows the declared failure (signature)",
  ]);
});

test("a missing example is an error in built-in scenarios and a warning in others", () => {
  const none = { passes: [], fails: [], payloads: undefined };
  expect(lint([], none).map((line) => line.split(":")[0])).toEqual(
    Array.from({ length: 4 }, () => "error missing-example"),
  );
  expect(lint([], none, false)[3]).toBe(
    "warning missing-example: payloads.wrong has 0 of at least 2 examples",
  );
});

test("payloads are asked for only where a flag works through a request", () => {
  const control: Partial<ScenarioInput> = { payloads: undefined, role: "control" };
  expect(lint([failing], control)).toEqual([]);
  const retry: Partial<ScenarioInput> = { payloads: undefined, targets: ["AUDIT_RETRY_SYSTEM_ERRORS"] };
  expect(lint([failing], retry)).toEqual([]);
  expect(lint([failing], { payloads: undefined })).toHaveLength(2);
});
