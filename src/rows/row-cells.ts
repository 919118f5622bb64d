/** The fields of one row at a time, by what they mean; one that cannot be meant is an error with line and column. */

import { LabError } from "../core/errors.ts";
import type { RecordedRow } from "../core/recorded-row.ts";
import type { ColumnMap, Field } from "./columns.ts";
import { numberIn } from "./outcome-words.ts";

/** Largest plausible amount of one trial; more is a slip of the pen and not a measurement. */
const MOST: Readonly<Partial<Record<Field, number>>> = {
  cost: 1e9,
  "uncached-cost": 1e9,
  tokens: 1e15,
  "input-tokens": 1e15,
  "cached-input-tokens": 1e15,
  "output-tokens": 1e15,
  calls: 1e12,
  "own-calls": 1e12,
  latency: 1e13,
  position: 1e6,
  planned: 1e9,
};
/** Below that a number above 0 is none that anybody measured, and ratios to it would have no end. */
const LEAST = 1e-15;

const NO_NAMES: readonly string[] = [];
const NO_COUNTS: Readonly<Record<string, number>> = {};

/** Turns to one row after the other. Contract: a field that is empty or has no column is null, and never 0. */
export class RowCells {
  readonly #file: string;
  readonly #map: ColumnMap;
  /** Names stand in thousands of rows: each is held once. */
  readonly #names = new Map<string, string>();
  #row: RecordedRow = { line: 0, fields: [] };

  constructor(file: string, map: ColumnMap) {
    this.#file = file;
    this.#map = map;
  }

  turnTo(row: RecordedRow): void {
    this.#row = row;
  }

  get line(): number {
    return this.#row.line;
  }

  has(field: Field): boolean {
    return this.#map.places.has(field);
  }

  text(field: Field): string | null {
    const place = this.#map.places.get(field);
    const found = place === undefined ? "" : (this.#row.fields[place] ?? "");
    return found === "" ? null : found;
  }

  /** A text that stands in many rows. */
  name(field: Field): string | null {
    const found = this.text(field);
    return found === null ? null : this.#held(found);
  }

  neededName(field: Field): string {
    const found = this.name(field);
    if (found !== null) return found;
    throw this.wrong(field, `the ${field} is empty`, `every row needs its ${field}`);
  }

  names(field: Field): readonly string[] {
    const found = this.text(field);
    return found === null ? NO_NAMES : found.split(";").map((name) => this.#held(name));
  }

  word<T extends string>(field: Field, words: readonly T[]): T | null {
    const found = this.text(field);
    if (found === null) return null;
    const known = words.find((word) => word === found.toLowerCase());
    if (known !== undefined) return known;
    throw this.wrong(field, `${JSON.stringify(found)} is none of ${words.join(", ")}`);
  }

  truth(field: Field): boolean | null {
    const found = this.text(field)?.toLowerCase() ?? null;
    if (found === null) return null;
    if (found === "true" || found === "1") return true;
    if (found === "false" || found === "0") return false;
    throw this.wrong(field, `${JSON.stringify(found)} is neither true nor false`);
  }

  amount(field: Field): number | null {
    const found = this.text(field);
    if (found === null) return null;
    const value = numberIn(found);
    if (value === null || value < 0)
      throw this.wrong(field, `${JSON.stringify(found)} is not a number of 0 or more`);
    if (value > (MOST[field] ?? 1e15))
      throw this.wrong(field, `${found} is more than anything that was ever measured`);
    if (value > 0 && value < LEAST)
      throw this.wrong(field, `${found} is less than anything that was ever measured`);
    return value;
  }

  share(field: Field): number | null {
    const found = this.text(field);
    const value = found === null ? null : numberIn(found);
    if (found === null || (value !== null && value >= 0 && value <= 1)) return value;
    throw this.wrong(field, `${JSON.stringify(found)} is not a share from 0 to 1`);
  }

  countsByName(field: Field): Readonly<Record<string, number>> {
    const found = this.text(field);
    if (found === null) return NO_COUNTS;
    return Object.fromEntries(
      found.split(";").map((part) => {
        const [, name, count] = /^(.+)=(\d+)$/.exec(part) ?? [];
        if (name === undefined) throw this.wrong(field, `${JSON.stringify(part)} is not name=count`);
        return [name, Number(count)];
      }),
    );
  }

  wrong(field: Field, what: string, remedy?: string): LabError {
    const column = this.#map.columns.find((candidate) => candidate.field === field)?.column ?? field;
    return new LabError({
      code: "unreadable-outcome",
      what,
      where: `${this.#file}, line ${this.line}, column ${column}`,
      remedy: remedy ?? "correct the field, or leave it empty when it is unknown",
    });
  }

  #held(name: string): string {
    const held = this.#names.get(name);
    if (held !== undefined) return held;
    this.#names.set(name, name);
    return name;
  }
}
