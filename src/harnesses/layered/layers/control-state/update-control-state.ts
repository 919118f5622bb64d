/** The control-state phase: resolves against the slices as they stand. */

import type { LayerStates } from "../../engine/layer-states.ts";
import type { PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import type { ControlState } from "./control-state.ts";
import { resolveControlState } from "./resolve-control-state.ts";

/** Resolves the control state of this point of the turn. */
export function updateControlState(context: TurnScope): PhaseResult {
  return { states: { "control-state": resolveFrom(context.states) } };
}

/** The control state that a set of slices resolves to. */
export function resolveFrom(states: Omit<LayerStates, "control-state">): ControlState {
  return resolveControlState({
    diagnostics: states.diagnostics,
    contradictions: states.contradiction,
    model: states["world-model"],
    matchConfidence: states.recovery.match?.confidence ?? null,
    review: states.reviewer,
  });
}
