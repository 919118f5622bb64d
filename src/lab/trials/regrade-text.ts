/** Says what grading anew changed: by scenario with both digests, and trial by trial in both directions. */

import { usd } from "../../core/format.ts";
import type { Score } from "../../core/score.ts";
import { type TrialKey, trialName } from "../../core/trial.ts";
import { table } from "../../report/text-table.ts";

type Result = Score["result"];

/** One outcome that changed. */
export interface Change {
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
    /** Why its trials were left out; null when they were graded. */
    readonly leftOut: string | null;
  }[];
  readonly changes: readonly Change[];
  /** The judge that was asked, and what its verdicts cost (null = unknown); null when none was asked. */
  readonly judge: { readonly model: string; readonly spentUsd: number | null } | null;
}

/** Changed trials that are listed; the rest is in the JSON. */
const LISTED = 20;

/** The result for people. */
export function regradeText(
  { experiment, trials, graded, scenarios, changes, judge }: Regrading,
  width?: number,
): string {
  const rows = scenarios.map((one) => {
    const own = changes.filter(({ key }) => key.scenario === one.scenario);
    const count = (fits: (change: Change) => boolean) => String(own.filter(fits).length);
    return [
      one.scenario,
      String(one.trials),
      one.from?.slice(0, 12) ?? "unknown",
      one.leftOut === null
        ? one.to === one.from
          ? "the same"
          : (one.to?.slice(0, 12) ?? "unknown")
        : "left out",
      count(({ was, is }) => was === "fail" && is === "pass"),
      count(({ was, is }) => was === "pass" && is === "fail"),
      count(({ was, is }) => was === "unscored" || is === "unscored"),
    ];
  });
  const left = scenarios.filter(({ leftOut }) => leftOut !== null);
  return [
    `Experiment ${experiment}: ${graded} of ${trials} trials graded by today's checks, no agent call made, no stored score touched`,
    "",
    table(
      ["scenario", "trials", "checks then", "checks now", "fail > pass", "pass > fail", "un/scored"],
      rows,
      width,
    ),
    ...left.map(({ scenario, leftOut }) => `  ${scenario} left out: ${leftOut}`),
    "",
    changes.length === 0 ? "No outcome changed." : `${changes.length} outcomes changed:`,
    ...changes
      .slice(0, LISTED)
      .map(
        ({ trial, key, was, is, detail }) =>
          `  ${trial}  ${trialName(key)}  ${was} > ${is}  ${detail.replaceAll(/\s+/g, " ").slice(0, 160)}`,
      ),
    ...(changes.length > LISTED ? [`  ... and ${changes.length - LISTED} more (--json lists all)`] : []),
    ...(judge
      ? [`Judge ${judge.model}: ${judge.spentUsd === null ? "cost unknown" : `${usd(judge.spentUsd)} spent`}`]
      : []),
    "harness-lab report --grading latest shows the new grading, --grading original the stored one.",
  ].join("\n");
}
