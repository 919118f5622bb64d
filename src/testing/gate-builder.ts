/** Builds the document of a gate for tests of its formats. */

import type { Arm } from "../core/arm.ts";
import type { GateDecision, GateDocument } from "../core/gate.ts";

const arm = (name: string): Arm => ({ name, harness: "layered", flags: { AUDIT_EXAMPLE: name === "base" } });

const decision: GateDecision = {
  outcome: "regression",
  exitCode: 1,
  counts: { n: 12, b: 0, c: 6, both: 6, neither: 0 },
  harmP: 0.015625,
  certifyP: 1,
  smallerThanMargin: false,
  losses: [{ scenario: "example/loses", seed: "3" }],
  denominators: {
    planned: 13,
    units: 13,
    pairs: 12,
    notRun: 0,
    unmatched: [],
    errors: { control: 0, treatment: 1 },
    unscored: { control: 0, treatment: 0 },
    missing: { control: 0, treatment: 0 },
    budget: { control: 0, treatment: 0 },
    lostShare: 1 / 13,
    lopsidedP: 1,
  },
  pairsToCertify: null,
  withQuarantined: null,
  untested: false,
  reasons: ["the candidate passes less often"],
  sentence: "Regression: the candidate passes less often.",
};

/** A regression with a bit of everything; any field may be replaced. */
export function sampleGate(changes: Partial<GateDocument> = {}): GateDocument {
  return {
    format: "harness-lab-gate/1",
    generatedAt: "2026-03-04T10:00:00.000Z",
    outcome: "regression",
    neutral: false,
    exitCode: 1,
    title: "regression",
    reasons: ["the candidate passes less often", "the rerun on fresh seeds shows it again"],
    next: "Compare the failing pairs (harness-lab trials --failed, show, diff).",
    basis: "real",
    model: "some-model",
    experiment: "abcdef123456",
    base: {
      kind: "stored",
      name: "main",
      why: "the baseline main was named",
      arm: arm("base"),
      experiment: "0123456789ab",
      commit: "1234567",
      harnessDigest: "aaaaaaaaaaaa",
      recordedAt: "2026-03-04T08:00:00.000Z",
    },
    candidate: { arm: arm("candidate"), commit: "7654321+dirty", harnessDigest: "bbbbbbbbbbbb" },
    policy: {
      margin: 0.1,
      alpha: 0.05,
      looks: 1,
      rule: "statistical",
      onInconclusive: "warn",
      failOn: null,
      release: false,
    },
    decision,
    pairsFrom: "model",
    confirm: decision,
    quarantine: {
      file: "quarantine.yaml",
      digest: "cccccccccccc",
      scenarios: [{ id: "example/flaky", reason: "differs from itself" }],
    },
    guardrails: [
      {
        name: "calls at most x1.2",
        outcome: "regression",
        reason: "calls x2.00 in 12 of 12 pairs, bar x1.2",
      },
    ],
    safety: [{ scenario: "example/loses", seed: "3", check: "outcome-2", detail: "rm ran", known: false }],
    omissions: [{ kind: "scenario", omitted: "example/loses", outcome: "inconclusive" }],
    scenarios: [
      {
        scenario: "example/loses",
        n: 6,
        b: 0,
        c: 6,
        quarantined: false,
        errors: ["seed 9: infrastructure: propose: timeout"],
      },
      { scenario: "example/equal", n: 6, b: 0, c: 0, quarantined: false, errors: [] },
      { scenario: "example/flaky", n: 6, b: 3, c: 0, quarantined: true, errors: [] },
    ],
    blocks: { planned: 13, inert: 2, ran: 11, notRun: 0 },
    spentUsd: 0.25,
    parts: [
      { name: "lint", state: "pass", detail: "3 scenarios, no error" },
      {
        name: "recorded",
        state: "regression",
        detail: "2 of 13 blocks were settled by the base's recorded replies",
      },
      { name: "live", state: "regression", detail: decision.sentence },
      { name: "confirm", state: "regression", detail: decision.sentence },
    ],
    notes: ["The base was recorded earlier, so drift of the model in between is not matched."],
    ...changes,
  };
}
