/** The action gate: what control state lets a selected task do. */

import type { ControlState } from "../control-state/control-state.ts";

export type GateDecision = "PASS" | "BLOCK" | "ESCALATE";

/** A human is asked before permission is looked at, since an escalation denies as well. */
export function actionGate({ permission, escalation }: ControlState): GateDecision {
  if (escalation === "HUMAN_REQUIRED") return "ESCALATE";
  return permission === "DENY" ? "BLOCK" : "PASS";
}
