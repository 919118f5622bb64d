/** Outcomes that grading anew changed, in words: by scenario with both digests, and trial by trial in both directions. */

import { usd } from "../core/format.ts";
import type { ChangedOutcome, Regrading } from "../core/regrading.ts";
import { trialName } from "../core/trial.ts";
import { table } from "./text-table.ts";

/** Changed trials that are listed; the rest is in the JSON. */
const LISTED = 20;

/** The result for people. */
export function regradeText(
  { experiment, trials, graded, scenarios, changes, judge }: Regrading,
  width?: number,
): string {
  const rows = scenarios.map((one) => {
    const own = changes.filter(({ key }) => key.scenario === one.scenario);
    const count = (fits: (change: ChangedOutcome) => boolean) => String(own.filter(fits).length);
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
