/** The note on a second run of a comparison: its counts and evidence, and whether it confirms the first one. */

import type { Comparison } from "../core/comparison.ts";
import { countText, eValueText, pEquation } from "../core/format.ts";
import type { ReportSection } from "../core/report-document.ts";
import { sectionName } from "./words.ts";

/** Note on a comparison that a second run, kept in `store`, confirms or not. */
export function replicationNote(
  section: ReportSection,
  second: Comparison,
  { store, obstacles }: { readonly store: string; readonly obstacles: readonly string[] },
): string {
  const confirmation = obstacles.length === 0 ? "verified" : `not verified: ${obstacles.join("; ")}`;
  return `Second run of ${sectionName(section)} (${store}): ${evidenceText(second)}; ${confirmation}.`;
}

function evidenceText({ counts, effect, sequential }: Comparison): string {
  const evidence =
    sequential === null
      ? `one-sided exact ${pEquation(effect.betterP)}`
      : `e-value for better ${eValueText(sequential.eGreater)}`;
  return `${counts.b} better, ${counts.c} worse of ${countText(counts.n, "pair")}, ${evidence}`;
}
