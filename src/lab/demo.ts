/** The first run: calibrates, ablates every built flag on the built-in scenarios with the simulated model, and reports. */

import { join } from "node:path";
import { FLAGS } from "../core/flag-catalogue.ts";
import { unfinishedOf } from "../core/no-result.ts";
import type { ReportDocument } from "../core/report-document.ts";
import { ablate } from "./ablate.ts";
import { calibrate } from "./calibrate.ts";
import { writeNoResult } from "./outputs.ts";
import { DEFAULT_DB } from "./project.ts";
import { writeReports } from "./report.ts";
import type { Console, LabResult } from "./result.ts";

/** Seeds of the demo: enough for an exact test to speak, few enough for a minute. */
const SEEDS = "10";
/** The checklist asks for three repeats of each control failure. */
const CALIBRATION_SEEDS = "3";
const REPORTS = ["html", "md", "json"].map((kind) => join(".harness-lab", `report.${kind}`));

/** Needs no key and no network. */
export async function demo(console: Console): Promise<LabResult> {
  const flags = FLAGS.filter((flag) => flag.built).map((flag) => flag.name);
  const common = {
    flags,
    model: {},
    db: DEFAULT_DB,
    width: 4,
    fresh: false,
    dryRun: false,
    console,
  };
  // A demo that is interrupted must not leave the report of an earlier one behind.
  await writeNoResult(unfinishedOf("demo"), REPORTS);
  console.note(
    `Calibrating: ${flags.length} control arms against themselves, ${CALIBRATION_SEEDS} seeds each.`,
  );
  await calibrate({ ...common, seeds: CALIBRATION_SEEDS, draws: "independent" });
  console.note(
    `Ablating ${flags.length} flags on the built-in scenarios with the simulated model, ${SEEDS} seeds each.`,
  );
  const result = await ablate({
    ...common,
    seeds: SEEDS,
    independent: false,
    name: "built-in flags, simulated",
  });
  await writeReports(result.json as ReportDocument, REPORTS);
  return { ...result, text: `${result.text}\n\nReport: ${REPORTS.join("  ")}` };
}
