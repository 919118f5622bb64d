/** The verdict on a comparison: label, qualifiers and the mechanism checklist. */

export type Label =
  | "invalid"
  | "inert"
  | "harmful"
  | "verified"
  | "demonstrated"
  | "fires-no-effect-measured"
  | "suggestive"
  | "suggestive-harm"
  | "underpowered";

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
  | "below-minimum-effect"
  | "bounded-within-margin"
  | "not-a-rate-claim";

type MechanismItemId = "M1" | "M2" | "M3" | "M4" | "M5" | "M6" | "M7";

export interface MechanismItem {
  readonly id: MechanismItemId;
  readonly claim: string;
  readonly answer: "yes" | "no" | "not-checked";
  readonly reason: string;
}

export interface Verdict {
  readonly label: Label;
  readonly basis: "statistical" | "mechanism" | null;
  readonly strength: "moderate" | "lean" | null;
  /** How far the claim reaches; null where the label claims nothing. */
  readonly scope: "scenario" | "suite" | "general" | null;
  readonly qualifiers: readonly Qualifier[];
  /** Why this label, one reason per line. */
  readonly reasons: readonly string[];
  /** The whole verdict as text, ready to print. */
  readonly sentence: string;
  /** What to do next. */
  readonly next: string;
}
