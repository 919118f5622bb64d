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

/** Gives units in order of scenario and seed; names are compared once and not with every unit, which is slow. */
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

/** The length keeps names that run into one another apart. */
function keyOf(row: { readonly scenario: string; readonly seed: string }): string {
  return `${row.scenario.length} ${row.scenario}${row.seed}`;
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
  const unit = (name: ArmRow, key: string): PairedUnit => ({
    scenario: name.scenario,
    seed: name.seed,
    control: left.get(key)?.outcome ?? MISSING_OUTCOME,
    treatment: right.get(key)?.outcome ?? MISSING_OUTCOME,
    diverged: null,
    prefixIdentical: null,
  });
  return inOrder([
    ...[...left].map(([key, row]) => unit(row, key)),
    ...[...right].filter(([key]) => !left.has(key)).map(([key, row]) => unit(row, key)),
  ]);
}

/**
 * Lines up the rows of arms that nothing ties together: by seed where both have the same seeds in a scenario, else side
 * by side in order of seed, numbered. A row beyond the other arm's number stands alone and has lost no partner.
 */
export function lineUpArms(control: readonly ArmRow[], treatment: readonly ArmRow[]): readonly PairedUnit[] {
  const [left, right] = [byScenario(control), byScenario(treatment)];
  return [...new Set([...left.keys(), ...right.keys()])]
    .sort(byName)
    .flatMap((scenario) => lineUp(left.get(scenario) ?? [], right.get(scenario) ?? []));
}

function byScenario(rows: readonly ArmRow[]): ReadonlyMap<string, readonly ArmRow[]> {
  const groups = new Map<string, ArmRow[]>();
  for (const row of rows) {
    const group = groups.get(row.scenario);
    if (group === undefined) groups.set(row.scenario, [row]);
    else group.push(row);
  }
  for (const group of groups.values()) group.sort((a, b) => byName(a.seed, b.seed));
  return groups;
}

function lineUp(control: readonly ArmRow[], treatment: readonly ArmRow[]): readonly PairedUnit[] {
  const same =
    control.length === treatment.length && control.every(({ seed }, i) => seed === treatment[i]?.seed);
  const places = Array.from({ length: Math.max(control.length, treatment.length) }, (_, i) => i);
  return places.map((i): PairedUnit => {
    const [left, right] = [control[i], treatment[i]];
    const alone = left === undefined ? "treatment" : right === undefined ? "control" : undefined;
    return {
      scenario: left?.scenario ?? right?.scenario ?? "",
      seed: same ? (left?.seed ?? "") : String(i + 1),
      control: left?.outcome ?? MISSING_OUTCOME,
      treatment: right?.outcome ?? MISSING_OUTCOME,
      diverged: null,
      prefixIdentical: null,
      ...(alone === undefined ? {} : { alone }),
    };
  });
}

/** Refuses units that name one scenario and seed twice, which would count one pair as two. */
export function refuseDuplicates(units: readonly PairedUnit[]): void {
  const seen = new Set<string>();
  for (const unit of units) {
    if (seen.has(keyOf(unit))) throw duplicate(unit, "the comparison");
    seen.add(keyOf(unit));
  }
}
