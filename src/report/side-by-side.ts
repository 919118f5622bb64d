/** Prints two trials side by side from a little before their first difference. */

import { countText } from "../core/format.ts";
import { outcomeOf } from "../core/score.ts";
import type { AlignedSteps, TranscriptStep } from "../core/transcript-step.ts";
import { type GradedTrial, trialId, trialName } from "../core/trial.ts";
import { wrapWords } from "../core/wrap-text.ts";
import { paint, type TerminalOptions } from "./terminal-style.ts";
import type { TrialDifference } from "./trial-difference.ts";
import { oneLine, shorten, visibleText } from "./visible-text.ts";

export interface SideBySideOptions extends TerminalOptions {
  /** Equal steps shown before the first difference. */
  readonly before: number;
  /** Differing rows shown. */
  readonly after: number;
}

const MARKS: Readonly<Record<AlignedSteps["mark"], string>> = {
  same: " ",
  differs: "|",
  "left-only": "<",
  "right-only": ">",
};
/** Characters of a text that are shown around the place where it begins to differ. */
const AROUND = 60;
const EXCERPT = 420;

/** The name of a trial as users type it. */
export function shownName({ outcome: { key } }: GradedTrial): string {
  return oneLine(trialName(key));
}

/** End of a trial, in a word. */
export function endWord({ outcome, scores }: GradedTrial): string {
  return outcome.error === null ? outcomeOf(scores) : `error (${outcome.error.kind})`;
}

/** Both names, where they part, and the rows around that place. */
export function renderSideBySide(
  left: GradedTrial,
  right: GradedTrial,
  difference: TrialDifference,
  options: SideBySideOptions,
): string {
  const width = Math.max(24, Math.floor((options.width - 3) / 2));
  const heads = [left, right].map((trial) => [
    shownName(trial),
    `trial ${trialId(trial.outcome.key)}, ${endWord(trial)}`,
  ]);
  const lines = [
    ...columns(heads[0] ?? [], heads[1] ?? [], " ", width).map((line) => paint(line, "bold", options)),
    "",
  ];
  const { first, same, rows } = difference;
  if (first === null)
    return [...lines, `No difference in ${countText(same, "step")}.`, ...checks(left, right)].join("\n");
  lines.push(summary(difference), "");
  const start = Math.max(0, same - options.before);
  if (start > 0) lines.push(paint(`  ... ${countText(start, "equal step")} before`, "faint", options));
  for (const row of rows.slice(start, same)) lines.push(...rowLines(row, false, width, options));
  lines.push(...differing(rows.slice(same), width, options));
  return [...lines, ...checks(left, right)].join("\n");
}

/** Rows from the first difference on; runs of equal steps between them are only counted. */
function differing(rows: readonly AlignedSteps[], width: number, options: SideBySideOptions): string[] {
  const lines: string[] = [];
  let equal = 0;
  let shown = 0;
  for (const [index, row] of rows.entries()) {
    if (row.mark === "same") {
      equal += 1;
      continue;
    }
    if (shown >= options.after) {
      const left = rows.slice(index).filter(({ mark }) => mark !== "same").length;
      return [...lines, paint(`  ... ${countText(left, "more step")} that differ`, "faint", options)];
    }
    if (equal > 0) lines.push(paint(`  ... ${countText(equal, "equal step")}`, "faint", options));
    equal = 0;
    lines.push(...rowLines(row, shown === 0, width, options));
    shown += 1;
  }
  return equal > 0
    ? [...lines, paint(`  ... ${countText(equal, "equal step")} to the end`, "faint", options)]
    : lines;
}

/** Place where the trials first part, and that of the first differing request and reply where it is later. */
function summary({ first, firstOf, same }: TrialDifference): string {
  const others = (["request", "reply"] as const)
    .filter((kind) => firstOf[kind] !== null && firstOf[kind] !== first)
    .map((kind) => `first ${kind} that differs: ${nameOf(firstOf[kind])}`);
  return [`First difference after ${countText(same, "equal step")}: ${nameOf(first)}`, ...others].join("\n");
}

/** A row in words: what it is, where, and whether only one side has it. */
export function nameOf(row: AlignedSteps | null): string {
  const step = row?.left ?? row?.right;
  if (!row || !step) return "none";
  const only = row.mark === "left-only" ? ", only left" : row.mark === "right-only" ? ", only right" : "";
  return `${step.label} ${step.kind} in ${placeText(step)}${only}`;
}

function placeText({ place: { session, turn, iteration, task } }: TranscriptStep): string {
  const parts = [`turn ${turn}`];
  if (session > 1) parts.unshift(`session ${session}`);
  if (iteration > 0) parts.push(`iteration ${iteration}`);
  if (task !== "") parts.push(`task ${oneLine(task)}`);
  return parts.join(", ");
}

function rowLines(row: AlignedSteps, first: boolean, width: number, options: SideBySideOptions): string[] {
  const { left, right, mark } = row;
  const step = left ?? right;
  if (!step) return [];
  const head = paint(
    `${MARKS[mark]} ${step.label} ${step.kind}, ${placeText(step)}`,
    first ? "bold" : "faint",
    options,
  );
  if (mark === "same")
    return [`${head}  ${paint(shorten(step.text, Math.max(20, options.width - 50)), "faint", options)}`];
  const [one, other] = excerpts(left?.text ?? null, right?.text ?? null, first ? EXCERPT : EXCERPT / 2);
  return [head, ...columns(one, other, MARKS[mark], width)];
}

/** Both texts from a little before the place where they begin to differ; a text that is absent is a dash. */
function excerpts(left: string | null, right: string | null, length: number): [string[], string[]] {
  let at = 0;
  if (left !== null && right !== null)
    while (at < left.length && at < right.length && left[at] === right[at]) at += 1;
  const from = Math.max(0, at - AROUND);
  const cut = (text: string | null): string[] => {
    if (text === null) return ["-"];
    const piece = text.slice(from, from + length);
    const shown = `${from > 0 ? "…" : ""}${piece}${from + length < text.length ? "…" : ""}`;
    return shown === "" ? ["(empty)"] : visibleText(shown).split("\n");
  };
  return [cut(left), cut(right)];
}

/** Two lists of lines in two columns of the width, long ones wrapped. */
function columns(left: readonly string[], right: readonly string[], mark: string, width: number): string[] {
  const [one, other] = [left, right].map((lines) =>
    lines.flatMap((line) => wrapWords(line, width).split("\n")).flatMap((line) => pieces(line, width)),
  ) as [string[], string[]];
  return Array.from({ length: Math.max(one.length, other.length) }, (_, i) =>
    `${(one[i] ?? "").padEnd(width)} ${mark} ${other[i] ?? ""}`.trimEnd(),
  );
}

/** A word longer than the column is cut. */
function pieces(line: string, width: number): string[] {
  const list: string[] = [];
  for (let at = 0; at < Math.max(1, line.length); at += width) list.push(line.slice(at, at + width));
  return list;
}

/** Checks with another result, by their names. */
function checks(left: GradedTrial, right: GradedTrial): string[] {
  const changed = left.scores.flatMap((score) => {
    const other = right.scores.find(({ check }) => check === score.check);
    return other && other.result !== score.result
      ? [`  ${score.check}: ${score.result} | ${other.result}`]
      : [];
  });
  return changed.length === 0 ? [] : ["", "Checks with another result:", ...changed];
}
