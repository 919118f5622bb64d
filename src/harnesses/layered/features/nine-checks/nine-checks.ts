/** AUDIT_VERIFICATION: every draft meets the nine checks before it counts as done. */

import type { Feature } from "../../extensions/extension-points.ts";
import { criticalFailures } from "../../layers/verification/verification.ts";
import { verifyDrafts } from "../../layers/verification/verify-drafts.ts";

/** Fills the phase of the checks; fires where a check fails, which sends the task to recovery. */
export function holdToChecks(): Feature {
  return {
    id: "nine-checks",
    phases: [
      {
        how: "fill",
        place: "verify-drafts",
        layer: "verification",
        writes: ["verification"],
        run(scope) {
          const { verification: checked } = verifyDrafts(scope);
          const answered = scope.states.execution.steps.filter(({ kind }) => kind === "answer");
          const failed = answered.flatMap(({ task }) =>
            criticalFailures(checked.byTask[task] ?? []).map(({ check }) => `${task}: ${check}`),
          );
          return {
            value: { states: { verification: checked } },
            fired: failed.length === 0 ? null : failed.join(", "),
          };
        },
      },
    ],
  };
}
