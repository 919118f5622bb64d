/** Reads one row of somebody else's as an outcome: an empty field is unknown and never 0, nonsense is an error. */

import type { ArmOutcome } from "../core/pairs.ts";
import type { RecordedRow } from "../core/recorded-row.ts";
import { type Result, ResultProblem, type ResultReader } from "./outcome-words.ts";
import type { RowCells } from "./row-cells.ts";
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
  /** Reason why it is not an outcome although the row may name a result; null where it is one. */
  readonly excluded: string | null;
  /** Cells of its columns that speak of validity, in their order. */
  readonly signs: readonly string[];
}

export interface RowReading {
  readonly cells: RowCells;
  readonly valid: Validity;
  readonly signs: readonly Sign[];
  readonly results: ResultReader;
  /** An LLM judge decided wherever the row itself does not say; false = unknown there. */
  readonly judged: boolean;
}

const NO_SIGNS: readonly string[] = [];

/** Reads a row, or says which field of which line cannot be meant. */
export function readOutcomeRow(row: RecordedRow, reading: RowReading): OutcomeRow {
  const { cells } = reading;
  cells.turnTo(row);
  const excluded = reading.valid.check(row);
  return {
    line: row.line,
    comparison: cells.name("comparison"),
    flag: cells.name("flag"),
    side: cells.word("side", ["control", "treatment"]),
    role: cells.word("role", ["stress", "control"]) ?? "stress",
    arm: cells.neededName("arm"),
    scenario: cells.neededName("scenario"),
    seed: cells.has("seed") ? cells.neededName("seed") : "1",
    outcome: outcomeOf(cells, reading, excluded !== null),
    diverged: cells.truth("diverged"),
    prefixIdentical: cells.truth("prefix-identical"),
    simulated: cells.truth("simulated"),
    greedy: cells.truth("greedy"),
    planned: cells.amount("planned"),
    excluded,
    signs: reading.signs.length === 0 ? NO_SIGNS : reading.signs.map(({ place }) => row.fields[place] ?? ""),
  };
}

function outcomeOf(cells: RowCells, reading: RowReading, excluded: boolean): ArmOutcome {
  const { outcome, score } = successOf(cells, reading.results);
  const tokens = cells.amount("tokens");
  // One literal, and no copy of another: a copy holds four times the memory, which counts in files of 100,000 rows.
  const read: ArmOutcome & { totalTokens?: number } = {
    outcome: excluded ? "missing" : outcome,
    score,
    costUsd: cells.amount("cost"),
    uncachedCostUsd: cells.amount("uncached-cost"),
    inputTokens: cells.amount("input-tokens"),
    cachedInputTokens: cells.amount("cached-input-tokens"),
    outputTokens: cells.amount("output-tokens"),
    calls: cells.amount("calls"),
    latencyMs: cells.amount("latency"),
    // Where nobody says that replies were shared, the latency is the whole one.
    wholeLatencyMs: cells.amount(cells.has("whole-latency") ? "whole-latency" : "latency"),
    position: cells.amount("position"),
    reached: cells.truth("reached"),
    fired: cells.truth("fired"),
    transcript: cells.text("transcript"),
    callsByPurpose: cells.countsByName("calls-by-purpose"),
    ownCalls: cells.amount("own-calls"),
    signatureSeen: cells.truth("signature-seen"),
    judged: cells.truth("judged") ?? (reading.judged ? true : null),
    mechanismOk: cells.truth("mechanism-ok"),
    models: cells.names("models"),
    spontaneous: cells.truth("spontaneous"),
    sharedCalls: cells.share("shared-calls"),
  };
  if (tokens !== null) read.totalTokens = tokens;
  return read;
}

function successOf(cells: RowCells, results: ResultReader): Result {
  const score = cells.share("score");
  const lost = cells.word("lost", ["error", "unscored", "missing"]);
  const text = cells.text("success");
  if (text === null) return { outcome: lost ?? "unscored", score };
  if (lost !== null) throw cells.wrong("lost", `a row cannot both be lost to "${lost}" and have a result`);
  const found = results.read(text, cells.line);
  if (found instanceof ResultProblem) throw cells.wrong("success", found.what, found.remedy);
  return { outcome: found.outcome, score: found.score ?? score };
}
