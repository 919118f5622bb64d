/** Says what came of running all failing trials again: one row a trial, the money, and the exit code. */

import { clopperPearsonInterval } from "../../analyse/intervals.ts";
import { EXIT, type ExitCode, type LabError } from "../../core/errors.ts";
import { duration } from "../../core/format.ts";
import type { Range } from "../../core/pairs.ts";
import { type TrialKey, trialName } from "../../core/trial.ts";
import type { TrialRow } from "../../record/store-port.ts";
import { table } from "../../report/text-table.ts";
import type { Console, LabResult } from "../environment/result.ts";
import type { RerunPlan } from "./rerun-plan.ts";
import {
  type FirstDifference,
  partingOf,
  type Rerun,
  rangeText,
  type Tally,
  tallyOf,
} from "./rerun-result.ts";

/** Whose failing trials they are; superseded attempts do not count. */
interface Failing {
  readonly experiment: string;
  readonly trials: number;
  readonly failing: number;
}

export interface FailedRerun extends Failing {
  /** Null for a trial that was not reached. */
  readonly rows: readonly { readonly row: TrialRow; readonly rerun: Rerun | null }[];
  /** Null when the price of some call is not known, or what a trial cost that broke off. */
  readonly spentUsd: number | null;
  /** What kept the later trials from being run. */
  readonly stoppedBy: LabError | null;
}

interface Options {
  readonly times: number;
  readonly width: number;
  readonly budgetUsd?: number | undefined;
  readonly console: Console;
}

/** What came of running all failing trials again, as `rerun --failed --json` prints it. */
interface RerunFailedDocument extends Failing {
  readonly format: "harness-lab-rerun-failed/1";
  readonly times: number;
  readonly spentUsd: number | null;
  /** Why the later trials were not reached; null when all were. */
  readonly stoppedBy: string | null;
  readonly results: readonly RerunOfOne[];
  /** Of a single trial; null otherwise. */
  readonly firstDifference: FirstDifference | null;
}

/** How the runs of one failing trial ended. */
interface RerunOfOne extends Tally {
  readonly id: string;
  readonly trial: TrialKey;
  readonly exact95: Range | null;
  readonly spentUsd: number | null;
  readonly saved: readonly string[];
}

/** What running them would take, as `rerun --failed --dry-run --json` prints it. */
interface RerunFailedPlan extends Failing {
  readonly format: "harness-lab-rerun-failed-plan/1";
  readonly times: number;
  readonly calls: number;
  readonly costUsd: number | null;
  readonly durationMs: number;
  readonly plans: readonly RerunPlan[];
}

const FORMAT = "harness-lab-rerun-failed/1";

