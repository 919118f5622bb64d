/** The stall at the gate: nothing was permitted and the run cannot make progress, so a feature is asked before it ends. */

import type { LayerStates } from "../../engine/layer-states.ts";
import type { Halt } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { denialOf, denialText } from "../control-state/denial.ts";
import { rebuildPlan } from "../planning/build-plan.ts";
import { moveTask, type Plan } from "../planning/task-graph.ts";
import type { Directive } from "../recovery/directive.ts";
import { directiveAt, gather, haltOf } from "../recovery/follow-directive.ts";
import { stallReason } from "../recovery/stall.ts";
import type { GateDecision } from "./action-gate.ts";

interface AfterGate {
  readonly halt: Halt | null;
  readonly states: Partial<LayerStates>;
}

/** Ends the run with the reason of the denial, unless a directive changes what the next look at the gate will see. */
export async function atGate(scope: TurnScope, decision: Exclude<GateDecision, "PASS">): Promise<AfterGate> {
  const { execution, recovery } = scope.states;
  const reason = stallReason({ execution, recovery });
  if (reason === null) return { halt: null, states: {} };
  const failure = execution.failures.at(-1) ?? null;
  const directive = await directiveAt(scope, { reason, side: "gate", failure });
  scope.emit({ type: "gate-decision", gate: "stall", decision: directive.kind, reason });
  const planning = replan(scope, directive);
  if (planning !== null) return { halt: null, states: { planning } };
  const evidence = gather(scope, directive);
  if (Object.keys(evidence).length > 0) return { halt: null, states: evidence };
  const status = decision === "ESCALATE" ? "escalated" : "could-not-complete";
  const denied: Halt = { status, reason: denialText(denialOf(scope.states, scope.clock.now())) };
  return { halt: haltOf(directive) ?? denied, states: {} };
}

/** The plan that the directive leaves, null where it leaves it as it is. */
function replan({ states, input }: TurnScope, directive: Directive): Plan | null {
  const { planning } = states;
  if (directive.kind === "REFRAME_PLAN")
    return rebuildPlan(planning, input.text, states["world-model"].beliefs);
  if (directive.kind !== "REDIRECT_STRATEGY") return null;
  const failed = planning.tasks.filter(({ state }) => state === "FAILED");
  if (failed.length === 0) return null;
  return failed.reduce((plan, { id }) => moveTask(plan, id, "PENDING", "recovery"), planning);
}
