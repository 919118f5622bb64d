/** Puts a judge's verdicts beside labels: counts, agreement with intervals, and whether it may gate (STATISTICS 8). */

import type { CheckedJudge, JudgeCounts } from "../core/checked-judge.ts";
import { agreement, qualifyJudge } from "./agreement.ts";

/** One labelled item with the judge's verdict; null where no usable one came back. */
export interface Judged {
  readonly rubric: string;
  readonly arm: string | null;
  /** True for pass. */
  readonly label: boolean;
  readonly verdict: boolean | null;
}

/** A judge that often gives no verdict leaves out what it finds hard, so its rates would flatter it. */
const MAX_UNSCORED = 0.1;

/** Result of the items of one rubric about a judge. */
export function checkJudge(
  items: readonly Judged[],
  about: Pick<CheckedJudge, "judge" | "rubric" | "wording" | "checkedAt" | "labels">,
): CheckedJudge {
  const decided = items.filter(({ verdict }) => verdict !== null);
  const unscored = items.length - decided.length;
  const counts = countsOf(decided);
  const table = {
    both: counts.both,
    firstOnly: counts.judgeOnly,
    secondOnly: counts.labelOnly,
    neither: counts.neither,
  };
  const arms = [...new Set(decided.flatMap(({ arm }) => arm ?? []))].sort();
  const found = qualifyJudge(table, arms.length >= 2);
  const agreed = decided.length === 0 ? null : agreement(table);
  const reasons = [
    ...found.reasons,
    ...(unscored > MAX_UNSCORED * items.length
      ? [`no usable verdict on ${unscored} of ${items.length} items, at most 10 % are allowed`]
      : []),
  ];
  return {
    ...about,
    counts,
    unscored,
    byArm: Object.fromEntries(arms.map((arm) => [arm, countsOf(decided.filter((one) => one.arm === arm))])),
    raw: agreed?.raw ?? null,
    kappa: agreed?.kappa ?? null,
    kappaInterval: agreed?.kappaInterval ?? null,
    ac1: agreed?.ac1 ?? null,
    ac1Interval: agreed?.ac1Interval ?? null,
    prevalence: decided.length === 0 ? null : (counts.both + counts.labelOnly) / decided.length,
    sensitivity: found.sensitivity,
    sensitivityInterval: found.sensitivityInterval,
    specificity: found.specificity,
    specificityInterval: found.specificityInterval,
    qualified: reasons.length === 0,
    reasons,
  };
}

function countsOf(items: readonly Judged[]): JudgeCounts {
  const count = (verdict: boolean, label: boolean) =>
    items.filter((one) => one.verdict === verdict && one.label === label).length;
  return {
    both: count(true, true),
    judgeOnly: count(true, false),
    labelOnly: count(false, true),
    neither: count(false, false),
  };
}