/** Says that no trial fails, and how the others ended. */
export function noFailingTrial(of: Failing, rows: readonly TrialRow[], { times }: Options): LabResult {
  const count = (outcome: TrialRow["outcome"]) => rows.filter((row) => row.outcome === outcome).length;
  return {
    text: `No failing trial in experiment ${of.experiment}: of ${of.trials} trials ${count("pass")} passed, ${count("error")} broke off, ${count("unscored")} are unscored. Nothing was run.`,
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

/** What the runs of all failing trials would take. */
export function rerunFailedPlan(
  of: Failing,
  plans: readonly RerunPlan[],
  { times, budgetUsd, console }: Options,
): LabResult {
  const costUsd = plans.reduce<number | null>(
    (sum, plan) => (sum === null || plan.costUsd === null ? null : sum + plan.costUsd),
    0,
  );
  const calls = plans.reduce((sum, plan) => sum + plan.calls, 0);
  const durationMs = plans.reduce((sum, plan) => sum + plan.durationMs, 0);
  const dollars = (value: number | null) => (value === null ? "unknown" : `$${value.toFixed(4)}`);
  const limit = budgetUsd === undefined ? "" : ` of a budget of $${budgetUsd}`;
  return {
    text: [
      `Rerun of ${of.failing} failing of ${of.trials} trials of ${of.experiment}, ${times} times each; nothing was run`,
      "",
      table(
        ["trial", "calls", "cost", "time"],
        plans.map((plan) => [plan.trial, `${plan.calls}`, dollars(plan.costUsd), duration(plan.durationMs)]),
        console.tableWidth,
      ),
      "",
      `About ${calls} calls, ${dollars(costUsd)}${limit}, ${duration(durationMs)}, as the recorded trials asked.`,
    ].join("\n"),
    json: {
      format: "harness-lab-rerun-failed-plan/1",
      ...of,
      times,
      calls,
      costUsd,
      durationMs,
      plans,
    } satisfies RerunFailedPlan,
    exitCode: EXIT.pass,
  };
}

/** One row a trial; a single trial also shows where failing and passing runs diverge. */
export async function rerunFailedResult(done: FailedRerun, options: Options): Promise<LabResult> {
  const { times, budgetUsd, console } = options;
  const { experiment, trials, failing, spentUsd, stoppedBy } = done;
  const rows = done.rows.map(({ row, rerun }) => ({ row, rerun, tally: tallyOf(rerun?.runs ?? [], times) }));
  const [only] = rows;
  const parting = rows.length === 1 && only?.rerun ? await partingOf(only.rerun, only.tally, console) : null;
  const again = rows.filter(({ tally }) => tally.failed > 0).length;
  const decided = rows.filter(({ tally }) => tally.passed + tally.failed > 0).length;
  const saved = rows.flatMap(({ rerun }) => rerun?.saved ?? []);
  const unstarted = rows.reduce((sum, { tally }) => sum + tally.notStarted, 0);
  return {
    text: [
      `${failing} failing of ${trials} trials of ${experiment} run again ${times} times each with fresh draws on ${only?.rerun?.used.experiment.model.model ?? "?"}`,
      "",
      table(
        ["trial", "failed", "95 % CI (exact)", "undecided"],
        rows.map(({ row, tally }) => [
          trialName(row.key),
          tally.passed + tally.failed === 0 ? "unknown" : `${tally.failed} of ${tally.passed + tally.failed}`,
          tally.passed + tally.failed === 0 ? "unknown" : rangeText(exactOf(tally)),
          unresolvedText(tally).replace(/^, /, ""),
        ]),
        console.tableWidth,
      ),
      "",
      `${again} of ${decided} decided trials failed again${decided < failing ? `; ${failing - decided} of ${failing} were not decided` : ""}.`,
      `Spent ${spentUsd === null ? `unknown: ${stoppedBy ? "a trial did not come to its end" : "no price for some call"}` : `$${spentUsd.toFixed(4)}`}${budgetUsd === undefined ? "" : ` of $${budgetUsd}`}.`,
      ...(unstarted > 0 && !stoppedBy
        ? [`${unstarted} runs did not start: the budget would not have held them (--budget-usd).`]
        : []),
      ...(stoppedBy ? [`Stopped before the end: ${stoppedBy.message}`] : []),
      ...(saved.length > 0 ? [`Saved ${saved.length} recordings, e.g. ${saved[0]}`] : []),
      ...(parting ? ["", ...parting.lines] : []),
    ].join("\n"),
    json: {
      ...{ format: FORMAT, experiment, trials, failing, times, spentUsd },
      stoppedBy: stoppedBy?.message ?? null,
      results: rows.map(({ row, rerun, tally }) => ({
        id: row.id,
        trial: row.key,
        ...tally,
        exact95: tally.passed + tally.failed === 0 ? null : exactOf(tally),
        spentUsd: rerun?.spentUsd ?? null,
        saved: rerun?.saved ?? [],
      })),
      firstDifference: parting?.firstDifference ?? null,
    } satisfies RerunFailedDocument,
    exitCode: exitOf({ again, decided, failing, unstarted, stopped: stoppedBy !== null }),
  };
}

function exactOf({ passed, failed }: Tally) {
  return clopperPearsonInterval(failed, passed + failed, 0.95);
}

/** Runs that are neither pass nor fail, in words that follow a comma; empty when there is none. */
export function unresolvedText({ errors, unscored, notStarted }: Tally): string {
  return [
    ...(errors > 0 ? [`, ${errors} broke off`] : []),
    ...(unscored > 0 ? [`, ${unscored} unscored`] : []),
    ...(notStarted > 0 ? [`, ${notStarted} did not start`] : []),
  ].join("");
}

/** A failure that is seen again counts whatever else is missing; a trial that was not decided is no pass. */
function exitOf(found: {
  readonly again: number;
  readonly decided: number;
  readonly failing: number;
  readonly unstarted: number;
  readonly stopped: boolean;
}): ExitCode {
  if (found.again > 0) return EXIT.failed;
  if (found.stopped) return EXIT.broken;
  if (found.unstarted > 0) return EXIT.inconclusive;
  if (found.decided === 0) return EXIT.broken;
  return found.decided < found.failing ? EXIT.inconclusive : EXIT.pass;
}
