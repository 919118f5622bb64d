/** Reads one row of somebody else's as an outcome: an empty field is unknown and never 0, nonsense is an error. */

import { LabError } from "../../core/errors.ts";
import { type ArmOutcome, MISSING_OUTCOME } from "../../core/pairs.ts";
import type { RecordedRow } from "../../record/read-rows.ts";
import type { ColumnMap, Field } from "./columns.ts";
import { numberIn, type Result, ResultProblem, type ResultReader } from "./outcome-words.ts";
import type { Validity } from "./valid-rows.ts";
import type { Sign } from "./validity-columns.ts";

/** One row, understood. */
export interface OutcomeRow {
  readonly line: number;
  /** Null where the rows are about one comparison and do not name it. */
  readonly comparison: string | null;
  readonly flag: string | null;
  readonly side: "control" | "treatment" | null;
  readonly role: "stress" | "control";
  readonly arm: string;
  readonly scenario: string;
  readonly seed: string;
  readonly outcome: ArmOutcome;
  readonly diverged: boolean | null;
  readonly prefixIdentical: boolean | null;
  readonly simulated: boolean | null;
  readonly greedy: boolean | null;
  /** Pairs planned for the comparison and role this row belongs to. */
  readonly planned: number | null;
  /** Why it is no outcome although the row may name a result; null where it is one. */
  readonly excluded: string | null;
  /** What its columns that speak of validity say, in their order. */
  readonly signs: readonly string[];
}

export interface RowReading {
  readonly file: string;
  readonly map: ColumnMap;
  readonly valid: Validity;
  readonly signs: readonly Sign[];
  readonly results: ResultReader;
  /** An LLM judge decided wherever the row itself does not say; false = unknown there. */
  readonly judged: boolean;
}

/** Reads a row, or says which field of which line cannot be meant. */
export function readOutcomeRow(row: RecordedRow, reading: RowReading): OutcomeRow {
  const cells = cellsOf(row, reading);
  const excluded = reading.valid.check(row);
  return {
    line: row.line,
    comparison: cells.text("comparison"),
    flag: cells.text("flag"),
    side: cells.word("side", ["control", "treatment"]),
    role: cells.word("role", ["stress", "control"]) ?? "stress",
    arm: cells.needed("arm"),
    scenario: cells.needed("scenario"),
    seed: reading.map.places.has("seed") ? cells.needed("seed") : "1",
    outcome: outcomeOf(cells, reading, excluded !== null),
    diverged: cells.truth("diverged"),
    prefixIdentical: cells.truth("prefix-identical"),
    simulated: cells.truth("simulated"),
    greedy: cells.truth("greedy"),
    planned: cells.amount("planned"),
    excluded,
    signs: reading.signs.map(({ place }) => row.fields[place] ?? ""),
  };
}

function outcomeOf(cells: Cells, reading: RowReading, excluded: boolean): ArmOutcome {
  const { outcome, score } = successOf(cells, reading.results);
  const tokens = cells.amount("tokens");
  return {
    ...MISSING_OUTCOME,
    outcome: excluded ? "missing" : outcome,
    score,
    costUsd: cells.amount("cost"),
    uncachedCostUsd: cells.amount("uncached-cost"),
    inputTokens: cells.amount("input-tokens"),
    cachedInputTokens: cells.amount("cached-input-tokens"),
    outputTokens: cells.amount("output-tokens"),
    ...(tokens === null ? {} : { totalTokens: tokens }),
    calls: cells.amount("calls"),
    latencyMs: cells.amount("latency"),
    position: cells.amount("position"),
    reached: cells.truth("reached"),
    fired: cells.truth("fired"),
    transcript: cells.text("transcript"),
    callsByPurpose: cells.countsByName("calls-by-purpose"),
    ownCalls: cells.amount("own-calls"),
    signatureSeen: cells.truth("signature-seen"),
    judged: cells.truth("judged") ?? (reading.judged ? true : null),
    mechanismOk: cells.truth("mechanism-ok"),
    models: cells.text("models")?.split(";") ?? [],
    spontaneous: cells.truth("spontaneous"),
    sharedCalls: cells.share("shared-calls"),
  };
}

