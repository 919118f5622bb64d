/** Notes of a report on its noise floor: the calibration each comparison rests on, or that there is none. */

import type { Experiment } from "../../core/experiment.ts";
import type { ReportSection } from "../../core/report-document.ts";
import { isCalibration } from "./find-calibration.ts";

/** One note per calibration used, and one that names what is not calibrated. */
export function calibrationNotes(
  experiment: Experiment,
  sections: readonly ReportSection[],
): readonly string[] {
  if (isCalibration(experiment))
    return [
      `This is a calibration: every comparison sets a control arm against itself${experiment.independent ? (experiment.sameSeeds ? ", each asking for itself under the same sampling seeds" : "") : ", with shared replies"}, so any difference is ${experiment.independent ? "noise" : "a fault of the lab"}.`,
    ];
  const used = new Map<string, { at: string; of: string[] }>();
  const without: string[] = [];
  for (const { flag, comparison } of sections) {
    const name = flag ?? comparison.plan.id;
    const source = comparison.facts.calibration?.source;
    if (!source) without.push(name);
    else {
      const entry = used.get(source.experiment) ?? { at: source.at, of: [] };
      entry.of.push(name);
      used.set(source.experiment, entry);
    }
  }
  const which = without.length === sections.length ? "these scenarios" : `those of ${without.join(", ")}`;
  return [
    ...[...used].map(
      ([id, { at, of }]) =>
        `Calibrated by experiment ${id} of ${at.slice(0, 16).replace("T", " ")} UTC: ${of.join(", ")}.`,
    ),
    ...(without.length === 0
      ? []
      : [
          `Not calibrated: no A/A run of ${which} and this model is stored, so the noise floor is not known (harness-lab calibrate).`,
        ]),
  ];
}
