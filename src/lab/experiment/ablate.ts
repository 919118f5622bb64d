/** The main job: runs each flag on and off over its scenarios and says what the evidence supports. */

import { modelsOf } from "../../core/effective-arm.ts";
import { EXIT, type ExitCode, LabError } from "../../core/errors.ts";
import { isSimulated } from "../../core/model-settings.ts";
import type { ExperimentReport } from "../../core/report-document.ts";
import { incompleteLine } from "../../report/incomplete-line.ts";
import { readStore } from "../environment/read-store.ts";
import type { Console, LabResult } from "../environment/result.ts";
import { claimOf, planExperiment } from "../planning/plan-experiment.ts";
import { type AblationOptions, type Prepared, prepareAblation } from "../planning/prepare.ts";
import { buildReport } from "../reporting/build-report.ts";
import { type ConductResult, conduct } from "./conduct.ts";
import { dryRun } from "./dry-run.ts";
import { backendNotes, judgeNotes, nameNotes, runNotes } from "./run-notes.ts";

export interface RunOptions {
  readonly db: string;
  readonly width: number;
  readonly fresh: boolean;
  readonly dryRun: boolean;
  /** Most that the experiment may spend: no call is sent that could go beyond; absent = no limit. */
  readonly budgetUsd?: number | undefined;
  /** Prints every reservation instead of the first screen. */
  readonly verbose?: boolean | undefined;
  readonly console: Console;
}

export interface AblateRequest extends RunOptions, AblationOptions {}

/** Plans and conducts an ablation or a design, or only shows the plan; rejects before anything is spent on wrong use. */
export async function ablate(request: AblateRequest): Promise<LabResult> {
  return carryOut(await prepareAblation(request), request);
}

/** Conducts a planned experiment and reports it; the exit code says whether the evaluation completed. */
export async function carryOut(
  prepared: Prepared,
  options: RunOptions & { readonly force?: boolean | undefined },
): Promise<LabResult> {
  const { experiment } = prepared;
  if (options.dryRun)
    return dryRun(experiment, prepared.scenarios, { ...prepared, db: options.db, width: options.width });
  if (experiment.rule?.until && !options.force) await requireReachable(prepared, options);
  const result = await conduct({ ...options, ...prepared });
  const { document, row } = await readStore(options.db, async (store) => ({
    document: await buildReport(store, experiment.id),
    row: await store.findExperiment(experiment.id),
  }));
  const notes = [
    ...runNotes(experiment, document.experiment, result),
    ...nameNotes(row),
    ...backendNotes(document.answeredBy, modelsOf(experiment).length),
    ...judgeNotes(experiment.judge, document.totals),
  ];
  for (const line of notes) options.console.note(line);
  const { renderTerminal } = await import("../../report/terminal.ts");
  const { colour, width } = options.console;
  const text = renderTerminal(document, { colour, width, verbose: options.verbose });
  const lacking = incompleteLine(document, result.stopped?.spentUsd);
  return {
    text: lacking === null ? text : `${text}\n${lacking}`,
    json: document,
    exitCode: exitCodeOf(document, result),
  };
}

/**
 * 4 when some comparison is invalid or nothing could be judged (STATISTICS 11.2), 3 when the budget ended the run before
 * it was complete, 0 otherwise: whatever was found, and with lost pairs as long as they are within the limit.
 */
export function exitCodeOf(
  { totals, sections }: Pick<ExperimentReport, "totals" | "sections">,
  { stopped }: Pick<ConductResult, "stopped">,
): ExitCode {
  const isInvalid = sections.some(({ comparison }) => comparison.verdict.label === "invalid");
  if (totals.trialsCompleted === 0 || isInvalid) return EXIT.broken;
  return stopped === null ? EXIT.pass : EXIT.inconclusive;
}

/** A run that aims at a verdict is refused where no outcome of it could reach that verdict. */
async function requireReachable(prepared: Prepared, options: RunOptions): Promise<void> {
  const { experiment, scenarios } = prepared;
  if (!experiment.rule?.until) return;
  const { unreachable } = await planExperiment(experiment, scenarios, {
    ...prepared,
    db: options.db,
    width: options.width,
    goal: claimOf(experiment.rule.until, isSimulated(experiment.model)),
    margin: null,
  });
  if (unreachable.length > 0)
    throw new LabError({
      code: "unreachable-verdict",
      what: unreachable.map(({ text }) => text).join("; "),
      where: `--until ${experiment.rule.until}`,
      remedy:
        "raise --max-seeds, add scenarios, or go on anyway with --force (harness-lab plan shows the whole plan)",
    });
}
