/** Results of a design for several flags, as data. */

import type { DesignKind } from "./experiment.ts";
import type { Outcome, Range } from "./pairs.ts";

/** Result of one arm of a design on one scenario and seed. */
export interface DesignOutcome {
  readonly scenario: string;
  readonly seed: string;
  readonly arm: string;
  readonly outcome: Outcome;
}

/** A difference of pass rates (0.1 = 10 points) over the blocks in which every arm it needs has a result. */
export interface DesignEstimate {
  readonly blocks: number;
  /** Null for no blocks. */
  readonly delta: number | null;
  /** Null on a simulated model. */
  readonly p: number | null;
  /** Holm over what it is listed with; null where there is nothing else. */
  readonly adjustedP: number | null;
  readonly interval95: Range | null;
  readonly method: "exact-mcnemar" | "t-over-scenarios" | "betting-sequence";
}

/** Agreement of a flag's effect alone with its effect among the others. */
export interface InteractionCheck {
  /**
   * `brackets`: effect with the others less effect alone. `halves`: main effect in the design less that in its mirror image,
   * which differ only where other flags interact in pairs.
   */
  readonly basis: "brackets" | "halves";
  readonly blocks: number;
  /** Null for no blocks. */
  readonly meanGap: number | null;
  /** Null on a simulated model, where no alarm can ring. */
  readonly p: number | null;
  /** Holm over the flags. */
  readonly adjustedP: number | null;
  readonly alarm: boolean;
  /** True where so many blocks could have raised it at all. */
  readonly couldRing: boolean;
}

export interface FlagEffect {
  readonly flag: string;
  /** On, against every flag of the design off. */
  readonly alone: DesignEstimate | null;
  /** Every flag of the design on, against this one off. */
  readonly withOthers: DesignEstimate | null;
  /** Mean of the two: the Shapley value when interactions are at most pairwise. */
  readonly importance: number | null;
  /** Mean where on, less mean where off, over all configurations. */
  readonly main: DesignEstimate | null;
  readonly interaction: InteractionCheck | null;
}

export interface DesignReport {
  readonly kind: DesignKind;
  /** A screen chooses what to run as matched pairs; it proves nothing. */
  readonly screen: boolean;
  readonly flags: readonly string[];
  readonly scenarios: number;
  readonly seeds: number;
  /** Scenario and seed; complete = every arm passed or failed. */
  readonly blocks: { readonly planned: number; readonly complete: number };
  readonly arms: readonly {
    readonly arm: string;
    /** Flags of the design that are on. */
    readonly on: readonly string[];
    readonly passes: number;
    readonly of: number;
  }[];
  readonly effects: readonly FlagEffect[];
  readonly notes: readonly string[];
}
