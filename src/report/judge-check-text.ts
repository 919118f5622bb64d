/** Agreement of a judge with labels, in words, rubric by rubric. */

import type { CheckedJudge, JudgeCounts } from "../core/checked-judge.ts";
import { decimals, usd } from "../core/format.ts";
import type { Range } from "../core/pairs.ts";

/** The result for people. */
export function judgeCheckText(
  checks: readonly CheckedJudge[],
  facts: { readonly doubled: number; readonly spentUsd: number | null },
): string {
  return [
    ...checks.map(rubricText),
    ...(facts.doubled > 0 ? [`${facts.doubled} labels repeat the words of another one and count once.`] : []),
    `Verdicts cost ${facts.spentUsd === null ? "an unknown amount: the judge has no known price" : `${usd(facts.spentUsd)}`}.`,
  ].join("\n");
}

function rubricText(check: CheckedJudge): string {
  const { counts, unscored } = check;
  const items = total(counts);
  const rows = [
    [
      "items",
      `${items} decided, ${unscored} without a usable verdict; ${Object.keys(check.byArm).length} arms`,
    ],
    [
      "counts",
      `both pass ${counts.both}, only judge ${counts.judgeOnly}, only label ${counts.labelOnly}, both fail ${counts.neither}`,
    ],
    ["agreement", `raw ${share(check.raw)}`],
    ["kappa", withInterval(check.kappa, check.kappaInterval)],
    ["AC1", withInterval(check.ac1, check.ac1Interval)],
    ["prevalence", `${share(check.prevalence)} of the labels say pass`],
    ["sensitivity", withInterval(check.sensitivity, check.sensitivityInterval)],
    ["specificity", withInterval(check.specificity, check.specificityInterval)],
    ...Object.entries(check.byArm).map(([arm, own]) => ["by arm", `${arm}: ${armText(own)}`]),
    [
      "may gate",
      check.qualified
        ? "yes: later verdicts by this judge and rubric are not capped"
        : `no, its verdicts stay capped at suggestive: ${check.reasons.join("; ")}`,
    ],
  ];
  return [
    `Judge ${check.judge} on "${check.rubric}"`,
    ...rows.map(([name = "", value]) => `  ${name.padEnd(12)}${value}`),
    "",
  ].join("\n");
}

function total({ both, judgeOnly, labelOnly, neither }: JudgeCounts): number {
  return both + judgeOnly + labelOnly + neither;
}

/** An error rate that differs between the arms would look like an effect of the flag. */
function armText(counts: JudgeCounts): string {
  const { both, judgeOnly, labelOnly, neither } = counts;
  return `too kind on ${judgeOnly} of ${judgeOnly + neither} labelled fail, too strict on ${labelOnly} of ${both + labelOnly} labelled pass`;
}

function share(value: number | null): string {
  return decimals(value, 3);
}

function withInterval(value: number | null, interval: Range | null): string {
  return `${share(value)}${interval === null ? "" : ` (95 % CI ${share(interval[0])} to ${share(interval[1])})`}`;
}
