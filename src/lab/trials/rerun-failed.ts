/** Runs every failing trial of an experiment again, one after the other, under one lock and one budget. */

import { LabError } from "../../core/errors.ts";
import { trialName } from "../../core/trial.ts";
import { acquireRunLock } from "../../record/run-lock.ts";
import type { TrialRow } from "../../record/store-port.ts";
import { undecidedText } from "../../report/rerun-failed-text.ts";
import { readStore } from "../environment/read-store.ts";
import type { LabResult } from "../environment/result.ts";
import { openBudget } from "../experiment/budget.ts";
import { prepareRerun, type RerunRequest, rerunPrepared } from "./rerun.ts";
import {
  type FailedRerun,
  noFailingTrial,
  rerunFailedPlan,
  rerunFailedResult,
} from "./rerun-failed-result.ts";
import { planOf } from "./rerun-plan.ts";
import { type Rerun, tallyOf } from "./rerun-result.ts";

export interface RerunFailedRequest extends Omit<RerunRequest, "trial"> {
  /** An experiment id, a unique prefix, a name or `latest`. */
  readonly experiment: string;
}

/** Runs each failing trial `times` times; the newest attempts count, and stored trials are left alone. */
export async function rerunFailed(request: RerunFailedRequest): Promise<LabResult> {
  const { experiment, rows } = await readStore(request.db, async (store) => {
    const found = await store.findExperiment(request.experiment);
    const all = await store.trials({ experiment: found.id });
    return { experiment: found.id, rows: all.filter((row) => !row.superseded).reverse() };
  });
  const failing = rows.filter((row) => row.outcome === "fail");
  const of = { experiment, trials: rows.length, failing: failing.length };
  if (failing.length === 0) return noFailingTrial(of, rows, request);
  if (request.dryRun) {
    const plans = [];
    for (const { id } of failing)
      plans.push(await planOf((await prepareRerun({ ...request, trial: id })).used, request));
    return rerunFailedPlan(of, plans, request);
  }
  await using _lock = await acquireRunLock(request.db);
  return await rerunFailedResult({ ...of, ...(await runEach(failing, request)) }, request);
}

/** The trials in turn; what stops the evaluation is thrown while nothing is paid for, and told beside the results later. */
async function runEach(
  failing: readonly TrialRow[],
  request: RerunFailedRequest,
): Promise<Pick<FailedRerun, "rows" | "spentUsd" | "stoppedBy">> {
  const { console, times, budgetUsd } = request;
  const budget = budgetUsd === undefined ? null : openBudget(budgetUsd);
  const rows: { readonly row: TrialRow; readonly rerun: Rerun | null }[] = [];
  let stoppedBy: LabError | null = null;
  for (const [index, row] of failing.entries()) {
    console.signal.throwIfAborted();
    const place = `trial ${index + 1}/${failing.length} ${trialName(row.key)}`;
    const status = console.status && ((line: string) => console.status?.(`${place}: ${line}`));
    let rerun: Rerun | null = null;
    try {
      if (!stoppedBy) {
        const prepared = await prepareRerun({ ...request, trial: row.id });
        rerun = await rerunPrepared(prepared, { ...request, console: { ...console, status } }, budget);
        const tally = tallyOf(rerun.runs, times);
        const decided = tally.passed + tally.failed;
        console.note(
          `${place}: ${decided > 0 ? `failed ${tally.failed} of ${decided}` : "not decided"}${undecidedText(tally)}`,
        );
      }
    } catch (error) {
      if (!(error instanceof LabError) || !rows.some((one) => one.rerun?.runs.length)) throw error;
      stoppedBy = error;
    }
    rows.push({ row, rerun });
  }
  const spent = rows.reduce<number | null>(
    (sum, { rerun }) => (sum === null || rerun?.spentUsd === null ? null : sum + (rerun?.spentUsd ?? 0)),
    0,
  );
  // The budget also knows what runs have cost that it cut short.
  const known = budget?.spentUsd() ?? (stoppedBy ? null : spent);
  return { rows, stoppedBy, spentUsd: spent === null ? null : known };
}
