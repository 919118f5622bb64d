/** Drafts of this iteration held to the nine checks. */

import type { TurnScope } from "../../extensions/scope.ts";
import { nineChecks } from "./nine-checks.ts";
import type { CheckResult, Verification } from "./verification.ts";

/** Verifies what was answered; a task that is still at its tools has no draft to verify. */
export function verifyDrafts({ states }: Pick<TurnScope, "states">): { readonly verification: Verification } {
  const { execution, evidence, planning, verification } = states;
  const byTask: Record<string, readonly CheckResult[]> = { ...verification.byTask };
  for (const step of execution.steps)
    if (step.kind === "answer")
      byTask[step.task] = nineChecks({
        draft: step.text,
        criteria: planning.criteria,
        assumptions: [],
        local: evidence.items.filter(({ task }) => task === step.task),
        global: evidence.items,
        contract: [],
        graveContradictions: null,
      });
  return { verification: { byTask } };
}
