/** The nine checks and what each can say. */

import { expect, test } from "vitest";
import { classified, stated, talk } from "../../../../testing/layered-talk.ts";
import { type CheckInput, nineChecks } from "./nine-checks.ts";
import { CHECKS, type CheckName, criticalFailures } from "./verification.ts";

const item = (n: number, reliability: "HIGH" | "LOW" = "HIGH") => ({
  id: `evidence-${n}`,
  task: "task-1",
  source: "execution",
  text: "x",
  reliability,
  isError: false,
  iteration: 1,
});
const input: CheckInput = {
  draft: "An answer.",
  criteria: ["Respond helpfully to the request."],
  assumptions: [],
  local: [item(1), item(2)],
  global: [item(1), item(2)],
  contract: [],
  graveContradictions: null,
};

function outcomeOf(check: CheckName, change: Partial<CheckInput> = {}) {
  return nineChecks({ ...input, ...change }).find((result) => result.check === check)?.outcome;
}

test("in a chat turn two of nine checks give a result, the rest are SKIPPED (A-004, A-099)", () => {
  const results = nineChecks(input);
  expect(results.map(({ check }) => check)).toEqual(CHECKS);
  expect(
    results.filter(({ outcome }) => outcome !== "SKIPPED").map(({ check, outcome }) => [check, outcome]),
  ).toEqual([
    ["evidence_sufficiency", "PASS"],
    ["output_contract_partial", "PASS"],
  ]);
});

test.each(["syntax", "unit", "integration", "goal_correctness"] as const)(
  "%s cannot run and never counts as a pass (A-088, A-090, A-091, A-092, A-096)",
  (check) => {
    expect(outcomeOf(check)).toBe("SKIPPED");
    expect(outcomeOf(check, { draft: "", graveContradictions: 3 })).toBe("SKIPPED");
  },
);

test("consistency counts grave contradictions where its checker exists (A-093)", () => {
  expect(outcomeOf("consistency")).toBe("SKIPPED");
  expect(outcomeOf("consistency", { graveContradictions: 0 })).toBe("PASS");
  expect(outcomeOf("consistency", { graveContradictions: 1 })).toBe("FAIL");
});

test("requirements and assumptions fail on an empty draft alone (A-094, A-095)", () => {
  expect(outcomeOf("requirements", { draft: " " })).toBe("FAIL");
  expect(outcomeOf("requirements", { draft: "", criteria: [] })).toBe("SKIPPED");
  expect(outcomeOf("assumptions", { draft: "", assumptions: ["a"] })).toBe("FAIL");
  expect(outcomeOf("assumptions", { draft: "" })).toBe("SKIPPED");
});

test("evidence suffices with two local or five solid global observations (A-097)", () => {
  const few = { local: [item(1)] };
  const of = (solid: number, weak: number) => ({
    ...few,
    global: [
      ...Array.from({ length: solid }, (_, n) => item(n)),
      ...Array.from({ length: weak }, (_, n) => item(n, "LOW")),
    ],
  });
  expect(outcomeOf("evidence_sufficiency", { local: [item(1), item(2, "LOW")] })).toBe("PASS");
  expect(outcomeOf("evidence_sufficiency", of(4, 3))).toBe("FAIL");
  expect(outcomeOf("evidence_sufficiency", of(5, 0))).toBe("PASS");
});

test("the contract looks at the fields of a structured draft, plain text passes (A-098)", () => {
  const contract = ["host", "port"];
  expect(outcomeOf("output_contract_partial", { contract })).toBe("PASS");
  expect(outcomeOf("output_contract_partial", { contract, draft: '{"host": "a", "port": 1}' })).toBe("PASS");
  expect(outcomeOf("output_contract_partial", { contract, draft: '{"host": "a"}' })).toBe("FAIL");
});

test("any FAIL is critical, nothing else is (A-089)", () => {
  expect(criticalFailures(nineChecks(input))).toEqual([]);
  expect(criticalFailures(nineChecks({ ...input, draft: "" })).map(({ check }) => check)).toEqual([
    "requirements",
  ]);
});

const HOT = "Kiln 2 goes up to 1100 degrees.";
const HOTTER = "The mugs are fired at 1240 degrees in kiln 2.";

test.each([
  ["off by default, the check is skipped", undefined, "HIGH", "SKIPPED", "ok"],
  ["on, a grave conflict fails every draft", true, "HIGH", "FAIL", "could-not-complete"],
  ["on, a conflict of less weight fails none", true, "MEDIUM", "PASS", "ok"],
] as const)("%s (A-041, A-093)", async (_name, consistency, severity, outcome, status) => {
  const one = talk({
    flags: { AUDIT_SEMANTIC_CONTRADICTION_SEVERITY: true, AUDIT_REVIEWER_PASS: false },
    ...(consistency === undefined ? {} : { settings: { verification: { consistency } } }),
    model: {
      "classify-turn": classified({ statedFacts: [stated(HOT), stated(HOTTER)] }),
      "contradiction-check": { json: { conflicts: [{ a: HOT, b: HOTTER, why: "too hot", severity }] } },
    },
  });
  expect((await one.say("Write the label.")).status).toBe(status);
  const [checked] = one.events("layer-end").filter(({ layer }) => layer === "verification");
  expect(Object.values(checked?.summary ?? {})).toEqual([expect.objectContaining({ consistency: outcome })]);
});
