/** Trials that were run again, or would be, as `rerun --json` prints them. */

import type { Range } from "./pairs.ts";
import type { AlignedSteps } from "./transcript-step.ts";
import type { TrialError, TrialKey } from "./trial.ts";

/** Ends of the runs; a run that broke off is neither pass nor fail. */
export interface RerunTally {
  readonly passed: number;
  readonly failed: number;
  readonly unscored: number;
  readonly errors: number;
  readonly notStarted: number;
}

/** Place where a failure and a pass part. */
interface FirstDifference extends Partial<AlignedSteps> {
  readonly equalSteps: number;
}

/** A trial that was run again, as `rerun --json` prints it. */
export interface RerunDocument extends RerunTally {
  readonly format: "harness-lab-rerun/1";
  readonly trial: TrialKey;
  /** End of the recorded trial. */
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

/** Expected effort of running a trial again, as `rerun --dry-run --json` prints it. */
export interface RerunPlan {
  readonly format: "harness-lab-rerun-plan/1";
  readonly trial: string;
  readonly model: string;
  readonly times: number;
  readonly calls: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
  readonly durationMs: number;
  /** 95 % interval of the failure rate if half of the runs fail. */
  readonly intervalAtHalf: Range;
}

/** Whose failing trials they are; superseded attempts do not count. */
export interface Failing {
  readonly experiment: string;
  readonly trials: number;
  readonly failing: number;
}

/** Result of running all failing trials again, as `rerun --failed --json` prints it. */
export interface RerunFailedDocument extends Failing {
  readonly format: "harness-lab-rerun-failed/1";
  readonly times: number;
  readonly spentUsd: number | null;
  /** Reason why the later trials were not reached; null when all were. */
  readonly stoppedBy: string | null;
  readonly results: readonly RerunOfOne[];
  /** Of a single trial; null otherwise. */
  readonly firstDifference: FirstDifference | null;
}

/** Ends of the runs of one failing trial. */
export interface RerunOfOne extends RerunTally {
  readonly id: string;
  readonly trial: TrialKey;
  readonly exact95: Range | null;
  readonly spentUsd: number | null;
  readonly saved: readonly string[];
}

/** Expected effort of running them, as `rerun --failed --dry-run --json` prints it. */
export interface RerunFailedPlan extends Failing {
  readonly format: "harness-lab-rerun-failed-plan/1";
  readonly times: number;
  readonly calls: number;
  readonly costUsd: number | null;
  readonly durationMs: number;
  readonly plans: readonly RerunPlan[];
}
