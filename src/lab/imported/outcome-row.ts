/** Reads one row of somebody else's as an outcome: an empty field is unknown and never 0, nonsense is an error. */

import { LabError } from "../../core/errors.ts";
import { type ArmOutcome, MISSING_OUTCOME, type Outcome } from "../../core/pairs.ts";
import type { RecordedRow } from "../../record/read-rows.ts";
import type { ColumnMap, Field } from "./columns.ts";
import type { Validity } from "./valid-rows.ts";

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
  /** Why the user's conditions make it no outcome; null where they do not. */
  readonly excluded: string | null;
}

export interface RowReading {
  readonly file: string;
  readonly map: ColumnMap;
  readonly valid: Validity;
  /** From which graded score on a row is a pass; null = rows say pass or fail themselves. */
  readonly passAt: number | null;
  /** An LLM judge decided wherever the row itself does not say; false = unknown there. */
  readonly judged: boolean;
}

const WORDS: Readonly<Record<string, boolean>> = { true: true, false: false, pass: true, fail: false };

/** Reads a row, or says which field of which line cannot be meant. */
export function readOutcomeRow(row: RecordedRow, reading: RowReading): OutcomeRow {
  const cells = cellsOf(row, reading);
  const excluded = reading.valid(row);
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
  };
}

function outcomeOf(cells: Cells, reading: RowReading, excluded: boolean): ArmOutcome {
  const { outcome, score } = successOf(cells, reading.passAt);
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

function successOf(
  cells: Cells,
  passAt: number | null,
): { readonly outcome: Outcome; readonly score: number | null } {
  const score = cells.share("score");
  const lost = cells.word("lost", ["error", "unscored", "missing"]);
  const text = cells.text("success");
  if (text === null) return { outcome: lost ?? "unscored", score };
  if (lost !== null) throw cells.wrong("lost", `a row cannot both be lost to "${lost}" and have a result`);
  const word = WORDS[text.toLowerCase()];
  if (word !== undefined) return { outcome: word ? "pass" : "fail", score };
  const value = Number(text);
  if (!(value >= 0 && value <= 1))
    throw cells.wrong("success", `${JSON.stringify(text)} says neither pass nor fail`, SUCCESS_REMEDY);
  if (passAt !== null) return { outcome: value >= passAt ? "pass" : "fail", score: value };
  if (value !== 0 && value !== 1)
    throw cells.wrong(
      "success",
      `${text} is a graded score, and from where on it is a pass was not said`,
      "give --pass-at, e.g. --pass-at 1 when only a full score is a pass",
    );
  return { outcome: value === 1 ? "pass" : "fail", score };
}

const SUCCESS_REMEDY =
  "write true, false, pass, fail, 1, 0 or a score from 0 to 1; leave it empty when it is unknown";

interface Cells {
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
  const amountBelow = (field: Field, limit: number, words: string): number | null => {
    const found = text(field);
    if (found === null) return null;
    const value = Number(found);
    if (value >= 0 && value <= limit) return value;
    throw wrong(field, `${JSON.stringify(found)} is no ${words}`);
  };
  return {
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
    amount: (field) => amountBelow(field, Number.MAX_VALUE, "number from 0 on"),
    share: (field) => amountBelow(field, 1, "share from 0 to 1"),
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
