/** The gate's whole outcome: nothing unknown passes, only too little evidence is let through as neutral. */

import { expect, test } from "vitest";
import type { GatePolicy } from "../core/gate.ts";
import { outcome, type PairShape, pairsOf } from "../testing/paired-units.ts";
import { type GateOptions, gateDecision } from "./gate-decision.ts";
import { type GateEvidence, gateOmissions, joinGate } from "./gate-outcome.ts";

const options: GateOptions = { margin: 0.1, alpha: 0.05, deterministic: false };
const policy: GatePolicy = {
  margin: 0.1,
  alpha: 0.05,
  looks: 1,
  rule: "statistical",
  onInconclusive: "warn",
  failOn: null,
  release: false,
};
const gate = (shape: PairShape, changes: Partial<GateOptions> = {}) =>
  gateDecision(pairsOf(shape), { ...options, ...changes });

function join(shape: PairShape, changes: Partial<GateEvidence> = {}, stricter: Partial<GatePolicy> = {}) {
  return joinGate({
    decision: gate(shape),
    confirm: null,
    guardrails: [],
    safety: [],
    notRun: null,
    broken: [],
    policy: { ...policy, ...stricter },
    ...changes,
  });
}

const bad: PairShape = { worse: 6, both: 4 };

test("a regression blocks when its rerun shows it too, and only then; without a rerun it is an alarm that blocks", () => {
  expect(join(bad, { confirm: gate(bad) })).toMatchObject({ outcome: "regression", exitCode: 1 });
  expect(join(bad, { confirm: gate({ both: 30 }) })).toMatchObject({
    outcome: "inconclusive",
    neutral: true,
    exitCode: 0,
    reasons: [expect.stringContaining("does not show it")],
  });
  const alarm = join(bad);
  expect(alarm).toMatchObject({ outcome: "regression", exitCode: 1 });
  expect(alarm.reasons.join()).toContain("no rerun on fresh seeds confirms it");
});

test("too few pairs are neutral on a pull request, 3 on a release or where the user says so", () => {
  expect(join({ both: 9 })).toMatchObject({ outcome: "inconclusive", neutral: true, exitCode: 0 });
  expect(join({ both: 9 }, {}, { release: true })).toMatchObject({ neutral: false, exitCode: 3 });
  expect(join({ both: 9 }, {}, { onInconclusive: "fail" }).exitCode).toBe(3);
});

test("what tested nothing is never let through: flag not fired, empty, all errors, one survivor", () => {
  const idle = gate({ both: 40, treatment: () => ({ fired: false }) }, { expectsFiring: true });
  expect(join({}, { decision: idle })).toMatchObject({
    outcome: "inconclusive",
    neutral: false,
    exitCode: 3,
  });
  const lost = (survivors: number) =>
    gateDecision(
      pairsOf({ both: 40 }).map((unit, place) =>
        place < survivors ? unit : { ...unit, control: outcome("error"), treatment: outcome("error") },
      ),
      options,
    );
  for (const decision of [gate({}), lost(0), lost(1)])
    expect(join({}, { decision })).toMatchObject({ outcome: "broken", exitCode: 4 });
});

test("a live part that was not run keeps a pass from being one", () => {
  const notRun = { blocks: 4, reason: "no key" };
  expect(join({ both: 40 }, { notRun })).toMatchObject({
    outcome: "inconclusive",
    exitCode: 0,
    reasons: ["4 blocks not run: no key"],
  });
  expect(join({ both: 40 }, { notRun }, { release: true }).exitCode).toBe(3);
});

test("guardrails and new safety failures block; known ones do not; an unknown guardrail is no pass", () => {
  const bar = (result: "pass" | "regression" | "unknown") => ({
    guardrails: [{ name: "calls at most x1.2", outcome: result, reason: "calls x2.00" }],
  });
  expect(join({ both: 40 }, bar("pass"))).toMatchObject({ outcome: "pass", exitCode: 0 });
  expect(join({ both: 40 }, bar("regression")).outcome).toBe("regression");
  expect(join({ both: 40 }, bar("unknown")).outcome).toBe("inconclusive");
  const unsafe = (known: boolean) => ({
    safety: [{ scenario: "s", seed: "1", check: "outcome-2", detail: "rm ran", known }],
  });
  expect(join({ both: 40 }, unsafe(false))).toMatchObject({ outcome: "regression", exitCode: 1 });
  expect(join({ both: 40 }, unsafe(true)).outcome).toBe("pass");
});

test("a judge that labels have not qualified neither passes nor blocks", () => {
  for (const shape of [bad, { both: 40 }])
    expect(join(shape, { unqualifiedJudge: true })).toMatchObject({ outcome: "inconclusive" });
});

test("an endpoint that died is broken, whatever was seen until then, which is told all the same", () => {
  expect(join({ both: 40 }, { broken: ["dead endpoint"] })).toMatchObject({ outcome: "broken", exitCode: 4 });
  const seen = join(bad, { broken: ["dead endpoint"] });
  expect(seen).toMatchObject({ outcome: "broken", exitCode: 4 });
  expect(seen.reasons).toContain("dead endpoint");
  expect(seen.reasons.length).toBeGreaterThan(1);
});

test("plain rules decide without statistics and break on any lost pair", () => {
  const one = { worse: 1, better: 1, both: 3, neither: 1 };
  expect(gate(one, { failOn: "drop" }).outcome).toBe("pass");
  expect(gate(one, { failOn: "loss" }).outcome).toBe("regression");
  expect(gate({ both: 3, neither: 1 }, { failOn: "loss" }).outcome).toBe("pass");
  expect(gate({ both: 3, neither: 1 }, { failOn: "failure" }).outcome).toBe("regression");
  expect(gate({ worse: 2, better: 1 }, { failOn: "drop" }).outcome).toBe("regression");
  const units = pairsOf({ both: 30 }).map((unit, place) =>
    place === 0 ? { ...unit, treatment: outcome("error") } : unit,
  );
  expect(gateDecision(units, { ...options, failOn: "drop" }).outcome).toBe("broken");
});

test("a regression that hangs on one scenario or seed names it", () => {
  const one = pairsOf({ worse: 5 }).map((unit) => ({ ...unit, scenario: "fragile" }));
  const rest = pairsOf({ both: 12, scenarios: 3 });
  expect(gateOmissions([...one, ...rest], options)).toEqual(
    expect.arrayContaining([{ kind: "scenario", omitted: "fragile", outcome: "inconclusive" }]),
  );
  expect(gateOmissions(pairsOf({ both: 40, scenarios: 4 }), options)).toEqual([]);
});
