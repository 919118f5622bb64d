/** Notes on imported rows: assumptions about them, and the rows that do not count, so that nothing is dropped in silence. */

import type { PairedUnit } from "../../core/pairs.ts";
import type { OutcomeRow } from "../../rows/outcome-row.ts";
import type { RowPairs } from "../../rows/pair-rows.ts";
import type { ReadOutcomes } from "./read-outcomes.ts";

/** Lists beyond this are cut with the number of what is left; the report and the JSON hold every unit. */
const LISTED = 20;

/** One sentence per matter. */
export function rowNotes(
  { rows, map, used, unclear, ignored, lowerIsBetter }: ReadOutcomes,
  pairs: readonly RowPairs[],
): readonly string[] {
  const assumed = map.columns.filter((column) => column.assumed);
  const excluded = rows.filter((row) => row.excluded !== null);
  const unscored = rows.filter((row) => row.outcome.outcome === "unscored");
  const named = (row: OutcomeRow) => `line ${row.line} (${row.arm}, ${row.scenario}, seed ${row.seed}`;
  return [
    ...(assumed.length === 0
      ? []
      : [`Assumed from names: ${assumed.map(({ field, column }) => `${field}=${column}`).join(", ")}.`]),
    ...(used.length === 0
      ? []
      : [
          `Which rows are outcomes is also read from ${used.join(", ")}; --valid says otherwise where needed.`,
        ]),
    ...(unclear.length === 0
      ? []
      : [`Not used, because --valid says which rows are outcomes: ${unclear.join(", ")}.`]),
    ...listNames("Columns that are not used", ignored),
    ...(lowerIsBetter ? ["Lower is better: a score of 0.2 counts as 0.8, and a low one is a pass."] : []),
    ...(map.places.has("seed") ? [] : ["No column for the seed: one run per arm and scenario is assumed."]),
    ...pairs.flatMap(({ control, treatment, assumed: side }) =>
      side === null ? [] : [`Assumed: the ${side} is ${side === "control" ? control : treatment}.`],
    ),
    ...pairs.flatMap(({ leftOut }) =>
      listNames(
        "Rows of other arms are left out",
        leftOut.map(({ arm, rows: count }) => `${arm} (${count})`),
      ),
    ),
    ...pairs.flatMap(({ unmatched: cut }) =>
      listNames(
        "Left out, because only one arm has the unit",
        cut.map((row) => `${named(row)})`),
      ),
    ),
    ...listNames(
      "No outcome",
      excluded.map((row) => `${named(row)}: ${row.excluded})`),
    ),
    ...listNames(
      "No result in the row, so unscored",
      unscored.map((row) => `${named(row)})`),
    ),
    ...pairs.flatMap((one) =>
      listNames("In one arm only", [...one.stress, ...one.controls].flatMap(unmatchedNote(one))),
    ),
  ];
}

function unmatchedNote({ control, treatment }: RowPairs): (unit: PairedUnit) => readonly string[] {
  return (unit) => {
    if (unit.alone !== undefined) return [];
    const [left, right] = [unit.control.outcome === "missing", unit.treatment.outcome === "missing"];
    if (left === right) return [];
    return [`${unit.scenario} seed ${unit.seed} (nothing that counts for ${left ? control : treatment})`];
  };
}

function listNames(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const rest = items.length > LISTED ? ` and ${items.length - LISTED} more` : "";
  return [`${title} (${items.length}): ${items.slice(0, LISTED).join("; ")}${rest}.`];
}
