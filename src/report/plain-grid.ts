/** The seed-by-seed grid in plain characters, treatment over control, discordant pairs first. */

import type { GridRow, ReportSection } from "../core/report-document.ts";
import { gridOf, pairKind } from "./grid-order.ts";
import { shorten } from "./visible-text.ts";
import { armWords, FIRED_SYMBOL, OUTCOME_WORDS, outcomeKey } from "./words.ts";

const ROW_PAIRS = 12;

function cell(side: GridRow["control"]): string {
  return `${OUTCOME_WORDS[side.outcome].symbol}${side.fired ? FIRED_SYMBOL : " "}`;
}

function isDiscordant(row: GridRow): boolean {
  return ["better", "worse"].includes(pairKind(row));
}

function chunk(rows: readonly GridRow[], words: { treatment: string; control: string }): string {
  const seeds = rows.map(({ seed }) => shorten(seed, 8));
  const arm = Math.max(4, words.treatment.length, words.control.length);
  const line = (name: string, cells: readonly string[]) =>
    `  ${name.padEnd(arm)}  ${cells.map((text, column) => text.padEnd(Math.max(3, (seeds[column] ?? "").length + 1))).join("")}`.trimEnd();
  return [
    line("seed", seeds),
    line(
      words.treatment,
      rows.map(({ treatment }) => cell(treatment)),
    ),
    line(
      words.control,
      rows.map(({ control }) => cell(control)),
    ),
    ...(rows.some(isDiscordant)
      ? [
          line(
            "",
            rows.map((row) => (isDiscordant(row) ? "^" : "")),
          ),
        ]
      : []),
  ].join("\n");
}

/** The grid of one role as text, or null where no such scenario was run. */
export function plainGrid(section: ReportSection, role: GridRow["role"]): string | null {
  const groups = gridOf(section.grid, role);
  if (groups.length === 0) return null;
  const full = armWords(section);
  const words = { treatment: shorten(full.treatment, 16), control: shorten(full.control, 16) };
  return groups
    .map(({ scenario, rows }) => {
      const chunks: string[] = [];
      for (let start = 0; start < rows.length; start += ROW_PAIRS)
        chunks.push(chunk(rows.slice(start, start + ROW_PAIRS), words));
      return [shorten(scenario, 78), ...chunks].join("\n");
    })
    .join("\n\n");
}

/** Legend of the characters. */
export function gridLegend({ grid }: ReportSection): string {
  return `${outcomeKey(grid).join(", ")}, ${FIRED_SYMBOL} the flag fired, ^ only one arm passes`;
}
