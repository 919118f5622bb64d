/** Says what was assumed about imported rows and which of them do not count, so that nothing is dropped in silence. */

import type { PairedUnit } from "../../core/pairs.ts";
import type { ColumnMap } from "./columns.ts";
import type { OutcomeRow } from "./outcome-row.ts";
import type { RowPairs } from "./pair-rows.ts";

/** Lists beyond this are cut with the number of what is left; the report and the JSON hold every unit. */
const LISTED = 20;

/** One sentence per matter. */
export function rowNotes({
  rows,
  pairs,
  map,
}: {
  readonly rows: readonly OutcomeRow[];
  readonly pairs: readonly RowPairs[];
  readonly map: ColumnMap;
}): readonly string[] {
  const assumed = map.columns.filter((column) => column.assumed);
  const excluded = rows.filter((row) => row.excluded !== null);
  const unscored = rows.filter((row) => row.outcome.outcome === "unscored");
  const named = (row: OutcomeRow) => `line ${row.line} (${row.arm}, ${row.scenario}, seed ${row.seed}`;
  return [
    ...(assumed.length === 0
      ? []
      : [`Assumed from names: ${assumed.map(({ field, column }) => `${field}=${column}`).join(", ")}.`]),
    ...(map.places.has("seed") ? [] : ["No column for the seed: one run per arm and scenario is assumed."]),
    ...pairs.flatMap(({ control, treatment, assumed: side }) =>
      side === null ? [] : [`Assumed: the ${side} is ${side === "control" ? control : treatment}.`],
    ),
    ...pairs.flatMap(({ leftOut }) =>
      listed(
        "Rows of other arms are left out",
        leftOut.map(({ arm, rows: count }) => `${arm} (${count})`),
      ),
    ),
    ...pairs.flatMap(({ unmatched: cut }) =>
      listed(
        "Left out, because only one arm has the unit",
        cut.map((row) => `${named(row)})`),
      ),
    ),
    ...listed(
      "No outcome by --valid",
      excluded.map((row) => `${named(row)}: ${row.excluded})`),
    ),
    ...listed(
      "No result in the row, so unscored",
      unscored.map((row) => `${named(row)})`),
    ),
    ...pairs.flatMap((one) =>
      listed("In one arm only", [...one.stress, ...one.controls].flatMap(unmatched(one))),
    ),
  ];
}

function unmatched({ control, treatment }: RowPairs): (unit: PairedUnit) => readonly string[] {
  return (unit) => {
    const [left, right] = [unit.control.outcome === "missing", unit.treatment.outcome === "missing"];
    if (left === right) return [];
    return [`${unit.scenario} seed ${unit.seed} (nothing that counts for ${left ? control : treatment})`];
  };
}

function listed(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const rest = items.length > LISTED ? ` and ${items.length - LISTED} more` : "";
  return [`${title} (${items.length}): ${items.slice(0, LISTED).join("; ")}${rest}.`];
}
