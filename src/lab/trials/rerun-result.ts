/** Reports a rerun: failure rate with interval, and where failing and passing runs diverge. */

import { clopperPearsonInterval, wilsonInterval } from "../../analyse/intervals.ts";
import { EXIT } from "../../core/errors.ts";
import type { EventKinds } from "../../core/event-line.ts";
import type { Range } from "../../core/pairs.ts";
import { outcomeOf } from "../../core/score.ts";
import { type GradedTrial, type TrialError, type TrialKey, trialName } from "../../core/trial.ts";
import type { AlignedSteps, TrialDifference } from "../../report/trial-difference.ts";
import { eventKindsOf } from "../environment/harness-registry.ts";
import type { Console, LabResult } from "../environment/result.ts";
import type { Recording } from "./recording.ts";

/** How the runs ended; a run that broke off is neither pass nor fail. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly unscored: number;
  readonly errors: number;
  readonly notStarted: number;
}

/** How a run ended. */
export function endOf({ outcome, scores }: GradedTrial): "pass" | "fail" | "unscored" | "error" {
  return outcome.error ? "error" : outcomeOf(scores);
}

/** Counts how the runs ended, and those that did not start. */
export function tallyOf(runs: readonly GradedTrial[], times: number): Tally {
  const count = (end: ReturnType<typeof endOf>) => runs.filter((run) => endOf(run) === end).length;
  return {
    passed: count("pass"),
    failed: count("fail"),
    unscored: count("unscored"),
    errors: count("error"),
    notStarted: times - runs.length,
  };
}

/** What was run again, from what, and what came of it. */
export interface Rerun {
  /** As it was stored. */
  readonly found: Recording;
  /** With the model and harness of the runs. */
  readonly used: Recording;
  readonly runs: readonly GradedTrial[];
  /** Null when the price of some call is not known. */
  readonly spentUsd: number | null;
  /** Files of recordings. */
  readonly saved: readonly string[];
}

/** Where a failure and a pass part. */
export interface FirstDifference extends Partial<AlignedSteps> {
  readonly equalSteps: number;
}

/** A trial that was run again, as `rerun --json` prints it. */
interface RerunDocument extends Tally {
  readonly format: "harness-lab-rerun/1";
  readonly trial: TrialKey;
  /** How the recorded trial ended. */
  readonly recorded: "pass" | "fail" | "unscored" | "error";
  readonly model: string;
  readonly times: number;
  /** Of the decided runs; null when none was decided. */
  readonly failureRate: number | null;
  readonly exact95: Range | null;
  readonly wilson95: Range | null;
  /** Null when the price of some call is not known. */
  readonly spentUsd: number | null;
  /** Files of recordings. */
  readonly saved: readonly string[];
  readonly runs: readonly {
    readonly seed: string;
    readonly outcome: "pass" | "fail" | "unscored" | "error";
    readonly error: TrialError | null;
  }[];
  /** Null when there is no failure, or no pass to hold it against. */
  readonly firstDifference: FirstDifference | null;
}

