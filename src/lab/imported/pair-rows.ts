/** Pairs imported rows: which arm is the control, which the treatment, and which rows belong to which comparison. */

import { joinArms } from "../../analyse/join.ts";
import type { PairedUnit } from "../../core/comparison.ts";
import { LabError } from "../../core/errors.ts";
import { didYouMean } from "../../core/nearest-names.ts";
import type { OutcomeRow } from "./outcome-row.ts";

/** What the user said about the arms. */
export interface ArmChoice {
  readonly file: string;
  readonly control: string | undefined;
  readonly treatment: string | undefined;
}

/** The rows of one comparison, paired by scenario and seed. */
export interface RowPairs {
  /** Null where the rows are about one comparison and do not name it. */
  readonly comparison: string | null;
  readonly flag: string | null;
  readonly control: string;
  readonly treatment: string;
  readonly stress: readonly PairedUnit[];
  /** Rows of scenarios on which the flag must make no difference; empty unless the rows name such. */
  readonly controls: readonly PairedUnit[];
  readonly planned: { readonly stress: number | null; readonly control: number | null };
  readonly simulated: boolean | null;
  /** Arms of the file that are in neither role, with their number of rows. */
  readonly leftOut: readonly { readonly arm: string; readonly rows: number }[];
  /** The arm that was not named and is taken because no other is left. */
  readonly assumed: "control" | "treatment" | null;
}

/** Pairs the rows of every comparison in the file; rows that cannot be told apart are an error, never merged. */
export function pairRows(rows: readonly OutcomeRow[], choice: ArmChoice): readonly RowPairs[] {
  const groups = new Map<string | null, OutcomeRow[]>();
  for (const row of rows) groups.set(row.comparison, [...(groups.get(row.comparison) ?? []), row]);
  return [...groups].map(([comparison, group]) => {
    const { control, treatment, assumed } = armsOf(group, choice);
    refuseTwins(group, choice.file);
    const sideOf = (row: OutcomeRow) => row.side ?? (row.arm === control ? "control" : "treatment");
    const used = group.filter((row) => row.side !== null || row.arm === control || row.arm === treatment);
    const others = countBy(group.filter((row) => !used.includes(row)).map(({ arm }) => arm));
    const unitsOf = (role: OutcomeRow["role"]) => {
      const mine = used.filter((row) => row.role === role);
      const side = (name: "control" | "treatment") => mine.filter((row) => sideOf(row) === name);
      return withPairFacts(joinArms(side("control"), side("treatment")), mine);
    };
    return {
      comparison,
      flag: oneOf(used, "flag", choice.file),
      control,
      treatment,
      assumed,
      stress: unitsOf("stress"),
      controls: unitsOf("control"),
      planned: {
        stress: oneOf(
          used.filter(({ role }) => role === "stress"),
          "planned",
          choice.file,
        ),
        control: oneOf(
          used.filter(({ role }) => role === "control"),
          "planned",
          choice.file,
        ),
      },
      // One simulated trial makes the whole comparison a simulated one.
      simulated: used.some(({ simulated }) => simulated === true)
        ? true
        : used.every(({ simulated }) => simulated === false)
          ? false
          : null,
      leftOut: [...others].map(([arm, count]) => ({ arm, rows: count })),
    };
  });
}

function armsOf(
  rows: readonly OutcomeRow[],
  { file, control, treatment }: ArmChoice,
): Pick<RowPairs, "control" | "treatment" | "assumed"> {
  const arms = [...countBy(rows.map(({ arm }) => arm)).keys()];
  const found = `arms found: ${arms.join(", ")}`;
  const fail = (what: string, remedy: string) =>
    new LabError({ code: "wrong-arms", what, where: file, remedy });
  const sided = (side: "control" | "treatment") => {
    const [only, ...rest] = [...new Set(rows.filter((row) => row.side === side).map(({ arm }) => arm))];
    return rest.length === 0 ? only : undefined;
  };
  const [left, right] = [control ?? sided("control"), treatment ?? sided("treatment")];
  for (const [option, name] of [
    ["--control", left],
    ["--treatment", right],
  ] as const)
    if (name !== undefined && !arms.includes(name))
      throw fail(`there is no arm ${name} (${option})`, didYouMean(name, arms) ?? found);
  if (arms.length === 1) throw fail(`only one arm is in the rows: ${arms[0]}`, "add the rows of another arm");
  if (left === undefined && right === undefined)
    throw fail(
      `which arm is the control was not said; ${found}`,
      "say it: --control <arm>, and --treatment <arm> where there are more than two",
    );
  const [other, ...more] = arms.filter((arm) => arm !== (left ?? right));
  if (left !== undefined && right !== undefined) {
    if (left === right) throw fail(`${left} is named as both arms`, found);
    return { control: left, treatment: right, assumed: null };
  }
  const missing = left === undefined ? "control" : "treatment";
  if (other === undefined || more.length > 0)
    throw fail(`which arm is the ${missing} was not said; ${found}`, `say it: --${missing} <arm>`);
  return { control: left ?? other, treatment: right ?? other, assumed: missing };
}

function refuseTwins(rows: readonly OutcomeRow[], file: string): void {
  const seen = new Map<string, OutcomeRow>();
  for (const row of rows) {
    const key = JSON.stringify([row.side, row.arm, row.role, row.scenario, row.seed]);
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

function withPairFacts(units: readonly PairedUnit[], rows: readonly OutcomeRow[]): readonly PairedUnit[] {
  const byUnit = new Map<string, OutcomeRow[]>();
  const key = (unit: { scenario: string; seed: string }) => JSON.stringify([unit.scenario, unit.seed]);
  for (const row of rows) byUnit.set(key(row), [...(byUnit.get(key(row)) ?? []), row]);
  return units.map((unit) => {
    const mine = byUnit.get(key(unit)) ?? [];
    const told = (fact: "diverged" | "prefixIdentical") => {
      const values = new Set(mine.map((row) => row[fact]).filter((value) => value !== null));
      const [only = null] = values;
      // Two rows of one pair that contradict each other tell nothing.
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

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
