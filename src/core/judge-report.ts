/** The graders of a report: the judge with its agreement with labels, and the grading that is shown. */

import type { CheckedJudge } from "./checked-judge.ts";

/** The judge of an experiment. */
export interface JudgeFacts {
  readonly model: string;
  readonly baseUrl: string | null;
  /** The judge is the very model under the harness: it may favour its own words. */
  readonly judgesItself: boolean;
  readonly rubrics: readonly {
    readonly rubric: string;
    /** Scenarios whose outcome it decides. */
    readonly scenarios: readonly string[];
    /** The newest check against labels; null = never checked. */
    readonly checked: CheckedJudge | null;
  }[];
}

/** Calls of the judge: never among the harness's calls, tokens or costs. */
export interface JudgeTotals {
  readonly calls: number;
  /** Of these, verdicts shared between arms that said the same. */
  readonly shared: number;
  readonly costUsd: number | null;
  readonly spentUsd: number | null;
  /** Judge checks of trials that ran to their end; absent where nobody counted them. */
  readonly checks?: { readonly all: number /** No usable verdict came back. */; readonly unusable: number };
}

/** Grading of the trials that a report shows. */
export interface GradingFacts {
  /** `original` = the one each trial was stored with, `latest` = the newest one. */
  readonly shown: "original" | "latest";
  /** Digests of the checks that gave the scores shown, with how many trials of the scenario they graded. */
  readonly digests: readonly {
    readonly scenario: string;
    readonly checksDigest: string;
    readonly trials: number;
  }[];
}
