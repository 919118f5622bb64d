/** The verdict on a comparison: label, qualifiers, reasons and its sentence in tagged clauses. */

import type { Reason } from "./reason.ts";

export type Label =
  | "invalid"
  | "inert"
  | "harmful"
  | "mixed"
  | "no-gain"
  | "no-harm"
  | "verified"
  | "demonstrated"
  | "mechanism-not-demonstrated"
  | "saves"
  | "saves-harm-not-excluded"
  | "costs-more"
  | "no-saving"
  | "no-worse"
  | "fires"
  | "no-large-effect"
  | "suggestive"
  | "suggestive-harm"
  | "underpowered"
  | "no-effect-shown"
  | "no-difference"
  | "difference";

export type Qualifier =
  | "simulated"
  | "pseudo-replicated"
  | "cannot-reach-significance"
  | "no-discordant-pairs"
  | "headroom-too-small"
  | "low-engagement"
  | "engagement-unknown"
  | "missing-sensitive"
  | "judge-scored"
  | "scenario-conflict"
  | "order-confounded"
  | "hangs-on-one"
  | "backend-changed"
  | "cut-by-budget"
  | "below-minimum-effect"
  | "bounded-within-margin"
  | "not-a-rate-claim"
  | "exploratory";

type MechanismItemId = "M1" | "M2" | "M3" | "M4" | "M5" | "M6" | "M7";

export interface MechanismItem {
  readonly id: MechanismItemId;
  readonly claim: string;
  readonly answer: "yes" | "no" | "not-checked";
  /** Events, one fact each; items that fail for the same cause have the same words. */
  readonly findings: readonly string[];
}

/** Subject of a clause; rates, test and cost share one sentence, every other clause is a sentence of its own. */
export type ClauseTag =
  | "rates"
  | "test"
  | "cost"
  | "label"
  | "family"
  | "significance"
  | "headroom"
  | "hangs-on-one"
  | "missing"
  | "scope"
  | "conflict"
  | "order"
  | "judge"
  | "backend"
  | "engagement"
  | "repeats"
  | "set-aside"
  | "budget"
  | "simulated"
  | "calibration";

/** A piece of the verdict's sentence; those that share a sentence have no capital and no full stop. */
export interface Clause {
  readonly tag: ClauseTag;
  readonly text: string;
}

export interface Verdict {
  readonly label: Label;
  readonly basis: "statistical" | "mechanism" | null;
  readonly strength: "moderate" | "lean" | null;
  /** Reach of the claim; null where the label claims nothing. */
  readonly scope: "scenario" | "suite" | "general" | null;
  readonly qualifiers: readonly Qualifier[];
  /** Reasons for this label. */
  readonly reasons: readonly Reason[];
  /** Clauses of the sentence, in its order; a reader chooses by tag and never by words. */
  readonly clauses: readonly Clause[];
  /** The whole verdict as text, ready to print. */
  readonly sentence: string;
  /** Next step. */
  readonly next: string;
}
