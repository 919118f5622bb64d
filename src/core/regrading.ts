/** Outcomes that grading stored trials anew changed, as `regrade --json` prints them. */

import type { Score } from "./score.ts";
import type { TrialKey } from "./trial.ts";

type Result = Score["result"];

/** One outcome that changed. */
export interface ChangedOutcome {
  readonly trial: string;
  readonly key: TrialKey;
  readonly was: Result;
  readonly is: Result;
  /** Digests of the checks it was stored with, and of today's. */
  readonly from: string;
  readonly to: string;
  /** The check that decided it. */
  readonly detail: string;
}

export interface Regrading {
  readonly experiment: string;
  readonly trials: number;
  readonly graded: number;
  readonly scenarios: readonly {
    readonly scenario: string;
    readonly trials: number;
    /** Digest of the checks as they were stored; null when the scenario is not stored. */
    readonly from: string | null;
    readonly to: string | null;
    /** Reason why its trials were left out; null when they were graded. */
    readonly leftOut: string | null;
  }[];
  readonly changes: readonly ChangedOutcome[];
  /** The judge that was asked, and what its verdicts cost (null = unknown); null when none was asked. */
  readonly judge: { readonly model: string; readonly spentUsd: number | null } | null;
}
