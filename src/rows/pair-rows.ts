/** Pairs imported rows: which arm is the control, which the treatment, and which rows belong to which comparison. */

import { LabError } from "../core/errors.ts";
import type { PairedUnit } from "../core/pairs.ts";
import { type ArmChoice, type ChosenArms, chooseArms, countBy } from "./choose-arms.ts";
import { joinArms, lineUpArms } from "./join-arms.ts";
import type { OutcomeRow } from "./outcome-row.ts";

/** The rows of one comparison, paired by scenario and seed. */
export interface RowPairs extends ChosenArms {
  /** Null where the rows are about one comparison and do not name it. */
  readonly comparison: string | null;
  readonly flag: string | null;
  readonly stress: readonly PairedUnit[];
  /** Rows of scenarios on which the flag must make no difference; empty unless the rows name such. */
  readonly controls: readonly PairedUnit[];
  readonly planned: { readonly stress: number | null; readonly control: number | null };
  readonly simulated: boolean | null;
  /** Some row says that the model was asked at temperature 0. */
  readonly greedy: boolean;
  /** Arms of the file that are in neither role, with their number of rows. */
  readonly leftOut: readonly { readonly arm: string; readonly rows: number }[];
  /** Rows left out because the other arm has none for their unit; empty unless the user asked for it. */
  readonly unmatched: readonly OutcomeRow[];
}

/** Pairs the rows of every comparison in the file; rows that cannot be told apart are an error, never merged. */
export function pairRows(rows: readonly OutcomeRow[], choice: ArmChoice): readonly RowPairs[] {
  const groups = new Map<string | null, OutcomeRow[]>();
  for (const row of rows) {
    // Pushed and not copied: files of hundreds of thousands of rows are common.
    const group = groups.get(row.comparison);
    if (group) group.push(row);
    else groups.set(row.comparison, [row]);
  }
  return [...groups].map(([comparison, group]) => pairGroup(comparison, group, choice));
}

function pairGroup(comparison: string | null, group: readonly OutcomeRow[], choice: ArmChoice): RowPairs {
  const arms = chooseArms(group, choice);
  refuseTwins(group, choice.file);
  const sideOf = (row: OutcomeRow): Side | null =>
    row.side ?? (row.arm === arms.control ? "control" : row.arm === arms.treatment ? "treatment" : null);
  const given = group.filter((row) => sideOf(row) !== null);
  const others = countBy(group.filter((row) => sideOf(row) === null).map(({ arm }) => arm));
  const lonely = choice.matchedOnly ? lonelyRows(given, sideOf) : new Set<OutcomeRow>();
  const used = given.filter((row) => !lonely.has(row));
  const ofRole = (role: OutcomeRow["role"]) => used.filter((row) => row.role === role);
  const unitsOf = (mine: readonly OutcomeRow[]) => {
    const side = (name: Side) => mine.filter((row) => sideOf(row) === name);
    return choice.pairing === "none"
      ? lineUpArms(side("control"), side("treatment"))
      : withPairFacts(joinArms(side("control"), side("treatment")), mine);
  };
  return {
    ...arms,
    comparison,
    flag: oneOf(used, "flag", choice.file),
    stress: unitsOf(ofRole("stress")),
    controls: unitsOf(ofRole("control")),
    planned: {
      stress: oneOf(ofRole("stress"), "planned", choice.file),
      control: oneOf(ofRole("control"), "planned", choice.file),
    },
    simulated: anySimulated(used),
    greedy: used.some(({ greedy }) => greedy === true),
    leftOut: [...others].map(([arm, count]) => ({ arm, rows: count })),
    unmatched: [...lonely],
  };
}

type Side = "control" | "treatment";

/** Rows whose unit the other arm has no row of. */
function lonelyRows(
  rows: readonly OutcomeRow[],
  sideOf: (row: OutcomeRow) => Side | null,
): ReadonlySet<OutcomeRow> {
  const unitOf = ({ role, scenario, seed }: OutcomeRow) => keyOf(role, scenario, seed);
  const sides = new Map<string, Set<Side | null>>();
  for (const row of rows)
    sides.set(unitOf(row), (sides.get(unitOf(row)) ?? new Set<Side | null>()).add(sideOf(row)));
  return new Set(rows.filter((row) => sides.get(unitOf(row))?.size !== 2));
}

/** One simulated trial makes the whole comparison a simulated one. */
function anySimulated(rows: readonly OutcomeRow[]): boolean | null {
  if (rows.some(({ simulated }) => simulated === true)) return true;
  return rows.length > 0 && rows.every(({ simulated }) => simulated === false) ? false : null;
}

function refuseTwins(rows: readonly OutcomeRow[], file: string): void {
  const seen = new Map<string, OutcomeRow>();
  for (const row of rows) {
    const key = keyOf(row.side ?? "", row.arm, row.role, row.scenario, row.seed);
    const twin = seen.get(key);
    if (twin !== undefined)
      throw new LabError({
        code: "duplicate-outcome",
        what: `arm ${row.arm} has two rows for scenario ${row.scenario}, seed ${row.seed}`,
        where: `${file}, lines ${twin.line} and ${row.line}`,
        remedy:
          "give repeats seeds of their own (--columns seed=<column>), or drop all but one row; none is chosen for you",
      });
    seen.set(key, row);
  }
}

/** Joins names so that no two lists of names are alike. */
function keyOf(...names: readonly string[]): string {
  return names.map((name) => `${name.length} ${name}`).join("");
}

const PAIR_FACTS = ["diverged", "prefixIdentical"] as const;

/** Adds what the rows of a pair say about the pair; where they contradict each other they say nothing. */
function withPairFacts(units: readonly PairedUnit[], rows: readonly OutcomeRow[]): readonly PairedUnit[] {
  const telling = rows.filter((row) => PAIR_FACTS.some((fact) => row[fact] !== null));
  if (telling.length === 0) return units;
  const byUnit = new Map<string, OutcomeRow[]>();
  for (const row of telling) {
    const mine = byUnit.get(keyOf(row.scenario, row.seed));
    if (mine === undefined) byUnit.set(keyOf(row.scenario, row.seed), [row]);
    else mine.push(row);
  }
  return units.map((unit) => {
    const mine = byUnit.get(keyOf(unit.scenario, unit.seed)) ?? [];
    const told = (fact: (typeof PAIR_FACTS)[number]) => {
      const values = new Set(mine.map((row) => row[fact]).filter((value) => value !== null));
      const [only = null] = values;
      return values.size === 1 ? only : null;
    };
    return { ...unit, diverged: told("diverged"), prefixIdentical: told("prefixIdentical") };
  });
}

function oneOf<K extends "flag" | "planned">(
  rows: readonly OutcomeRow[],
  field: K,
  file: string,
): OutcomeRow[K] | null {
  const told = rows.filter((row) => row[field] !== null);
  const [first] = told;
  const other = told.find((row) => row[field] !== first?.[field]);
  if (first !== undefined && other !== undefined)
    throw new LabError({
      code: "unclear-comparison",
      what: `one comparison has two values for ${field}: ${first[field]} and ${other[field]}`,
      where: `${file}, lines ${first.line} and ${other.line}`,
      remedy: "name the comparison of each row in a column (--columns comparison=<column>)",
    });
  return first?.[field] ?? null;
}
