/** The five tiers of the resolver and its boundaries. */

import { expect, test } from "vitest";
import { composePhases } from "../../engine/compose-phases.ts";
import { emptyStates } from "../../engine/empty-states.ts";
import { PHASES } from "../../engine/phase-table.ts";
import { controlStateGate } from "../../features/control-state-gate/control-state-gate.ts";
import type { Severity } from "../contradiction/contradictions.ts";
import { DIMENSIONS, type Dimension, RECOVERY_ACTION } from "../diagnostics/dimensions.ts";
import { diagnose, HEALTHY } from "../diagnostics/update-diagnostics.ts";
import { seed } from "../hypothesis/seed-hypotheses.ts";
import { resolveFrom } from "./control-now.ts";
import {
  elevation,
  hasCycle,
  REQUIRED,
  type ResolveInput,
  resolveControlState,
} from "./resolve-control-state.ts";

function resolve(values: Partial<Record<Dimension, number>> = {}, rest: Partial<ResolveInput> = {}) {
  const states = emptyStates();
  return resolveControlState({
    diagnostics: { ...HEALTHY, values: { ...HEALTHY.values, ...values } },
    contradictions: states.contradiction,
    model: states["world-model"],
    matchConfidence: null,
    review: states.reviewer,
    ...rest,
  });
}

function conflict(severity: Severity, resolved = false): Pick<ResolveInput, "contradictions"> {
  const one = {
    id: "contradiction-1",
    pair: ["belief-1", "belief-2"] as const,
    texts: ["a", "b"] as const,
    severity,
    description: "",
    detector: "semantic" as const,
    resolved,
  };
  return { contradictions: { ...emptyStates().contradiction, all: [one] } };
}

test("tier 1: an open SYSTEM_BREAKING contradiction blocks before anything else is looked at (A-065)", () => {
  expect(resolve({ belief_support: 0 }, conflict("SYSTEM_BREAKING"))).toMatchObject({
    permission: "DENY",
    mode: "RECOVERY",
    escalation: "SYSTEM_BREAKING",
    tags: ["world_model_integrity:consistency_repair"],
  });
  expect(resolve({}, conflict("SYSTEM_BREAKING", true)).permission).toBe("ALLOW");
  expect(resolve({}, conflict("HIGH")).permission).toBe("ALLOW");
});

test.each(DIMENSIONS)(
  "tier 2: %s below 0.2 blocks with its own recovery action (A-048, A-063, A-066)",
  (name) => {
    const turned = name === "failure_recurrence" || name === "oscillation_score";
    const state = resolve({ [name]: turned ? 0.81 : 0.19 });
    expect(state).toMatchObject({ permission: "DENY", mode: "RECOVERY", escalation: null });
    expect(state.tags).toEqual([`${name}:${RECOVERY_ACTION[name]}`]);
    expect(resolve({ [name]: turned ? 0.79 : 0.2 }).permission).toBe("ALLOW");
  },
);

test("the float trap: DENY fires at 8 failures of 10, so the ninth attempt is refused (A-071, REFERENCE 1.3)", () => {
  expect(1 - 0.8).toBeLessThan(0.2);
  expect(resolve({ failure_recurrence: 7 / 10 }).permission).toBe("ALLOW");
  expect(resolve({ failure_recurrence: 8 / 10 }).permission).toBe("DENY");
});

test("eight failures on record deny through the diagnostics, seven do not (A-059, A-071)", () => {
  const permissionAfter = (count: number) => {
    const states = emptyStates();
    const failure = { task: "task-1", kind: "system-error" as const, message: "", class: "x", iteration: 1 };
    const failures = Array.from({ length: count }, () => failure);
    const hypothesis = seed(states.hypothesis, { observations: [], beliefs: [], matchConfidence: null });
    const after = { ...states, hypothesis, execution: { ...states.execution, failures } };
    const diagnostics = diagnose(after, { now: new Date(0), budgetShare: 0 });
    return resolveFrom({ ...after, diagnostics }).permission;
  };
  expect([permissionAfter(7), permissionAfter(8)]).toEqual(["ALLOW", "DENY"]);
});

test("tier 2: no set of blocked dimensions forms a cycle under the published map (INV-04, REFERENCE 1.3)", () => {
  expect(hasCycle(DIMENSIONS, REQUIRED)).toBe(false);
  const everything = Object.fromEntries(
    DIMENSIONS.map((name) => [name, name === "failure_recurrence" || name === "oscillation_score" ? 1 : 0]),
  );
  expect(resolve(everything)).toMatchObject({ permission: "DENY", escalation: null });
});

test("tier 2: a cycle among what the recovery actions need asks for a human (A-066)", () => {
  const required = { belief_refresh: ["belief_support"], support_augment: ["belief_freshness"] };
  const both = { belief_freshness: 0, belief_support: 0 };
  expect(resolve(both, { required }).escalation).toBe("HUMAN_REQUIRED");
  expect(resolve({ belief_freshness: 0 }, { required }).escalation).toBeNull();
});

test("tier 3: thin coverage is CAUTIOUS, and only coverage is (A-067)", () => {
  expect(resolve({ symptom_coverage: 0.2 }).mode).toBe("CAUTIOUS");
  expect(resolve({ explanation_coverage: 0.39 }).mode).toBe("CAUTIOUS");
  expect(resolve({ symptom_coverage: 0.4 }).mode).toBe("NORMAL");
  // 0.39 alone lifts the elevation by 0.025, less than tier 4 asks for.
  expect(resolve({ belief_support: 0.39 }).mode).toBe("NORMAL");
});

test("tier 4: the elevation factor is the mean shortfall over what falls short (A-068)", () => {
  expect(elevation([1, 0.9, 0.4], null)).toBe(0);
  expect(elevation([0.3, 1, 1], null)).toBeCloseTo(0.25);
  expect(elevation([0.3, 0.2], null)).toBeCloseTo(0.375);
  expect(elevation([0.3], 0.5)).toBeCloseTo(0.25 * 0.8 + 0.5 * 0.2);
  expect(resolve({ belief_support: 0.3 }).mode).toBe("CAUTIOUS");
});

test("tier 4: a match of more than 0.25 is enough by itself (REFERENCE 1.3)", () => {
  expect(resolve({}, { matchConfidence: 0.25 }).mode).toBe("NORMAL");
  expect(resolve({}, { matchConfidence: 0.26 }).mode).toBe("CAUTIOUS");
});

test("tier 4: a pending reviewer finding raises NORMAL (A-068, A-118)", () => {
  const finding = { lens: "reviewer" as const, severity: "MEDIUM" as const, text: "x", tasks: [] };
  expect(resolve({}, { review: { pass: 1, findings: [finding] } }).mode).toBe("CAUTIOUS");
});

test("tier 5: nothing fired is NORMAL, pinned to the model it was resolved against (A-017, A-069)", () => {
  const model = { beliefs: [], generation: 7, changes: [] };
  expect(resolve({}, { model })).toMatchObject({
    permission: "ALLOW",
    mode: "NORMAL",
    escalation: null,
    pinned: 7,
    confidenceEstimate: 1,
    riskEstimate: 0,
  });
});

test("only the resolver's rows and the staleness gate may write control state (A-062, INV-06)", () => {
  const phases = composePhases(PHASES, [controlStateGate()]);
  const writers = phases.filter(({ writes }) => writes.includes("control-state"));
  expect(writers.map(({ phase }) => phase)).toEqual([
    "initial-control-state",
    "resolve-control-state",
    "pass-gates",
    "re-score-control-state",
  ]);
});
