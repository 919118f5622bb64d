/** The notes of a report on a stored experiment: what answered, whose prices, how to verify, what calibrates it. */

import type { ExperimentReport } from "../../core/report-document.ts";
import type { Verdict } from "../../core/verdict.ts";
import { calibrationNotes } from "../calibration/calibration-notes.ts";

/** A mechanism is not a rate, so a second run could not verify it. */
function isVerifiable({ label, basis }: Verdict): boolean {
  return label === "demonstrated" && basis === "statistical";
}

/** The notes; a report that was held against a second run has no use for how to make one. */
export function reportNotes(
  { experiment, provenance, sections }: Pick<ExperimentReport, "experiment" | "provenance" | "sections">,
  replicated = false,
): readonly string[] {
  const { priceLike } = experiment.model;
  const notes = [
    provenance.simulated &&
      "Simulated model: these runs prove that mechanisms work as described, never that they benefit a real model.",
    priceLike !== null &&
      `Costs are as if every call were priced like ${priceLike}; the model itself has no price here.`,
    !replicated &&
      sections.some(({ comparison }) => isVerifiable(comparison.verdict)) &&
      "To verify what is demonstrated, run the same command with a file of other seeds and a --db of its own, then harness-lab report --replication <that store>.",
  ].filter((note) => note !== false);
  return [...notes, ...calibrationNotes(experiment, sections)];
}
