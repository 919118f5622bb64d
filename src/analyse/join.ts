/** Joins recorded outcomes of two arms into pairs, by scenario and seed and never by position. */

import { LabError } from "../core/errors.ts";
import { type ArmOutcome, MISSING_OUTCOME, type PairedUnit } from "../core/pairs.ts";

/** One recorded outcome of one arm. */
export interface ArmRow {
  readonly scenario: string;
  readonly seed: string;
  readonly outcome: ArmOutcome;
}

const COLLATOR = new Intl.Collator("en", { numeric: true });

/** Compares names the way people count: "2" before "10". */
export function byName(left: string, right: string): number {
  return COLLATOR.compare(left, right) || (left < right ? -1 : left > right ? 1 : 0);
}

/** Puts units in order of scenario and seed. */
export function byScenarioAndSeed(left: PairedUnit, right: PairedUnit): number {
  return byName(left.scenario, right.scenario) || byName(left.seed, right.seed);
}

function keyOf(row: { readonly scenario: string; readonly seed: string }): string {
  return JSON.stringify([row.scenario, row.seed]);
}

function indexed(rows: readonly ArmRow[], arm: string): ReadonlyMap<string, ArmRow> {
  const index = new Map<string, ArmRow>();
  for (const row of rows) {
    if (index.has(keyOf(row))) throw duplicate(row, arm);
    index.set(keyOf(row), row);
  }
  return index;
}

function duplicate(row: { readonly scenario: string; readonly seed: string }, arm: string): LabError {
  return new LabError({
    code: "duplicate-outcome",
    what: `${arm} has two outcomes for one scenario and seed`,
    where: `scenario ${row.scenario}, seed ${row.seed}`,
    remedy: "give repeats seeds of their own, or drop all but one row",
  });
}

/** Pairs the rows of two arms; a unit that only one arm has keeps its place with a missing outcome on the other side. */
export function joinArms(control: readonly ArmRow[], treatment: readonly ArmRow[]): readonly PairedUnit[] {
  const left = indexed(control, "the control");
  const right = indexed(treatment, "the treatment");
  return [...new Set([...left.keys(), ...right.keys()])]
    .map((key): PairedUnit => {
      const name = left.get(key) ?? right.get(key);
      return {
        scenario: name?.scenario ?? "",
        seed: name?.seed ?? "",
        control: left.get(key)?.outcome ?? MISSING_OUTCOME,
        treatment: right.get(key)?.outcome ?? MISSING_OUTCOME,
        diverged: null,
        prefixIdentical: null,
      };
    })
    .sort(byScenarioAndSeed);
}

/** Refuses units that name one scenario and seed twice, which would count one pair as two. */
export function refuseDuplicates(units: readonly PairedUnit[]): void {
  const seen = new Set<string>();
  for (const unit of units) {
    if (seen.has(keyOf(unit))) throw duplicate(unit, "the comparison");
    seen.add(keyOf(unit));
  }
}
