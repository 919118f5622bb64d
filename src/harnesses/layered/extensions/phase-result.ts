/** Result of a phase for the engine: the slices it writes, an end of the loop, messages for later. */

import type { TurnStatus } from "../../../core/event.ts";
import type { Question } from "../../../core/question.ts";
import type { LayerStates } from "../engine/layer-states.ts";

/** Ends the loop at once: no later phase of the iteration acts, the reviewer and the reply still follow. */
export interface Halt {
  readonly status: Exclude<TurnStatus, "ok">;
  readonly reason: string;
  /** Stands in the reply in place of the reason; when the turn is paused, its answer goes on with the run. */
  readonly question?: Question;
  /** True where the reason stands for every part that is open, also for one that failed by itself. */
  readonly overall?: boolean;
}

export interface PhaseResult {
  readonly states?: Partial<LayerStates>;
  readonly halt?: Halt;
  /** Messages that run as turns of their own after this one, in arrival order. */
  readonly followUps?: readonly string[];
  /** Goes back into the loop once the after-part is done. */
  readonly reopened?: boolean;
}
