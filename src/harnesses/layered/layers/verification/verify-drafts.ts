/** Drafts of this iteration held to the nine checks. */

import type { LayerStates } from "../../engine/layer-states.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { type CheckInput, nineChecks } from "./nine-checks.ts";
import type { CheckResult, Verification } from "./verification.ts";

/** Verifies what was answered; a task that is still at its tools has no draft to verify. */
export function verifyDrafts({ states }: Pick<TurnScope, "states">): { readonly verification: Verification } {
  const { execution, verification } = states;
  const byTask: Record<string, readonly CheckResult[]> = { ...verification.byTask };
  for (const step of execution.steps)
    if (step.kind === "answer") byTask[step.task] = nineChecks(checkInputOf(states, step.task, step.text));
  return { verification: { byTask } };
}

/** What the checks look at for one draft. */
export function checkInputOf({ evidence, planning }: LayerStates, task: string, draft: string): CheckInput {
  return {
    draft,
    criteria: planning.criteria,
    assumptions: [],
    local: evidence.items.filter((item) => item.task === task),
    global: evidence.items,
    contract: [],
    graveContradictions: null,
  };
}
