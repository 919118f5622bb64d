/** A rerun in words: failure rate with interval, and where failing and passing runs part. */

import { decimals, duration, percent } from "../core/format.ts";
import { isSimulated } from "../core/model-settings.ts";
import type { Range } from "../core/pairs.ts";
import type { RerunDocument, RerunPlan, RerunTally } from "../core/rerun.ts";
import { trialName } from "../core/trial.ts";

/** Facts that the document does not hold. */
interface AboutRerun {
  readonly budgetUsd?: number | undefined;
  /** Digests of the harness that was recorded and the one that ran. */
  readonly harness: { readonly recorded: string; readonly ran: string };
  /** The two trials side by side. */
  readonly parting: readonly string[];
}

/** The result for people. */
export function rerunText(document: RerunDocument, { budgetUsd, harness, parting }: AboutRerun): string {
  const { trial, times, runs, model, recorded, saved, notStarted } = document;
  const late =
    notStarted > 0
      ? `, ${notStarted} runs did not start: the budget of $${budgetUsd} would not have held them`
      : "";
  return [
    `${trialName(trial)} run again ${runs.length} of ${times} times with fresh draws on ${model}`,
    `  recorded  ${recorded}`,
    `  failed    ${rateText(document)}`,
    ...(document.errors + document.unscored > 0
      ? [`  undecided ${document.errors} broke off, ${document.unscored} unscored: neither pass nor fail`]
      : []),
    `  spent     ${spentWords(document.spentUsd, document.model, "no price for some call")}${late}`,
    ...(harness.recorded === harness.ran
      ? []
      : [`  harness   source has changed since: ${harness.recorded} then, ${harness.ran} now`]),
    ...(saved.length > 0 ? [`  saved     ${saved.length} recordings, e.g. ${saved[0]}`] : []),
    "",
    ...parting,
  ].join("\n");
}

function rateText({ passed, failed, failureRate, exact95, wilson95 }: RerunDocument): string {
  if (failureRate === null || exact95 === null || wilson95 === null) return "unknown: no run was decided";
  return `${failed} of ${passed + failed} decided runs, ${decimals(failureRate * 100, 0)} %; 95 % CI ${rangeText(exact95)} (exact), ${rangeText(wilson95)} (Wilson)`;
}

/** Amount paid, in words; nobody pays a simulated model, whatever its calls would have cost. */
export function spentWords(spentUsd: number | null, model: string, whyUnknown: string): string {
  return isSimulated({ model })
    ? "nothing: a simulated model is not paid"
    : dollars(spentUsd, `unknown: ${whyUnknown}`);
}

/** Reason why no failure stands beside a pass; empty where one does. */
export function noPartingText({ passed, failed }: RerunTally): string {
  if (failed === 0 && passed > 0)
    return "No failure to compare with: every decided run passed, and so did the recorded one.";
  return passed === 0 ? "No run passed, so there is nothing to compare the failure with." : "";
}

/** Expected effort of running a trial again, for people; `recordedCalls` is the count of the recorded trial. */
export function rerunPlanText(
  plan: RerunPlan,
  { width, recordedCalls }: { readonly width: number; readonly recordedCalls: number },
): string {
  const about = (value: number | null) => (value === null ? "unknown" : `about ${Math.round(value)}`);
  const [low, high] = plan.intervalAtHalf;
  return [
    `Rerun of ${plan.trial}, nothing was run`,
    `  model      ${plan.model}`,
    `  runs       ${plan.times}, ${width} at once`,
    `  calls      about ${plan.calls}, as the recorded trial asked ${recordedCalls}`,
    `  tokens     ${about(plan.inputTokens)} in, ${about(plan.outputTokens)} out`,
    `  cost       ${isSimulated(plan) ? "none: a simulated model is not paid" : plan.costUsd === null ? "unknown: a call has no known price (--price-like)" : `about ${dollars(plan.costUsd)}`}`,
    `  time       about ${duration(plan.durationMs)}, at the pace of the recorded trial`,
    `  tells      a failure rate, somewhere in ${percent(low)} to ${percent(high)} if half of the runs fail`,
    "",
  ].join("\n");
}

/** An interval of shares in whole per cent. */
export function rangeText([low, high]: Range): string {
  return `${decimals(low * 100, 0)} to ${decimals(high * 100, 0)} %`;
}

/** An amount of money to a hundredth of a cent. */
export function dollars(usd: number | null, unknown = "unknown"): string {
  return usd === null ? unknown : `$${decimals(usd, 4)}`;
}
