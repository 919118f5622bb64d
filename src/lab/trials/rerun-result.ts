/** Result of a rerun: failure rate with interval, and the step at which failing and passing runs part. */

import { clopperPearsonInterval, wilsonInterval } from "../../analyse/intervals.ts";
import { EXIT } from "../../core/errors.ts";
import type { EventKinds } from "../../core/event-line.ts";
import type { RerunDocument, RerunTally } from "../../core/rerun.ts";
import { outcomeOf } from "../../core/score.ts";
import type { GradedTrial } from "../../core/trial.ts";
import { noPartingText, rerunText } from "../../report/rerun-text.ts";
import type { TrialDifference } from "../../report/trial-difference.ts";
import { eventKindsOf } from "../environment/harness-registry.ts";
import type { Console, LabResult } from "../environment/result.ts";
import type { Recording } from "./recording.ts";

/** End of a run. */
export function endOf({ outcome, scores }: GradedTrial): "pass" | "fail" | "unscored" | "error" {
  return outcome.error ? "error" : outcomeOf(scores);
}

/** Counts how the runs ended, and those that did not start. */
export function tallyOf(runs: readonly GradedTrial[], times: number): RerunTally {
  const count = (end: ReturnType<typeof endOf>) => runs.filter((run) => endOf(run) === end).length;
  return {
    passed: count("pass"),
    failed: count("fail"),
    unscored: count("unscored"),
    errors: count("error"),
    notStarted: times - runs.length,
  };
}

/** Trial that was run again, its source and its results. */
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
  const parting = await partingOf({ found, used, runs }, tally, console);
  const document: RerunDocument = {
    format: "harness-lab-rerun/1",
    trial: found.trial.outcome.key,
    recorded: endOf(found.trial),
    model: used.experiment.model.model,
    times,
    ...tally,
    failureRate: decided === 0 ? null : tally.failed / decided,
    exact95: decided === 0 ? null : clopperPearsonInterval(tally.failed, decided, 0.95),
    wilson95: decided === 0 ? null : wilsonInterval(tally.failed, decided, 0.95),
    spentUsd,
    saved,
    runs: runs.map((run) => ({ seed: run.outcome.key.seed, outcome: endOf(run), error: run.outcome.error })),
    firstDifference: parting.firstDifference,
  };
  return {
    text: rerunText(document, {
      budgetUsd,
      harness: { recorded: found.harnessDigest, ran: used.harnessDigest },
      parting: parting.lines,
    }),
    json: document,
    exitCode: decided === 0 ? EXIT.broken : tally.notStarted > 0 ? EXIT.inconclusive : EXIT.pass,
  };
}

/** The recorded failure, or a failing run, beside the nearest run that passed, and where the two part. */
export async function partingOf(
  { found, used, runs }: Pick<Rerun, "found" | "used" | "runs">,
  tally: RerunTally,
  { colour, width }: Pick<Console, "colour" | "width">,
) {
  // A failure under other prompts says nothing about these runs as long as they have one of their own.
  const comparable = found.harnessDigest === used.harnessDigest;
  const pair = await nearestPair(
    comparable ? [found.trial, ...runs] : [...runs, found.trial],
    eventKindsOf(found.experiment, found.trial.outcome.key.arm),
  );
  if (!pair) return { lines: [noPartingText(tally)], firstDifference: null };
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
