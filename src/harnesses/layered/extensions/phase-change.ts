/** Changes of a feature to the phase table: a phase put into a place, beside one, or around the one that is there. */

import type { LayerId } from "../layer-id.ts";
import type { Contribution } from "./contribution.ts";
import type { PhaseResult } from "./phase-result.ts";
import type { Place } from "./places.ts";

type Answer = Contribution<PhaseResult> | Promise<Contribution<PhaseResult>>;

interface Row<Scope> {
  readonly place: Place;
  /** Whose `layer-end` follows it; null for bookkeeping. */
  readonly layer: LayerId | null;
  /** The only slices that the engine takes from its result. */
  readonly writes: readonly LayerId[];
  run(scope: Scope): Answer;
}

/** `fill` takes a place that the engine leaves empty, `replace` one that it does not. */
interface InPlace<Scope> extends Row<Scope> {
  readonly how: "fill" | "replace";
}

/** A phase of its own name, next to a place; the place may be empty. */
interface Beside<Scope> extends Row<Scope> {
  readonly how: "before" | "after";
  readonly name: string;
}

/** Around whatever is in the place; where nothing is, nothing runs. The first feature of the catalogue stands outermost. */
interface Around<Scope> {
  readonly how: "wrap";
  readonly place: Place;
  /** Slices it writes besides those of the phase inside. */
  readonly writes?: readonly LayerId[];
  run(scope: Scope, next: () => Promise<PhaseResult>): Promise<Contribution<PhaseResult>>;
}

export type PhaseChange<Scope> = InPlace<Scope> | Beside<Scope> | Around<Scope>;
