/** All failing trials run again, in words: one row a trial, and the money. */

import { duration } from "../core/format.ts";
import { isSimulated } from "../core/model-settings.ts";
import type { RerunFailedDocument, RerunFailedPlan, RerunOfOne, RerunTally } from "../core/rerun.ts";
import { trialName } from "../core/trial.ts";
import { dollars, rangeText, spentWords } from "./rerun-text.ts";
import { table } from "./text-table.ts";

/** Facts that the document does not hold. */
interface AboutReruns {
  readonly model: string;
  readonly budgetUsd?: number | undefined;
  readonly tableWidth?: number | undefined;
  /** A single trial's failure and pass side by side; empty otherwise. */
  readonly parting: readonly string[];
}

/** The result for people. */
export function rerunFailedText(document: RerunFailedDocument, about: AboutReruns): string {
  const { experiment, trials, failing, times, results, stoppedBy } = document;
  const decided = results.filter(isDecided);
  const again = decided.filter(({ failed }) => failed > 0).length;
  const unstarted = results.reduce((sum, { notStarted }) => sum + notStarted, 0);
  const saved = results.flatMap((one) => one.saved);
  const open = failing - decided.length;
  return [
    `${failing} failing of ${trials} trials of ${experiment} run again ${times} times each with fresh draws on ${about.model}`,
    "",
    table(["trial", "failed", "95 % CI (exact)", "undecided"], results.map(rowOf), about.tableWidth),
    "",
    `${again} of ${decided.length} decided trials failed again${open > 0 ? `; ${open} of ${failing} were not decided` : ""}.`,
    `Spent ${spentText(document, about.model)}${about.budgetUsd === undefined ? "" : ` of $${about.budgetUsd}`}.`,
    ...(unstarted > 0 && stoppedBy === null
      ? [`${unstarted} runs did not start: the budget would not have held them (--budget-usd).`]
      : []),
    ...(stoppedBy === null ? [] : [`Stopped before the end: ${stoppedBy}`]),
    ...(saved.length > 0 ? [`Saved ${saved.length} recordings, e.g. ${saved[0]}`] : []),
    ...(about.parting.length > 0 ? ["", ...about.parting] : []),
  ].join("\n");
}

function isDecided({ passed, failed }: RerunTally): boolean {
  return passed + failed > 0;
}

function rowOf(one: RerunOfOne): readonly string[] {
  const { trial, passed, failed, exact95 } = one;
  return [
    trialName(trial),
    isDecided(one) ? `${failed} of ${passed + failed}` : "unknown",
    exact95 === null ? "unknown" : rangeText(exact95),
    undecidedText(one).replace(/^, /, ""),
  ];
}

function spentText({ spentUsd, stoppedBy }: RerunFailedDocument, model: string): string {
  const why = stoppedBy === null ? "no price for some call" : "a trial did not come to its end";
  return spentWords(spentUsd, model, why);
}

/** Sentence for a store in which no trial fails, with the ends of the others. */
export function noFailingText(
  { experiment, trials }: Pick<RerunFailedDocument, "experiment" | "trials">,
  ended: { readonly pass: number; readonly error: number; readonly unscored: number },
): string {
  return `No failing trial in experiment ${experiment}: of ${trials} trials ${ended.pass} passed, ${ended.error} broke off, ${ended.unscored} are unscored. Nothing was run.`;
}

/** Expected effort of running all failing trials again, for people. */
export function rerunFailedPlanText(
  plan: RerunFailedPlan,
  { budgetUsd, tableWidth }: Pick<AboutReruns, "budgetUsd" | "tableWidth">,
): string {
  const limit = budgetUsd === undefined ? "" : ` of a budget of $${budgetUsd}`;
  const simulated = plan.plans.every(isSimulated);
  return [
    `Rerun of ${plan.failing} failing of ${plan.trials} trials of ${plan.experiment}, ${plan.times} times each; nothing was run`,
    "",
    table(
      ["trial", "calls", ...(simulated ? [] : ["cost"]), "time"],
      plan.plans.map((one) => [
        one.trial,
        `${one.calls}`,
        ...(simulated ? [] : [dollars(one.costUsd)]),
        duration(one.durationMs),
      ]),
      tableWidth,
    ),
    "",
    `About ${plan.calls} calls, ${simulated ? "none of them paid" : dollars(plan.costUsd)}${limit}, ${duration(plan.durationMs)}, as the recorded trials asked.`,
  ].join("\n");
}

/** Runs that are neither pass nor fail, in words that follow a comma; empty when there is none. */
export function undecidedText({ errors, unscored, notStarted }: RerunTally): string {
  return [
    ...(errors > 0 ? [`, ${errors} broke off`] : []),
    ...(unscored > 0 ? [`, ${unscored} unscored`] : []),
    ...(notStarted > 0 ? [`, ${notStarted} did not start`] : []),
  ].join("");
}
