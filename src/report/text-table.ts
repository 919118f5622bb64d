/** A plain text table that fits its terminal: columns, or one short list a row where columns would not fit. */

import { wrapHard } from "../core/wrap-text.ts";

/** Narrowest last column in which a sentence can still be read. */
const READABLE = 24;

/**
 * Lays rows out under a header; no rows gives the header and a line that says so. Without a width no line is wrapped,
 * so that programs read one row a line.
 */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width = Number.POSITIVE_INFINITY,
): string {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0);
  if (before + (widths.at(-1) ?? 0) <= width) return columns(header, rows, widths);
  const last = Math.max(READABLE, header.at(-1)?.length ?? 0);
  if (rows.length === 0) return "(none)";
  return before + last <= width
    ? columns(header, rows, widths, width - before)
    : rows.map((row) => list(header, row, width)).join("\n");
}

function columns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  widths: readonly number[],
  lastWidth = Number.POSITIVE_INFINITY,
): string {
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        if (column < cells.length - 1) return cell.padEnd(widths[column] ?? 0);
        return Number.isFinite(lastWidth)
          ? wrapHard(cell, lastWidth).replaceAll("\n", `\n${" ".repeat(before)}`)
          : cell;
      })
      .join("  ")
      .trimEnd();
  const rule = widths.map((width, column) =>
    "-".repeat(column === widths.length - 1 ? (header[column]?.length ?? 1) : width),
  );
  return [line(header), line(rule), ...(rows.length > 0 ? rows.map(line) : ["(none)"])].join("\n");
}

/** One row as its first cell and the others with their names; an empty cell is left out. */
function list(header: readonly string[], [first = "", ...cells]: readonly string[], width: number): string {
  const named = cells.flatMap((cell, column) => (cell === "" ? [] : [`${header[column + 1]} ${cell}`]));
  return `${wrapHard(first, width)}\n  ${wrapHard(named.join(" · "), width - 2, "  ")}`;
}
