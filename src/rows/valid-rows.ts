/** Decides which rows are outcomes at all: the user's conditions on other columns. */

import { LabError } from "../core/errors.ts";
import { didYouMean } from "../core/nearest-names.ts";
import type { RecordedRow } from "../core/recorded-row.ts";
import { placeOf } from "./columns.ts";

/** The user's conditions. */
export interface Validity {
  /** Places of the columns that the user said something about. */
  readonly places: ReadonlySet<number>;
  /** Reason why a row is not an outcome, or null where it is one. */
  readonly check: (row: RecordedRow) => string | null;
}

const TRUTH: Readonly<Record<string, string>> = { true: "true", "1": "true", false: "false", "0": "false" };
/** Every value of the column will do. */
const ANY = "any";

function plain(text: string): string {
  const value = text.trim().toLowerCase();
  return TRUTH[value] ?? value;
}

/**
 * Reads conditions such as `ran=true,invalid_run=false`: all have to hold, and an unknown value does not hold. Several
 * values of one column are alternatives, and `any` says that the column excludes nothing.
 */
export function readValidity(said: string | undefined, columns: readonly string[]): Validity {
  const wanted = new Map<number, string[]>();
  for (const text of (said ?? "").split(",").filter((part) => part.trim() !== "")) {
    const [column = "", value = ""] = text.split(/=(.*)/s).map((part) => part.trim());
    const place = placeOf(column, columns);
    if (!text.includes("=") || place < 0)
      throw new LabError({
        code: "wrong-valid",
        what: text.includes("=") ? `there is no column ${column}` : "a condition is column=value",
        where: `--valid ${text.trim()}`,
        remedy: didYouMean(column, columns) ?? `columns: ${columns.join(", ")}`,
      });
    wanted.set(place, [...(wanted.get(place) ?? []), plain(value)]);
  }
  return {
    places: new Set(wanted.keys()),
    check({ fields }) {
      for (const [place, values] of wanted) {
        const found = fields[place] ?? "";
        if (values.includes(ANY) || values.includes(plain(found))) continue;
        return `${columns[place]} is ${found === "" ? "unknown" : found}`;
      }
      return null;
    },
  };
}
