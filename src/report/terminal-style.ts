/** Colour and layout of terminal output; without colour the same words stand there plain. */

import type { Tone } from "../core/event-line.ts";

export interface TerminalOptions {
  readonly colour: boolean;
  /** Columns available; text is wrapped to it. */
  readonly width: number;
}

type Paint = Tone | "bold" | "faint";

const CODES: Readonly<Record<Paint, readonly [on: number, off: number]>> = {
  good: [32, 39],
  bad: [31, 39],
  open: [33, 39],
  quiet: [2, 22],
  faint: [2, 22],
  bold: [1, 22],
};

/** Colours text that has no control characters of its own. */
export function paint(text: string, paint: Paint, { colour }: TerminalOptions): string {
  const [on, off] = CODES[paint];
  return colour && text !== "" ? `\u001b[${on}m${text}\u001b[${off}m` : text;
}

/** Aligns cells in columns, the first `left` to the left and the others to the right. */
export function columns(rows: readonly (readonly string[])[], left: number): readonly string[] {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column < left ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}
