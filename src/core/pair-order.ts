/** Names pairs by scenario and seed: their key, their order with numbers as numbers, and no pair twice. */

import { LabError } from "./errors.ts";
import type { PairedUnit } from "./pairs.ts";

const COLLATOR = new Intl.Collator("en", { numeric: true });

/** Compares names the way people count: "2" before "10". */
export function byName(left: string, right: string): number {
  return COLLATOR.compare(left, right) || (left < right ? -1 : left > right ? 1 : 0);
}

/** Units in order of scenario and seed; names are compared once and not with every unit, which is slow. */
export function inOrder(units: readonly PairedUnit[]): readonly PairedUnit[] {
  const places = (names: Iterable<string>) =>
    new Map([...new Set(names)].sort(byName).map((name, place) => [name, place]));
  const scenarios = places(units.map(({ scenario }) => scenario));
  const seeds = places(units.map(({ seed }) => seed));
  const placeOf = ({ scenario, seed }: PairedUnit) =>
    (scenarios.get(scenario) ?? 0) * seeds.size + (seeds.get(seed) ?? 0);
  const keyed = units.map((unit) => ({ unit, place: placeOf(unit) }));
  return keyed.sort((a, b) => a.place - b.place).map(({ unit }) => unit);
}

/** Key of a scenario and seed; the length keeps names that run into one another apart. */
export function pairKey(row: { readonly scenario: string; readonly seed: string }): string {
  return `${row.scenario.length} ${row.scenario}${row.seed}`;
}

/** The error for two outcomes of one arm under one scenario and seed. */
export function duplicateOutcome(
  row: { readonly scenario: string; readonly seed: string },
  arm: string,
): LabError {
  return new LabError({
    code: "duplicate-outcome",
    what: `${arm} has two outcomes for one scenario and seed`,
    where: `scenario ${row.scenario}, seed ${row.seed}`,
    remedy: "give repeats seeds of their own, or drop all but one row",
  });
}

/** Refuses units that name one scenario and seed twice, which would count one pair as two. */
export function refuseDuplicates(units: readonly PairedUnit[]): void {
  const seen = new Set<string>();
  for (const unit of units) {
    if (seen.has(pairKey(unit))) throw duplicateOutcome(unit, "the comparison");
    seen.add(pairKey(unit));
  }
}
