/** Builds what labels showed about a judge, for tests that need one. */

import type { CheckedJudge } from "../core/checked-judge.ts";

/** A qualified judge of one rubric, overridden by what is given. */
export function checkedJudge(overrides: Partial<CheckedJudge> = {}): CheckedJudge {
  return {
    judge: "judge-model",
    rubric: "The reply names both limits.",
    wording: "wording-1",
    checkedAt: "2026-03-02T09:00:00.000Z",
    labels: { file: "labels.jsonl", digest: "abc" },
    counts: { both: 60, judgeOnly: 0, labelOnly: 1, neither: 39 },
    unscored: 0,
    byArm: {
      off: { both: 30, judgeOnly: 0, labelOnly: 1, neither: 19 },
      on: { both: 30, judgeOnly: 0, labelOnly: 0, neither: 20 },
    },
    raw: 0.99,
    kappa: 0.98,
    kappaInterval: [0.94, 1],
    ac1: 0.98,
    ac1Interval: [0.94, 1],
    prevalence: 0.61,
    sensitivity: 60 / 61,
    sensitivityInterval: [0.91, 1],
    specificity: 1,
    specificityInterval: [0.91, 1],
    qualified: true,
    reasons: [],
    ...overrides,
  };
}
