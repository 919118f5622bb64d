/** Result of running all failing trials again: how each ended, the money, and the exit code. */

import { clopperPearsonInterval } from "../../analyse/intervals.ts";
import { EXIT, type ExitCode, type LabError } from "../../core/errors.ts";
import type {
  Failing,
  RerunFailedDocument,
  RerunFailedPlan,
  RerunOfOne,
  RerunPlan,
} from "../../core/rerun.ts";
import type { TrialRow } from "../../record/store-port.ts";
import { noFailingText, rerunFailedPlanText, rerunFailedText } from "../../report/rerun-failed-text.ts";
import type { Console, LabResult } from "../environment/result.ts";
import { partingOf, type Rerun, tallyOf } from "./rerun-result.ts";

export interface FailedRerun extends Failing {
  /** Null for a trial that was not reached. */
  readonly rows: readonly { readonly row: TrialRow; readonly rerun: Rerun | null }[];
  /** Null when the price of some call is not known, or what a trial cost that broke off. */
  readonly spentUsd: number | null;
  /** Cause that kept the later trials from being run. */
  readonly stoppedBy: LabError | null;
}

interface Options {
  readonly times: number;
  readonly width: number;
  readonly budgetUsd?: number | undefined;
  readonly console: Console;
}

const FORMAT = "harness-lab-rerun-failed/1";

/** The result where no trial fails. */
export function noFailingTrial(of: Failing, rows: readonly TrialRow[], { times }: Options): LabResult {
  const count = (outcome: TrialRow["outcome"]) => rows.filter((row) => row.outcome === outcome).length;
  return {
    text: noFailingText(of, { pass: count("pass"), error: count("error"), unscored: count("unscored") }),
    json: {
      format: FORMAT,
      ...of,
      times,
      spentUsd: 0,
      stoppedBy: null,
      results: [],
      firstDifference: null,
    } satisfies RerunFailedDocument,
    exitCode: EXIT.pass,
  };
}

/** Expected effort of the runs of all failing trials. */
export function rerunFailedPlan(
  of: Failing,
  plans: readonly RerunPlan[],
  { times, budgetUsd, console }: Options,
): LabResult {
  const plan: RerunFailedPlan = {
    format: "harness-lab-rerun-failed-plan/1",
    ...of,
    times,
    calls: plans.reduce((sum, one) => sum + one.calls, 0),
    costUsd: plans.reduce<number | null>(
      (sum, one) => (sum === null || one.costUsd === null ? null : sum + one.costUsd),
      0,
    ),
    durationMs: plans.reduce((sum, one) => sum + one.durationMs, 0),
    plans,
  };
  return {
    text: rerunFailedPlanText(plan, { budgetUsd, tableWidth: console.tableWidth }),
    json: plan,
    exitCode: EXIT.pass,
  };
}

/** One row a trial; a single trial also shows where failing and passing runs part. */
export async function rerunFailedResult(done: FailedRerun, options: Options): Promise<LabResult> {
  const { times, budgetUsd, console } = options;
  const { experiment, trials, failing, spentUsd, stoppedBy } = done;
  const [only] = done.rows;
  const parting =
    done.rows.length === 1 && only?.rerun
      ? await partingOf(only.rerun, tallyOf(only.rerun.runs, times), console)
      : null;
  const document: RerunFailedDocument = {
    ...{ format: FORMAT, experiment, trials, failing, times, spentUsd },
    stoppedBy: stoppedBy?.message ?? null,
    results: done.rows.map(({ row, rerun }) => resultOf(row, rerun, times)),
    firstDifference: parting?.firstDifference ?? null,
  };
  return {
    text: rerunFailedText(document, {
      model: only?.rerun?.used.experiment.model.model ?? "?",
      budgetUsd,
      tableWidth: console.tableWidth,
      parting: parting?.lines ?? [],
    }),
    json: document,
    exitCode: exitOf(document),
  };
}

function resultOf({ id, key }: TrialRow, rerun: Rerun | null, times: number): RerunOfOne {
  const tally = tallyOf(rerun?.runs ?? [], times);
  const decided = tally.passed + tally.failed;
  return {
    id,
    trial: key,
    ...tally,
    exact95: decided === 0 ? null : clopperPearsonInterval(tally.failed, decided, 0.95),
    spentUsd: rerun?.spentUsd ?? null,
    saved: rerun?.saved ?? [],
  };
}

/** A failure that is seen again counts whatever else is missing; a trial that was not decided is not a pass. */
function exitOf({ results, failing, stoppedBy }: RerunFailedDocument): ExitCode {
  const decided = results.filter(({ passed, failed }) => passed + failed > 0).length;
  if (results.some(({ failed }) => failed > 0)) return EXIT.failed;
  if (stoppedBy !== null) return EXIT.broken;
  if (results.some(({ notStarted }) => notStarted > 0)) return EXIT.inconclusive;
  if (decided === 0) return EXIT.broken;
  return decided < failing ? EXIT.inconclusive : EXIT.pass;
}
