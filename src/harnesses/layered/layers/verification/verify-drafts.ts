/** The verification phase: every draft of this iteration meets the nine checks. */

import type { PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { nineChecks } from "./nine-checks.ts";
import type { CheckResult } from "./verification.ts";

/** Verifies what was answered; a task that is still at its tools has no draft to verify. */
export function verifyDrafts(context: TurnScope): PhaseResult {
  const { execution, evidence, planning, verification } = context.states;
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
  return { states: { verification: { byTask } } };
}
