/** Drafts of this iteration held to the nine checks. */

import type { LayerStates } from "../../engine/layer-states.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import type { Settings } from "../../settings.ts";
import { gravesOf } from "../contradiction/contradictions.ts";
import { type CheckInput, nineChecks } from "./nine-checks.ts";
import type { CheckResult, Verification } from "./verification.ts";

/** Verifies what was answered; a task that is still at its tools has no draft to verify. */
export function verifyDrafts({ states, settings }: Pick<TurnScope, "states" | "settings">): {
  readonly verification: Verification;
} {
  const { execution, verification } = states;
  const byTask: Record<string, readonly CheckResult[]> = { ...verification.byTask };
  for (const step of execution.steps)
    if (step.kind === "answer")
      byTask[step.task] = nineChecks(
        checkInputOf(states, { task: step.task, draft: step.text, of: settings.verification }),
      );
  return { verification: { byTask } };
}

/** The checks' view of one draft; the consistency checker reads conflicts where the settings have one (A-093). */
export function checkInputOf(
  { contradiction, evidence, planning }: LayerStates,
  {
    task,
    draft,
    of,
  }: { readonly task: string; readonly draft: string; readonly of: Settings["verification"] },
): CheckInput {
  return {
    draft,
    criteria: planning.criteria,
    assumptions: [],
    local: evidence.items.filter((item) => item.task === task),
    global: evidence.items,
    contract: [],
    graveContradictions: of.consistency ? gravesOf(contradiction).length : null,
  };
}