function successOf(cells: Cells, results: ResultReader): Result {
  const score = cells.share("score");
  const lost = cells.word("lost", ["error", "unscored", "missing"]);
  const text = cells.text("success");
  if (text === null) return { outcome: lost ?? "unscored", score };
  if (lost !== null) throw cells.wrong("lost", `a row cannot both be lost to "${lost}" and have a result`);
  const found = results.read(text, cells.line);
  if (found instanceof ResultProblem) throw cells.wrong("success", found.what, found.remedy);
  return { outcome: found.outcome, score: found.score ?? score };
}

/** What one trial of a field may be at most; more is a slip of the pen and not a measurement. */
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

interface Cells {
  readonly line: number;
  /** Null where the field is empty or has no column. */
  text(field: Field): string | null;
  needed(field: Field): string;
  word<T extends string>(field: Field, words: readonly T[]): T | null;
  truth(field: Field): boolean | null;
  amount(field: Field): number | null;
  share(field: Field): number | null;
  countsByName(field: Field): Readonly<Record<string, number>>;
  wrong(field: Field, what: string, remedy?: string): LabError;
}

function cellsOf({ line, fields }: RecordedRow, { file, map }: RowReading): Cells {
  const text = (field: Field): string | null => {
    const place = map.places.get(field);
    const found = place === undefined ? "" : (fields[place] ?? "");
    return found === "" ? null : found;
  };
  const wrong: Cells["wrong"] = (field, what, remedy) => {
    const column = map.columns.find((candidate) => candidate.field === field)?.column ?? field;
    return new LabError({
      code: "unreadable-outcome",
      what,
      where: `${file}, line ${line}, column ${column}`,
      remedy: remedy ?? "mend the field, or leave it empty when it is unknown",
    });
  };
  const amountUpTo = (field: Field, most: number, words: string): number | null => {
    const found = text(field);
    if (found === null) return null;
    const value = numberIn(found);
    if (value === null || value < 0) throw wrong(field, `${JSON.stringify(found)} is no ${words}`);
    if (value > most) throw wrong(field, `${found} is more than anything that was ever measured`);
    if (value > 0 && value < LEAST)
      throw wrong(field, `${found} is less than anything that was ever measured`);
    return value;
  };
  return {
    line,
    text,
    wrong,
    needed(field) {
      const found = text(field);
      if (found !== null) return found;
      throw wrong(field, `the ${field} is empty`, `every row needs its ${field}`);
    },
    word(field, words) {
      const found = text(field);
      if (found === null) return null;
      const known = words.find((word) => word === found.toLowerCase());
      if (known !== undefined) return known;
      throw wrong(field, `${JSON.stringify(found)} is none of ${words.join(", ")}`);
    },
    truth(field) {
      const found = text(field)?.toLowerCase() ?? null;
      if (found === null) return null;
      if (found === "true" || found === "1") return true;
      if (found === "false" || found === "0") return false;
      throw wrong(field, `${JSON.stringify(found)} is neither true nor false`);
    },
    amount: (field) => amountUpTo(field, MOST[field] ?? 1e15, "number from 0 on"),
    share(field) {
      const found = text(field);
      const value = found === null ? null : numberIn(found);
      if (found === null || (value !== null && value >= 0 && value <= 1)) return value;
      throw wrong(field, `${JSON.stringify(found)} is no share from 0 to 1`);
    },
    countsByName(field) {
      const parts = text(field)?.split(";") ?? [];
      return Object.fromEntries(
        parts.map((part) => {
          const [, name, count] = /^(.+)=(\d+)$/.exec(part) ?? [];
          if (name === undefined) throw wrong(field, `${JSON.stringify(part)} is no name=count`);
          return [name, Number(count)];
        }),
      );
    },
  };
}
