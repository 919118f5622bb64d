/** A run that waits for the user's answer: everything it needs to go on, as plain JSON. */

import type { TurnScope } from "../extensions/scope.ts";
import type { LayerStates } from "./layer-states.ts";

export interface PausedRun extends Pick<TurnScope, "classification" | "factsBlock" | "constraints"> {
  /** The request that the run is about. */
  readonly request: string;
  readonly iteration: number;
  readonly states: LayerStates;
}

/** The slices with the answer put where the next proposal takes it up, as the user's words. */
export function withAnswer({ states }: PausedRun, answer: string): LayerStates {
  const { execution } = states;
  return { ...states, execution: { ...execution, notes: [...execution.notes, answer] } };
}
