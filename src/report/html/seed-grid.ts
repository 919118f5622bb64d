/** The seed-by-seed grid: every pair as a tile, treatment over control, discordant pairs first. */

import { countText } from "../../core/format.ts";
import type { GridRow, ReportSection } from "../../core/report-document.ts";
import { type GridScenario, gridOf, pairKind } from "../grid-order.ts";
import { armWords, FIRED_SYMBOL, OUTCOME_WORDS, outcomeKey } from "../words.ts";
import { html, type Markup } from "./markup.ts";

/** Tiles drawn at most, and of one scenario: beyond that a page would no longer open, and nobody looks at each. */
const MOST_TILES = 3000;
const MOST_OF_SCENARIO = 200;

const KIND_WORDS = {
  better: "only the upper arm passes",
  worse: "only the lower arm passes",
  equal: "both alike",
  "not-scored": "not a valid pair",
} as const;

function firedWords(fired: boolean | null): string {
  return fired === null ? "firing unknown" : fired ? "fired" : "did not fire";
}

function cellOf(side: GridRow["control"], arm: string): Markup {
  const { symbol, word } = OUTCOME_WORDS[side.outcome];
  const error = side.error === null ? "" : `, ${side.error}`;
  const mark = side.fired ? html`<span class="fired" aria-hidden="true">${FIRED_SYMBOL}</span>` : "";
  return html`<span class="cell"><span class="${side.outcome}" aria-hidden="true">${symbol}</span>${mark}<span class="unseen">${arm}: ${word}${error}, ${firedWords(side.fired)}.</span></span>`;
}

function tileOf(row: GridRow, words: ReturnType<typeof armWords>, target: string | null): Markup {
  const kind = pairKind(row);
  const tip = [
    `${row.scenario} seed ${row.seed}: ${KIND_WORDS[kind]}`,
    `${words.treatment} ${OUTCOME_WORDS[row.treatment.outcome].word}, ${firedWords(row.treatment.fired)}`,
    `${words.control} ${OUTCOME_WORDS[row.control.outcome].word}, ${firedWords(row.control.fired)}`,
    row.diverged === null ? "divergence unknown" : row.diverged ? "requests differ" : "no request differs",
    ...[row.treatment.error, row.control.error].filter((error) => error !== null),
  ].join("\n");
  const inner = html`<span class="seed"><span class="unseen">seed </span>${row.seed}</span>${cellOf(row.treatment, words.treatment)}${cellOf(row.control, words.control)}`;
  return html`<li class="pair ${kind}" title="${tip}">${target === null ? inner : html`<a href="#${target}">${inner}</a>`}</li>`;
}

/** Legend of the symbols; printed once under a grid. */
function legend({ grid }: ReportSection, words: ReturnType<typeof armWords>): Markup {
  return html`<p class="legend">Each tile is one seed, ${words.treatment} over ${words.control}. ${outcomeKey(grid).join("  ")}  ${FIRED_SYMBOL} the flag fired. A thick frame marks a pair in which only one arm passes; such pairs come first.</p>`;
}

/** The grid of one role, or nothing where no such scenario was run; `target` names the transcript of a pair. */
export function seedGrid(
  section: ReportSection,
  role: GridRow["role"],
  target: (row: GridRow) => string | null,
): Markup | null {
  const groups = gridOf(section.grid, role);
  if (groups.length === 0) return null;
  const words = armWords(section);
  const shown = tilesShown(groups);
  const pairs = (of: readonly GridScenario[]) => of.reduce((sum, { rows }) => sum + rows.length, 0);
  const left = pairs(groups) - pairs(shown);
  return html`<div class="scroll"><table class="grid"><tbody>${shown.map(
    ({ scenario, rows }) =>
      html`<tr><th scope="row"><bdi>${scenario}</bdi></th><td><ol>${rows.map((row) => tileOf(row, words, target(row)))}</ol></td></tr>`,
  )}</tbody></table></div>${left === 0 ? "" : html`<p class="legend">${countText(left, "more pair")} of ${countText(groups.length, "scenario")} not drawn; what differs comes first.</p>`}${role === "stress" ? legend(section, words) : ""}`;
}

/** The beginning of the grid that a page can hold. */
function tilesShown(groups: readonly GridScenario[]): readonly GridScenario[] {
  const shown: GridScenario[] = [];
  let room = MOST_TILES;
  for (const { scenario, rows } of groups) {
    if (room <= 0) break;
    const part = rows.slice(0, Math.min(room, MOST_OF_SCENARIO));
    shown.push({ scenario, rows: part });
    room -= part.length;
  }
  return shown;
}
