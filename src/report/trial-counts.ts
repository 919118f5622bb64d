/** Counts of trials with and without a result; what a sequential run had no need of is not lost. */

import { count } from "../core/format.ts";
import type { ReportDocument } from "../core/report-document.ts";

/** Stops when decided, so that what was planned is a most and what did not run is not lost. */
function isSequential(document: ReportDocument): boolean {
  return document.origin === "experiment" && document.experiment.rule?.design === "sequential";
}

/** Trials that errored or are missing; those that a sequential run left out are neither. */
export function lostTrials(document: ReportDocument): number {
  const { trialsErrored, trialsMissing } = document.totals;
  return trialsErrored + (isSequential(document) ? 0 : trialsMissing);
}

/** Trials with a verdict, where it is known which have one; else those that ran to their end. */
export function trialsWithResult({ totals }: ReportDocument): number {
  return totals.trialsCompleted - (totals.trialsUnscored ?? 0);
}

/** Errors and absent trials in words, e.g. "0 with errors, 2 missing, 4 set aside by the budget". */
export function lostWords(document: ReportDocument): string {
  const { trialsErrored, trialsMissing, trialsBudget, trialsUnscored = 0 } = document.totals;
  const unscored = trialsUnscored === 0 ? "" : `${count(trialsUnscored)} unscored, `;
  const cut = trialsBudget === 0 ? "" : `, ${count(trialsBudget)} set aside by the budget`;
  return `${unscored}${count(trialsErrored)} with errors, ${count(trialsMissing)} ${isSequential(document) ? "not run" : "missing"}${cut}`;
}

/** Count of planned trials; a sequential run plans a most. */
export function plannedWords(document: ReportDocument): string {
  return `${isSequential(document) ? "at most " : ""}${count(document.totals.trialsPlanned)}`;
}
