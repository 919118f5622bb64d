/** Counts pairs: which are valid, how they came out, and which were lost to what. */
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type {
  ArmOutcome,
  ByArm,
  Denominators,
  Outcome,
  PairCounts,
  PairedUnit,
  Tally,
} from "../core/pairs.ts";
import { stratifiedFisher } from "./uncoupled.ts";

/** True where an outcome is a verdict: pass or fail. */
export function isScored(outcome: Outcome): boolean {
  return outcome === "pass" || outcome === "fail";
}

/** Keeps the pairs in which both arms passed or failed. */
export function validPairs(units: readonly PairedUnit[]): readonly PairedUnit[] {
  return units.filter((unit) => isScored(unit.control.outcome) && isScored(unit.treatment.outcome));
}

/** Keeps the pairs that the budget did not end: they alone can be lost. */
export function pairsWithinBudget(units: readonly PairedUnit[]): readonly PairedUnit[] {
  return units.filter((unit) => unit.control.outcome !== "budget" && unit.treatment.outcome !== "budget");
}

/** Keeps the pairs in which both arms ran to their end, scored or not. */
export function finishedPairs(units: readonly PairedUnit[]): readonly PairedUnit[] {
  const ended = ({ outcome }: ArmOutcome) => isScored(outcome) || outcome === "unscored";
  return units.filter((unit) => ended(unit.control) && ended(unit.treatment));
}

/** The paired difference of a valid pair: 1 won, -1 lost, 0 equal. */
export function differenceOf(unit: PairedUnit): 1 | 0 | -1 {
  if (unit.control.outcome === unit.treatment.outcome) return 0;
  return unit.treatment.outcome === "pass" ? 1 : -1;
}

/** True where the simulated model succeeded by itself in either arm, as its scenario declares that it may. */
export function isSpontaneous({ control, treatment }: PairedUnit): boolean {
  return control.spontaneous === true || treatment.spontaneous === true;
}

/** Counts how valid pairs came out. */
export function countPairs(valid: readonly PairedUnit[]): PairCounts {
  const differences = valid.map(differenceOf);
  const b = differences.filter((d) => d === 1).length;
  const c = differences.filter((d) => d === -1).length;
  const both = valid.filter(
    (unit) => unit.control.outcome === "pass" && unit.treatment.outcome === "pass",
  ).length;
  return { n: valid.length, b, c, both, neither: valid.length - b - c - both };
}

/** Groups units by a name, in first-seen order. */
export function groupBy(
  units: readonly PairedUnit[],
  name: (unit: PairedUnit) => string,
): ReadonlyMap<string, readonly PairedUnit[]> {
  const groups = new Map<string, PairedUnit[]>();
  for (const unit of units) {
    const group = groups.get(name(unit));
    if (group === undefined) groups.set(name(unit), [unit]);
    else group.push(unit);
  }
  return groups;
}

/** Counts a fact that may be unknown. */
export function tally(facts: readonly (boolean | null)[]): Tally {
  return {
    yes: facts.filter((fact) => fact === true).length,
    no: facts.filter((fact) => fact === false).length,
    unknown: facts.filter((fact) => fact === null).length,
  };
}

/** Computes something for each arm. */
export function byArm<T>(f: (arm: "control" | "treatment") => T): ByArm<T> {
  return { control: f("control"), treatment: f("treatment") };
}

/** Fisher's p for "one arm lost far more than the other". */
export function lopsidedP(lost: ByArm<number>, of: number): number {
  return fisher(lost, { control: of, treatment: of });
}

function fisher(lost: ByArm<number>, of: ByArm<number>): number {
  return stratifiedFisher([
    [lost.treatment, of.treatment - lost.treatment, lost.control, of.control - lost.control],
  ]).twoSided;
}

/** True where a unit has no trial of this arm by design: arms that nothing ties together may have unequal numbers. */
export function isUndue({ alone }: PairedUnit, arm: "control" | "treatment"): boolean {
  return alone !== undefined && alone !== arm;
}

/** Accounts for every planned pair: valid, lost and to what, set aside by the budget, or never run. */
export function denominatorsOf(
  all: readonly PairedUnit[],
  plan: Pick<ComparisonPlan, "planned" | "design" | "pairing">,
): Denominators {
  const units = pairsWithinBudget(all);
  const count = (outcome: Outcome) =>
    byArm((arm) => all.filter((unit) => unit[arm].outcome === outcome && !isUndue(unit, arm)).length);
  const pairs = validPairs(units).length;
  const notRun = plan.planned === null ? null : Math.max(0, plan.planned - all.length);
  // A sequential design stops early by right; a fixed one that stops early has looked before its time.
  const absent = plan.design === "fixed" ? (notRun ?? 0) : 0;
  const due = byArm((arm) => units.filter((unit) => !isUndue(unit, arm)).length);
  const lost = byArm(
    (arm) => units.filter((unit) => !isScored(unit[arm].outcome) && !isUndue(unit, arm)).length,
  );
  return {
    planned: plan.planned,
    units: units.length,
    pairs,
    notRun,
    unmatched: units.flatMap(({ scenario, seed, control, treatment, alone }) => {
      if (alone !== undefined || (control.outcome === "missing") === (treatment.outcome === "missing"))
        return [];
      return [{ scenario, seed, absent: control.outcome === "missing" ? "control" : "treatment" } as const];
    }),
    errors: count("error"),
    unscored: count("unscored"),
    missing: count("missing"),
    budget: count("budget"),
    lostShare:
      plan.pairing === "none"
        ? shareOf(lost.control + lost.treatment + 2 * absent, due.control + due.treatment + 2 * absent)
        : shareOf(units.length + absent - pairs, units.length + absent),
    lopsidedP: fisher(lost, due),
  };
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
