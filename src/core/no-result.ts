/** The end of a command that has no result, as data: every output of the command says this in the result's place. */

import { EXIT, type ExitCode, LabError } from "./errors.ts";

type NoResultOutcome = "wrong-use" | "broken" | "interrupted" | "bug" | "not-run";

export interface NoResult {
  readonly format: "harness-lab-no-result/1";
  readonly generatedAt: string;
  /** First word of the command, e.g. `gate`. */
  readonly command: string;
  readonly outcome: NoResultOutcome;
  readonly exitCode: ExitCode;
  readonly title: string;
  /** Stable name of the error, e.g. `unknown-flag`; null where it has none. */
  readonly code: string | null;
  /** Fault, as the command printed it on standard error. */
  readonly reason: string;
  /** File, field or option it is about; null where none is named. */
  readonly where: string | null;
  /** Remedy; null where nothing is known. */
  readonly remedy: string | null;
}

const TITLES: Readonly<Record<NoResultOutcome, string>> = {
  "wrong-use": "not run: wrong use or a missing prerequisite",
  broken: "the evaluation broke",
  interrupted: "interrupted, so there is no outcome",
  bug: "stopped by a fault of harness-lab",
  "not-run": "nothing was run",
};

/** Result of a command that was ended by Ctrl-C or by a signal. */
const INTERRUPTED =
  "interrupted: finished blocks are stored, replies already paid for are journalled; run the same command to resume";

/** The end that an error brings about. */
export function noResultOf(error: unknown, command: string): NoResult {
  if (error instanceof LabError)
    return noResult(command, error.exitCode === EXIT.usage ? "wrong-use" : "broken", {
      exitCode: error.exitCode,
      code: error.code,
      reason: error.what,
      where: error.where ?? null,
      remedy: error.remedy ?? null,
    });
  if (error instanceof Error && error.name === "AbortError")
    return noResult(command, "interrupted", { exitCode: EXIT.broken, reason: INTERRUPTED });
  return noResult(command, "bug", {
    exitCode: EXIT.bug,
    reason: error instanceof Error ? error.message : String(error),
    remedy: "report it with the command",
  });
}

/** A dry run's end: nothing was to be run. */
export function dryRunOf(command: string): NoResult {
  return noResult(command, "not-run", {
    exitCode: EXIT.pass,
    reason: "a dry run shows the plan and runs nothing",
    remedy: "run the same command without --dry-run",
  });
}

/** Text of an output while the command is at work, and after a kill that leaves it no time to write more. */
export function unfinishedOf(command: string): NoResult {
  return noResult(command, "interrupted", {
    exitCode: EXIT.broken,
    reason: `${command} began and has not written its outcome: it is still at work, or it was killed`,
    remedy: "run the same command again; it goes on from what is stored",
  });
}

function noResult(
  command: string,
  outcome: NoResultOutcome,
  end: Pick<NoResult, "exitCode" | "reason"> & Partial<Pick<NoResult, "code" | "where" | "remedy">>,
): NoResult {
  return {
    format: "harness-lab-no-result/1",
    generatedAt: new Date().toISOString(),
    command,
    outcome,
    exitCode: end.exitCode,
    title: TITLES[outcome],
    code: end.code ?? null,
    reason: end.reason,
    where: end.where ?? null,
    remedy: end.remedy ?? null,
  };
}
