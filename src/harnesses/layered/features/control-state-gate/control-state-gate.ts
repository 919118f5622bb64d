/** AUDIT_CONTROL_STATE_GATE: resolves control state from the layers and lets it block or escalate actions (A-062..A-072). */

import type { Contribution } from "../../extensions/contribution.ts";
import type { Feature } from "../../extensions/extension-points.ts";
import type { PhaseResult } from "../../extensions/phase-result.ts";
import type { Place } from "../../extensions/places.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { controlNow, resolveFrom } from "../../layers/control-state/control-now.ts";
import type { ControlState } from "../../layers/control-state/control-state.ts";
import { actionGate } from "../../layers/execution/action-gate.ts";

/** Before the loop, before each selection, and after each action. */
const RESOLVED_AT: readonly Place[] = [
  "initial-control-state",
  "resolve-control-state",
  "re-score-control-state",
];

/** Without it the state stays ALLOW and NORMAL as it was before the turn, and the gate lets everything through. */
export function controlStateGate(): Feature {
  return {
    id: "control-state-gate",
    phases: RESOLVED_AT.map((place) => ({
      how: "fill",
      place,
      layer: "control-state",
      writes: ["control-state"],
      run: resolve,
    })),
    slots: {
      actionGate: () => ({
        decide: async ({ states }) => {
          const control = controlNow(states);
          const decision = control === null ? "ESCALATE" : actionGate(control);
          const reason = control === null ? "control state is stale" : control.tags.join(", ");
          return {
            value: { decision, reason, control: control ?? states["control-state"] },
            fired: decision === "PASS" ? null : `${decision}: ${reason}`,
          };
        },
      }),
    },
  };
}

/** The mode counts as an effect too: the stall rule reads how often it left NORMAL. */
function resolve({ states }: TurnScope): Contribution<PhaseResult> {
  const control = resolveFrom(states);
  return {
    value: { states: { "control-state": control } },
    fired: control.mode === "NORMAL" ? null : wordsOf(control),
  };
}

function wordsOf({ permission, mode, tags, note }: ControlState): string {
  return `${permission} ${mode}: ${note ?? tags.join(", ")}`;
}
