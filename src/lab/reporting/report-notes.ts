/** The notes of a report on a stored experiment: whose prices, how to verify, what calibrates it. */

import { modelsOf } from "../../core/effective-arm.ts";
import type { ExperimentReport } from "../../core/report-document.ts";
import type { Verdict } from "../../core/verdict.ts";
import { calibrationNotes } from "../calibration/calibration-notes.ts";

/** A mechanism is not a rate, so a second run could not verify it. */
function isVerifiable({ label, basis }: Verdict): boolean {
  return label === "demonstrated" && basis === "statistical";
}

/** The notes; a report that was held against a second run has no use for how to make one. */
export function reportNotes(
  { experiment, sections }: Pick<ExperimentReport, "experiment" | "sections">,
  replicated = false,
): readonly string[] {
  const borrowed = modelsOf(experiment).flatMap(({ model, priceLike }) =>
    priceLike === null
      ? []
      : [
          experiment.arms.some((arm) => arm.model)
            ? `Costs of ${model} are as if every call were priced like ${priceLike}; the model itself has no price here.`
            : `Costs are as if every call were priced like ${priceLike}; the model itself has no price here.`,
        ],
  );
  const notes = [
    // Two models of one name and one price list have one note.
    ...new Set(borrowed),
    !replicated &&
      sections.some(({ comparison }) => isVerifiable(comparison.verdict)) &&
      "To verify what is demonstrated, run the same command with a file of other seeds and a --db of its own, then harness-lab report --replication <that store>.",
  ].filter((note) => note !== false);
  return [...notes, ...calibrationNotes(experiment, sections)];
}
