/** The control state of a set of slices, and whether one that was resolved earlier still counts (A-017..A-019). */

import type { LayerStates } from "../../engine/layer-states.ts";
import { currentOrResolved, StalenessError } from "../world-model/staleness.ts";
import type { ControlState } from "./control-state.ts";
import { resolveControlState } from "./resolve-control-state.ts";

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

/** resolved anew once when the world model has moved on; null when it is stale even then. */
export function controlNow(states: LayerStates): ControlState | null {
  try {
    return currentOrResolved(states["control-state"], states["world-model"], () => resolveFrom(states));
  } catch (error) {
    if (error instanceof StalenessError) return null;
    throw error;
  }
}
