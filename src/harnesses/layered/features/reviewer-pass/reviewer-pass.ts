/** AUDIT_REVIEWER_PASS: looks back on the run under three lenses and reopens what a finding names (A-114..A-119, A-123). */

import type { Feature } from "../../extensions/extension-points.ts";
import { reopenTasks, reviewRun } from "../../layers/reviewer/review-run.ts";

/** Fills both phases after the loop; without it a run ends as it is, and disputes reach no dependents. */
export function reviewRuns(): Feature {
  return {
    id: "reviewer-pass",
    phases: [
      {
        how: "fill",
        place: "review-run",
        layer: "reviewer",
        writes: ["reviewer", "contradiction", "world-model"],
        async run(scope) {
          const value = await reviewRun(scope);
          const findings = value.states?.reviewer?.findings ?? [];
          return { value, fired: findings.length === 0 ? null : findings.map(({ text }) => text).join("; ") };
        },
      },
      {
        how: "fill",
        place: "reopen-tasks",
        layer: null,
        writes: ["planning", "execution"],
        async run(scope) {
          const value = await reopenTasks(scope);
          return { value, fired: value.reopened === true ? "a finished task is reopened" : null };
        },
      },
    ],
  };
}
