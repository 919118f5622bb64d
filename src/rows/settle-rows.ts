/** Sets the rows aside that their own columns say are not outcomes, once all rows have been seen. */

import type { OutcomeRow } from "./outcome-row.ts";
import { type Rule, type Sign, SignWords, unclearColumn } from "./validity-columns.ts";

export interface SettledRows {
  readonly rows: readonly OutcomeRow[];
  /** Columns that decided which rows are outcomes. */
  readonly used: readonly string[];
  /** Columns whose meaning is unclear, and which the user's own conditions made superfluous. */
  readonly unclear: readonly string[];
}

/** Applies the columns; one that is unclear is an error unless the user said which rows are outcomes. */
export function settleRows(
  rows: readonly OutcomeRow[],
  signs: readonly Sign[],
  { file, userDecides }: { readonly file: string; readonly userDecides: boolean },
): SettledRows {
  const used: string[] = [];
  const unclear: string[] = [];
  const rules = signs.map((sign, place): Rule | null => {
    const words = new SignWords(sign);
    for (const row of rows) words.see(row.signs[place] ?? "", row.line, row.outcome.outcome);
    const rule = words.rule();
    if (rule === null || typeof rule === "function") {
      if (rule !== null) used.push(sign.column);
      return rule;
    }
    if (!userDecides) throw unclearColumn(sign, rule, file);
    unclear.push(sign.column);
    return null;
  });
  if (used.length === 0) return { rows, used, unclear };
  return { rows: rows.map((row) => settle(row, rules)), used, unclear };
}

function settle(row: OutcomeRow, rules: readonly (Rule | null)[]): OutcomeRow {
  if (row.excluded !== null) return row;
  for (const [place, rule] of rules.entries()) {
    const aside = rule?.(row.signs[place] ?? "") ?? null;
    if (aside !== null)
      return { ...row, excluded: aside.reason, outcome: { ...row.outcome, outcome: aside.outcome } };
  }
  return row;
}
