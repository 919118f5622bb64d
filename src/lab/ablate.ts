/** The main job: runs each flag on and off over its scenarios and says what the evidence supports. */

import { EXIT, type ExitCode, LabError } from "../core/errors.ts";
import type { ExperimentReport } from "../core/report-document.ts";
import { buildReport } from "./build-report.ts";
import { type ConductResult, conduct } from "./conduct.ts";
import { dryRun } from "./dry-run.ts";
import { isSimulated } from "./model-access.ts";
import { claimOf, planExperiment } from "./plan-experiment.ts";
import { type AblationOptions, type Prepared, prepareAblation } from "./prepare.ts";
import { readStore } from "./read-store.ts";
import type { Console, LabResult } from "./result.ts";

export interface RunOptions {
  readonly db: string;
  readonly width: number;
  readonly fresh: boolean;
  readonly dryRun: boolean;
  /** No block starts once the experiment has spent this much; absent = no limit. */
  readonly budgetUsd?: number | undefined;
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
  sayWhatRan(result, options.console);
  const document = await readStore(options.db, (store) => buildReport(store, experiment.id));
  const { renderTerminal } = await import("../report/terminal.ts");
  return {
    text: renderTerminal(document, { colour: options.console.colour, width: options.console.width }),
    json: document,
    exitCode: exitCodeOf(document, result),
  };
}

/** 0 when the evaluation completed, whatever it found; 3 when the budget ended it; 4 when it broke. */
function exitCodeOf({ totals, experiment }: ExperimentReport, { stopped }: ConductResult): ExitCode {
  // A sequential run leaves out what it need not run.
  const sequential = experiment.rule?.design === "sequential";
  const lacking = totals.trialsMissing > 0 && !sequential && stopped === null;
  if (totals.trialsCompleted === 0 || lacking) return EXIT.broken;
  return stopped === null ? EXIT.pass : EXIT.inconclusive;
}

function sayWhatRan({ ran, resumed, stopped }: ConductResult, { note }: Console): void {
  if (ran === 0 && stopped === null)
    note("Everything was stored already: this is the stored result (--fresh runs anew).");
  else if (resumed > 0) note(`${resumed} blocks were stored already; ${ran} were run.`);
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
      what: unreachable.join("; "),
      where: `--until ${experiment.rule.until}`,
      remedy:
        "raise --max-seeds, add scenarios, or go on anyway with --force (harness-lab plan shows the whole plan)",
    });
}
