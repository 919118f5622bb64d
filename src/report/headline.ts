/** The figures that a table shows of a comparison: those that its label rests on. */

import type { Comparison } from "../core/comparison.ts";
import { count, points, pointsRange, pValue } from "../core/format.ts";
import type { Range } from "../core/pairs.ts";
import type { ReportSection } from "../core/report-document.ts";

export interface Headline {
  /** Null on a simulated model and in an invalid run. */
  readonly p: number | null;
  readonly adjustedP: number | null;
  readonly delta: number | null;
  readonly interval95: Range | null;
}

/** Of a claim about scenarios like these the figures over scenario means, else those over pairs. */
export function headlineOf({ effect, scenarioLevel, verdict }: Comparison): Headline {
  if (verdict.scope !== "general" || verdict.basis !== "statistical" || scenarioLevel.signFlipP === null)
    return { ...effect, p: effect.exactP };
  const { signFlipP, adjustedP, meanDelta, interval95 } = scenarioLevel;
  return { p: signFlipP, adjustedP, delta: meanDelta, interval95 };
}

/** True where any comparison carries a p: tables of simulated runs have no column for it. */
export function hasInference(sections: readonly ReportSection[]): boolean {
  return sections.some(({ comparison }) => comparison.effect.exactP !== null);
}

/** Wins and losses of pairs; "-" where nothing is paired. */
export function splitText({ counts, effect }: Comparison): string {
  return effect.test === "stratified-fisher" ? "-" : `${count(counts.b)}/${count(counts.c)}`;
}

/** "0.031 (0.13)": the p with its adjusted one; "-" where there is none. */
export function pText(comparison: Comparison): string {
  const { p, adjustedP } = headlineOf(comparison);
  if (p === null || comparison.counts.n === 0) return "-";
  return adjustedP === null ? pValue(p) : `${pValue(p)} (${pValue(adjustedP)})`;
}

/** "+83 (+27 to +98)": the difference in points with its interval; "-" where there is none. */
export function differenceText(comparison: Comparison): string {
  const { delta, interval95 } = headlineOf(comparison);
  if (interval95 === null || comparison.counts.n === 0) return "-";
  return `${points(delta)} (${pointsRange(interval95)})`;
}
