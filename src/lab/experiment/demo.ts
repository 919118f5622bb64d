/** The first run: calibrates, ablates five flags on the built-in scenarios with the simulated model, and reports. */

import { join } from "node:path";
import { FLAGS } from "../../core/flag-catalogue.ts";
import type { ReportDocument } from "../../core/report-document.ts";
import { DEFAULT_DB } from "../environment/project.ts";
import type { Console, LabResult } from "../environment/result.ts";
import { writeReports } from "../reporting/report.ts";
import { ablate } from "./ablate.ts";
import { calibrate } from "./calibrate.ts";

/** One flag of each kind of mechanism, always the same ones, so that the first screen stays one screen. */
const FIRST_FLAGS = [
  "AUDIT_SEMANTIC_CONTRADICTION",
  "AUDIT_RETRY_SYSTEM_ERRORS",
  "AUDIT_MEMORY_BUDGETED_RENDER",
  "AUDIT_SEMANTIC_HYPOTHESES",
  "AUDIT_SEMANTIC_COMPACTION",
];
/** Seeds of the demo: enough for the checklist of each scenario, few enough for a minute. */
const SEEDS = "10";
/** The checklist asks for three repeats of each control failure; where the control succeeds by chance, some are set aside. */
const CALIBRATION_SEEDS = "8";
/** The first screen is read in any terminal. */
const WIDEST = 100;

/** Needs no key and no network. */
export async function demo(console: Console, all: boolean): Promise<LabResult> {
  const flags = all ? FLAGS.filter((flag) => flag.built).map((flag) => flag.name) : FIRST_FLAGS;
  const common = {
    flags,
    model: {},
    db: DEFAULT_DB,
    width: 4,
    fresh: false,
    dryRun: false,
    console: { ...console, width: Math.min(console.width, WIDEST) },
  };
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
    name: all ? "built-in flags, simulated" : "five flags, simulated",
  });
  const files = ["html", "md", "json"].map((kind) => join(".harness-lab", `report.${kind}`));
  await writeReports(result.json as ReportDocument, files);
  return { ...result, text: `${result.text}\n${nextSteps(files[0] ?? "", all)}` };
}

function nextSteps(page: string, all: boolean): string {
  return [
    `Report: ${page} (open it in a browser; .md and .json lie beside it)`,
    "Next, on a model of your own:",
    "  npx harness-lab doctor --model <name> --base-url <url>",
    "  npx harness-lab ablate AUDIT_RETRY_SYSTEM_ERRORS --model <name> --base-url <url> --budget-usd 2",
    ...(all ? [] : ["All built flags: npx harness-lab demo --all"]),
  ].join("\n");
}
