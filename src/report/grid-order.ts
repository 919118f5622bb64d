/** Order of the seed-by-seed grid: scenarios with most discordant pairs first, discordant seeds first in each. */

import type { GridRow } from "../core/report-document.ts";

export type PairKind = "better" | "worse" | "equal" | "not-scored";

/** The rows of one scenario, discordant first. */
export interface GridScenario {
  readonly scenario: string;
  readonly rows: readonly GridRow[];
}

/** Result of a pair: only the treatment passes, only the control passes, both alike, or nothing. */
export function pairKind({ control, treatment }: GridRow): PairKind {
  const scored = [control, treatment].every(({ outcome }) => outcome === "pass" || outcome === "fail");
  if (!scored) return "not-scored";
  if (control.outcome === treatment.outcome) return "equal";
  return treatment.outcome === "pass" ? "better" : "worse";
}

const RANK: Readonly<Record<PairKind, number>> = { worse: 0, better: 1, "not-scored": 2, equal: 3 };

function isDiscordant(row: GridRow): boolean {
  const kind = pairKind(row);
  return kind === "better" || kind === "worse";
}

/** Groups and orders the rows of one role; ties keep the document's order. */
export function gridOf(rows: readonly GridRow[], role: GridRow["role"]): readonly GridScenario[] {
  const byScenario = new Map<string, GridRow[]>();
  for (const row of rows.filter((candidate) => candidate.role === role)) {
    const group = byScenario.get(row.scenario);
    if (group) group.push(row);
    else byScenario.set(row.scenario, [row]);
  }
  return [...byScenario]
    .map(([scenario, group]) => ({
      scenario,
      rows: group.toSorted((a, b) => RANK[pairKind(a)] - RANK[pairKind(b)]),
    }))
    .toSorted((a, b) => b.rows.filter(isDiscordant).length - a.rows.filter(isDiscordant).length);
}
