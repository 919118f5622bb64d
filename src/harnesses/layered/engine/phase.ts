/** One row of the phase table: what runs, for which layer, and which slices it may write. */

import type { PhaseResult } from "../extensions/phase-result.ts";
import type { Part, Place } from "../extensions/places.ts";
import type { TurnScope } from "../extensions/scope.ts";
import type { LayerId } from "../layer-id.ts";

export interface Phase {
  readonly part: Part;
  readonly phase: string;
  /** Null for the loop's own bookkeeping. */
  readonly layer: LayerId | null;
  /** The only slices that the engine takes from this phase's result; `control-state` stands in three rows (INV-06). */
  readonly writes: readonly LayerId[];
  run(scope: TurnScope): PhaseResult | Promise<PhaseResult>;
}

/** A phase of the engine's own, named by its place. */
export interface BasePhase extends Omit<Phase, "part"> {
  readonly phase: Place;
}
