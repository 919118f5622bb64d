/** Builds paired outcomes and plans for tests of the analysis. */
import { compare } from "../analyse/compare.ts";
import type { Calibration } from "../core/calibration.ts";
import type { Comparison } from "../core/comparison.ts";
import {
  type CampaignTests,
  type ComparisonFacts,
  type FamilyTest,
  NO_FACTS,
} from "../core/comparison-facts.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import { type ArmOutcome, MISSING_OUTCOME, type PairedUnit } from "../core/pairs.ts";

/** A plan of 10 pairs without calibration, as a user would get it by default; any field may be replaced. */
export function planOf(changes: Partial<ComparisonPlan> = {}): ComparisonPlan {
  return {
    id: "comparison",
    flag: "AUDIT_EXAMPLE",
    control: "AUDIT_EXAMPLE=0",
    treatment: "AUDIT_EXAMPLE=1",
    purpose: "benefit",
    design: "fixed",
    alpha: 0.05,
    deltaMin: 0.1,
    family: 1,
    simulated: false,
    pairing: "seed",
    flagMakesCalls: false,
    planned: 0,
    orderKnown: true,
    ...changes,
  };
}

/** A plan and the facts beside it in one list of changes, so that a case names only what it is about. */
export type Circumstances = Partial<ComparisonPlan & ComparisonFacts>;

/** Compares units under the default plan with some circumstances changed. */
export function comparisonOf(units: readonly PairedUnit[], changes: Circumstances = {}): Comparison {
  const facts = Object.fromEntries(
    Object.entries(changes).filter(([name]) => name in NO_FACTS),
  ) as Partial<ComparisonFacts>;
  const plan = Object.fromEntries(
    Object.entries(changes).filter(([name]) => !(name in NO_FACTS)),
  ) as Partial<ComparisonPlan>;
  return compare(units, planOf(plan), facts);
}

/** Another comparison of the campaign, about success, with a test of its own. */
export function beside(outcome: FamilyTest): CampaignTests {
  return { comparison: "other", outcome, asks: "success", saving: null, general: 1, conflict: 1 };
}

/** A clean calibration of 20 pairs; any field may be replaced. */
export function calibrated(changes: Partial<Calibration> = {}): Calibration {
  return {
    pairs: 20,
    b: 1,
    c: 1,
    controlReproduces: null,
    fewestPairs: changes.pairs ?? 20,
    biasP: 1,
    latency99: null,
    gateFalseAlarm: null,
    flaky: [],
    source: null,
    ...changes,
  };
}

/** One arm's outcome with nothing else known. */
export function outcome(result: ArmOutcome["outcome"], changes: Partial<ArmOutcome> = {}): ArmOutcome {
  return { ...MISSING_OUTCOME, outcome: result, ...changes };
}

/** Shape of a run of pairs. */
export interface PairShape {
  readonly better?: number;
  readonly worse?: number;
  readonly both?: number;
  readonly neither?: number;
  /** Scenarios over which the pairs are dealt in turn. */
  readonly scenarios?: number;
  /** Known facts of every trial, by arm. */
  readonly control?: (place: number) => Partial<ArmOutcome>;
  readonly treatment?: (place: number) => Partial<ArmOutcome>;
  readonly unit?: (place: number) => Partial<PairedUnit>;
}

/** Builds pairs with the given counts; the flag fires in every treatment and arms take turns to go first. */
export function pairsOf(shape: PairShape): readonly PairedUnit[] {
  const { better = 0, worse = 0, both = 0, neither = 0, scenarios = 1 } = shape;
  const results = [
    ...new Array<readonly ["pass" | "fail", "pass" | "fail"]>(better).fill(["fail", "pass"]),
    ...new Array<readonly ["pass" | "fail", "pass" | "fail"]>(worse).fill(["pass", "fail"]),
    ...new Array<readonly ["pass" | "fail", "pass" | "fail"]>(both).fill(["pass", "pass"]),
    ...new Array<readonly ["pass" | "fail", "pass" | "fail"]>(neither).fill(["fail", "fail"]),
  ];
  return results.map(([control, treatment], place) => ({
    scenario: `scenario-${(place % scenarios) + 1}`,
    seed: String(Math.floor(place / scenarios) + 1),
    control: outcome(control, {
      fired: false,
      position: place % 2,
      transcript: `c${place}`,
      ...shape.control?.(place),
    }),
    treatment: outcome(treatment, {
      fired: true,
      position: 1 - (place % 2),
      transcript: `t${place}`,
      ...shape.treatment?.(place),
    }),
    diverged: true,
    prefixIdentical: null,
    ...shape.unit?.(place),
  }));
}

/** Swaps the arms of every pair. */
export function swapped(units: readonly PairedUnit[]): readonly PairedUnit[] {
  return units.map((unit) => ({ ...unit, control: unit.treatment, treatment: unit.control }));
}
