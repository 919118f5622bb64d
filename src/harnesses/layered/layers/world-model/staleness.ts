/** The staleness rule: nobody acts on a state that the world model has left behind. */

import type { WorldModel } from "./world-model.ts";

/** Raised when a state is still stale after it was resolved anew once; the gate turns it into an escalation. */
export class StalenessError extends Error {
  override readonly name = "StalenessError";
}

/** True where a pinned generation is still that of the model. */
function isCurrent(pinned: number, model: WorldModel): boolean {
  return pinned === model.generation;
}

/** The state itself when its pin is current; otherwise resolves it once and raises when that did not help. */
export function currentOrResolved<State extends { readonly pinned: number }>(
  state: State,
  model: WorldModel,
  resolve: () => State,
): State {
  if (isCurrent(state.pinned, model)) return state;
  const again = resolve();
  if (isCurrent(again.pinned, model)) return again;
  throw new StalenessError(
    `control state is pinned to generation ${again.pinned}, the world model is at ${model.generation}`,
  );
}
