/** Joins recorded outcomes of two arms into pairs, by scenario and seed and never by position. */

import { byName, duplicateOutcome, inOrder, pairKey } from "../core/pair-order.ts";
import { type ArmOutcome, MISSING_OUTCOME, type PairedUnit } from "../core/pairs.ts";

/** One recorded outcome of one arm. */
export interface ArmRow {
  readonly scenario: string;
  readonly seed: string;
  readonly outcome: ArmOutcome;
}

function indexRows(rows: readonly ArmRow[], arm: string): ReadonlyMap<string, ArmRow> {
  const index = new Map<string, ArmRow>();
  for (const row of rows) {
    if (index.has(pairKey(row))) throw duplicateOutcome(row, arm);
    index.set(pairKey(row), row);
  }
  return index;
}

/** Pairs the rows of two arms; a unit that only one arm has keeps its place with a missing outcome on the other side. */
export function joinArms(control: readonly ArmRow[], treatment: readonly ArmRow[]): readonly PairedUnit[] {
  const left = indexRows(control, "the control");
  const right = indexRows(treatment, "the treatment");
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
