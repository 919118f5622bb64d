/** Decides which rows are outcomes at all: the user's conditions on other columns. */

import { LabError } from "../../core/errors.ts";
import { didYouMean } from "../../core/nearest-names.ts";
import type { RecordedRow } from "../../record/read-rows.ts";
import { placeOf } from "./columns.ts";

/** Gives why a row is no outcome, or null where it is one. */
export type Validity = (row: RecordedRow) => string | null;

const TRUTH: Readonly<Record<string, string>> = { true: "true", "1": "true", false: "false", "0": "false" };

function plain(text: string): string {
  const value = text.trim().toLowerCase();
  return TRUTH[value] ?? value;
}

/** Reads conditions such as `ran=true,invalid_run=false`: all have to hold, and an unknown value does not hold. */
export function readValidity(said: string | undefined, columns: readonly string[]): Validity {
  const conditions = (said ?? "")
    .split(",")
    .filter((text) => text.trim() !== "")
    .map((text) => {
      const [column = "", value = ""] = text.split(/=(.*)/s).map((part) => part.trim());
      const place = placeOf(column, columns);
      if (!text.includes("=") || place < 0)
        throw new LabError({
          code: "wrong-valid",
          what: text.includes("=") ? `there is no column ${column}` : "a condition is column=value",
          where: `--valid ${text.trim()}`,
          remedy: didYouMean(column, columns) ?? `columns: ${columns.join(", ")}`,
        });
      return { column: columns[place] ?? column, place, value };
    });
  return ({ fields }) => {
    const broken = conditions.find(({ place, value }) => plain(fields[place] ?? "") !== plain(value));
    if (broken === undefined) return null;
    const found = fields[broken.place] ?? "";
    return `${broken.column} is ${found === "" ? "unknown" : found}`;
  };
}
