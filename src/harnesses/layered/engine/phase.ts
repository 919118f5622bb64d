/** One row of the phase table: what runs, for which layer, and which slices it may write. */

import type { TurnStatus } from "../../../core/event.ts";
import type { LayerId } from "../layer-id.ts";
import type { LayerStates } from "./layer-states.ts";
import type { TurnContext } from "./turn-context.ts";

/** Ends the loop at once: no later phase of the iteration acts, the reviewer and the reply still follow. */
export interface Halt {
  readonly status: Exclude<TurnStatus, "ok">;
  readonly reason: string;
}

export interface PhaseResult {
  readonly states?: Partial<LayerStates>;
  readonly halt?: Halt;
  /** Messages that run as turns of their own after this one, in arrival order. */
  readonly followUps?: readonly string[];
  /** Goes back into the loop once the after-part is done. */
  readonly reopened?: boolean;
}

/** `before` runs once per turn, `think`, `act` and `check` once per iteration, `after` when the loop has ended. */
export type Part = "before" | "think" | "act" | "check" | "after";

export interface Phase {
  readonly part: Part;
  readonly phase: string;
  /** Null for the loop's own bookkeeping. */
  readonly layer: LayerId | null;
  /** The only slices that the engine takes from this phase's result; `control-state` stands in three rows (INV-06). */
  readonly writes: readonly LayerId[];
  run(context: TurnContext): PhaseResult | Promise<PhaseResult>;
}