/** Failure rate with its interval, spending, and the recorded failure beside the nearest run that passed. */
export async function rerunResult(
  { found, used, runs, spentUsd, saved }: Rerun,
  {
    times,
    budgetUsd,
    console,
  }: { readonly times: number; readonly budgetUsd?: number | undefined; readonly console: Console },
): Promise<LabResult> {
  const tally = tallyOf(runs, times);
  const decided = tally.passed + tally.failed;
  const exact = clopperPearsonInterval(tally.failed, decided, 0.95);
  const wilson = wilsonInterval(tally.failed, decided, 0.95);
  const parting = await partingOf({ found, used, runs }, tally, console);
  const { key } = found.trial.outcome;
  const lines = [
    `${trialName(key)} run again ${runs.length} of ${times} times with fresh draws on ${used.experiment.model.model}`,
    `  recorded  ${endOf(found.trial)}`,
    decided === 0
      ? "  failed    unknown: no run was decided"
      : `  failed    ${tally.failed} of ${decided} decided runs, ${percent(tally.failed / decided)}; 95 % CI ${rangeText(exact)} (exact), ${rangeText(wilson)} (Wilson)`,
    ...(tally.errors + tally.unscored > 0
      ? [`  undecided ${tally.errors} broke off, ${tally.unscored} unscored: neither pass nor fail`]
      : []),
    `  spent     ${spentUsd === null ? "unknown: no price for some call" : `$${spentUsd.toFixed(4)}`}${tally.notStarted > 0 ? `, ${tally.notStarted} runs did not start: the budget of $${budgetUsd} would not have held them` : ""}`,
    ...(found.harnessDigest === used.harnessDigest
      ? []
      : [`  harness   source has changed since: ${found.harnessDigest} then, ${used.harnessDigest} now`]),
    ...(saved.length > 0 ? [`  saved     ${saved.length} recordings, e.g. ${saved[0]}`] : []),
  ];
  return {
    text: [...lines, "", ...parting.lines].join("\n"),
    json: {
      format: "harness-lab-rerun/1",
      trial: key,
      recorded: endOf(found.trial),
      model: used.experiment.model.model,
      times,
      ...tally,
      failureRate: decided === 0 ? null : tally.failed / decided,
      exact95: decided === 0 ? null : exact,
      wilson95: decided === 0 ? null : wilson,
      spentUsd,
      saved,
      runs: runs.map((run) => ({
        seed: run.outcome.key.seed,
        outcome: endOf(run),
        error: run.outcome.error,
      })),
      firstDifference: parting.firstDifference,
    } satisfies RerunDocument,
    exitCode: decided === 0 ? EXIT.broken : tally.notStarted > 0 ? EXIT.inconclusive : EXIT.pass,
  };
}

/** The recorded failure, or a failing run, beside the nearest run that passed, and where the two part. */
export async function partingOf(
  { found, used, runs }: Pick<Rerun, "found" | "used" | "runs">,
  tally: Tally,
  { colour, width }: Pick<Console, "colour" | "width">,
) {
  // A failure under other prompts says nothing about these runs as long as they have one of their own.
  const comparable = found.harnessDigest === used.harnessDigest;
  const pair = await nearestPair(
    comparable ? [found.trial, ...runs] : [...runs, found.trial],
    eventKindsOf(found.experiment, found.trial.outcome.key.arm),
  );
  if (!pair) return { lines: [noPairText(tally)], firstDifference: null };
  const { renderSideBySide } = await import("../../report/side-by-side.ts");
  return {
    lines: [
      pair.left === found.trial
        ? "The recorded failure beside the nearest run that passed:"
        : "The first run that failed beside the nearest one that passed:",
      renderSideBySide(pair.left, pair.right, pair.difference, { colour, width, before: 2, after: 3 }),
    ],
    firstDifference: { equalSteps: pair.difference.same, ...pair.difference.first },
  };
}

function noPairText({ passed, failed }: Tally): string {
  if (failed === 0 && passed > 0)
    return "No failure to compare with: every decided run passed, and so did the recorded one.";
  return passed === 0 ? "No run passed, so there is nothing to compare the failure with." : "";
}

interface Pair {
  readonly left: GradedTrial;
  readonly right: GradedTrial;
  readonly difference: TrialDifference;
}

/** The first of the trials that failed, with the passing one that keeps to the same steps the longest. */
async function nearestPair(trials: readonly GradedTrial[], kinds: EventKinds): Promise<Pair | null> {
  const { trialDifference } = await import("../../report/trial-difference.ts");
  const left = trials.find((run) => endOf(run) === "fail");
  const passing = trials.filter((run) => endOf(run) === "pass");
  if (!left) return null;
  const pairs = passing.map((right) => ({
    left,
    right,
    difference: trialDifference({ ...left.outcome, kinds }, { ...right.outcome, kinds }),
  }));
  return pairs.toSorted((a, b) => b.difference.same - a.difference.same)[0] ?? null;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

/** An interval of shares in whole per cent. */
export function rangeText([low, high]: Range): string {
  return `${(low * 100).toFixed(0)} to ${(high * 100).toFixed(0)} %`;
}
