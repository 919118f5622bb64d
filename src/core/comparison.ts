/** The paired analysis of two arms as data: what goes in, what comes out, and the verdict with its reasons. */

import type { Calibration } from "./calibration.ts";

/** `error`, `unscored` and `missing` are neither pass nor fail. */
export type Outcome = "pass" | "fail" | "unscored" | "error" | "missing";

/** What is known of one arm's trial; null is unknown and never 0. */
export interface ArmOutcome {
  readonly outcome: Outcome;
  /** Graded score, 0..1. */
  readonly score: number | null;
  /** As deployed, at the billed price. */
  readonly costUsd: number | null;
  /** As deployed, as if no prompt token had come from a cache. */
  readonly uncachedCostUsd: number | null;
  readonly inputTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly outputTokens: number | null;
  /** Only where a total is all that was recorded; otherwise it is input plus output. */
  readonly totalTokens?: number;
  readonly calls: number | null;
  readonly latencyMs: number | null;
  /** Place in its block, 0 = ran first. */
  readonly position: number | null;
  readonly reached: boolean | null;
  readonly fired: boolean | null;
  /** Digest of the transcript: equal digests are equal transcripts. */
  readonly transcript: string | null;
  readonly callsByPurpose: Readonly<Record<string, number>>;
  /** Calls asked for by the flag under test. */
  readonly ownCalls: number | null;
  /** The declared failure signature was seen; null also where none is declared. */
  readonly signatureSeen: boolean | null;
  /** An LLM judge decided the outcome. */
  readonly judged: boolean | null;
  /** All mechanism checks hold (negated where the flag is off). */
  readonly mechanismOk: boolean | null;
  readonly models: readonly string[];
  /** Fraction 0..1 of replies taken from the other arm. */
  readonly sharedCalls: number | null;
}

/** A trial of which nothing is known, not even whether it ran; also the base of partly known imported rows. */
export const MISSING_OUTCOME: ArmOutcome = {
  outcome: "missing",
  score: null,
  costUsd: null,
  uncachedCostUsd: null,
  inputTokens: null,
  cachedInputTokens: null,
  outputTokens: null,
  calls: null,
  latencyMs: null,
  position: null,
  reached: null,
  fired: null,
  transcript: null,
  callsByPurpose: {},
  ownCalls: null,
  signatureSeen: null,
  judged: false,
  mechanismOk: null,
  models: [],
  sharedCalls: null,
};

/** The trials of both arms on one scenario and seed. */
export interface PairedUnit {
  readonly scenario: string;
  readonly seed: string;
  readonly control: ArmOutcome;
  readonly treatment: ArmOutcome;
  /** Some request other than the flag's own differs between the arms. */
  readonly diverged: boolean | null;
  /** Requests are identical up to the first firing (M3); null = not checked. */
  readonly prefixIdentical: boolean | null;
}

/** What was decided before the run. */
export interface ComparisonPlan {
  readonly id: string;
  readonly flag: string | null;
  readonly control: string;
  readonly treatment: string;
  readonly purpose: "mechanism" | "benefit";
  readonly design: "fixed" | "sequential";
  readonly alpha: number;
  /** Smallest effect worth having, as a difference of pass rates (0.1 = 10 points). */
  readonly deltaMin: number;
  /** Number of flags in the campaign. */
  readonly family: number;
  readonly simulated: boolean;
  /** The model was asked at temperature 0, so equal transcripts are repeats; absent = it is not known to be. */
  readonly greedy?: boolean;
  /** `none`: the seed does not tie the arms together, so the test is stratified instead of paired. */
  readonly pairing: "seed" | "none";
  readonly flagMakesCalls: boolean;
  /** Pairs planned; the cap of a sequential design. Null = nobody recorded it. */
  readonly planned: number | null;
  /** Null = not calibrated. */
  readonly aa: Calibration | null;
  readonly orderKnown: boolean;
  /** Family-adjusted exact p, null before the family is adjusted. */
  readonly adjustedP: number | null;
  /** Labels show that the judge may gate on every rubric it decided by; absent = it is not known to. */
  readonly judgeQualified?: boolean;
}

/** The ends of an interval, low first. */
export type Range = readonly [low: number, high: number];

export interface ByArm<T> {
  readonly control: T;
  readonly treatment: T;
}

/** Counts of a fact that may be unknown. */
export interface Tally {
  readonly yes: number;
  readonly no: number;
  readonly unknown: number;
}

export interface UnitName {
  readonly scenario: string;
  readonly seed: string;
}

export interface Denominators {
  readonly planned: number | null;
  /** Pairs that were handed in, valid or not. */
  readonly units: number;
  /** Valid pairs: both arms passed or failed. */
  readonly pairs: number;
  /** Planned pairs of which no trial exists; of a sequential design they are no loss. */
  readonly notRun: number | null;
  /** Units of which exactly one arm exists, with the arm that is absent. */
  readonly unmatched: readonly (UnitName & { readonly absent: "control" | "treatment" })[];
  readonly errors: ByArm<number>;
  readonly unscored: ByArm<number>;
  readonly missing: ByArm<number>;
  /** Share 0..1 of pairs that are lost to the analysis, null for no units. */
  readonly lostShare: number | null;
  /** Fisher p of "one arm is lost far more often". */
  readonly lopsidedP: number;
}

export interface PairCounts {
  /** Valid pairs. */
  readonly n: number;
  /** Only the treatment passes. */
  readonly b: number;
  /** Only the control passes. */
  readonly c: number;
  readonly both: number;
  readonly neither: number;
}

export interface Rate {
  readonly passes: number;
  readonly of: number;
  /** Null for no pairs. */
  readonly rate: number | null;
  /** Wilson 95 %, for display. */
  readonly interval: Range | null;
}

/** Treatment minus control on pass/fail; every difference is a fraction (0.1 = 10 points). */
export interface Effect {
  /** Null for no pairs. */
  readonly delta: number | null;
  readonly exactP: number;
  /** One-sided p for "the treatment is better". */
  readonly betterP: number;
  readonly worseP: number;
  /** Shown, never decides. */
  readonly midP: number;
  readonly midBetterP: number;
  readonly midWorseP: number;
  /** The p that decides: exact McNemar, or the exact stratified test of uncoupled arms. */
  readonly decidingP: number;
  readonly test: "exact-mcnemar" | "stratified-fisher";
  readonly adjustedP: number | null;
  /** Fay-Lumbard, compatible with the exact p. */
  readonly interval95: Range;
  readonly interval90: Range;
  /** Approximate companion: may exclude 0 where the exact test does not. */
  readonly tango95: Range;
}

export interface ScenarioRow {
  readonly scenario: string;
  readonly n: number;
  readonly b: number;
  readonly c: number;
  readonly both: number;
  readonly neither: number;
  /** Mean paired difference; null without a valid pair. */
  readonly delta: number | null;
  /** This scenario and another point in opposite directions, with at least 3 discordant pairs each. */
  readonly conflict: boolean;
  /** Uncached (else billed) cost ratio of totals; null when unknown. */
  readonly costRatio: number | null;
}

/** The claim about scenarios like these: one mean per scenario, equal weight. */
export interface ScenarioLevel {
  readonly scenarios: number;
  readonly differing: number;
  readonly meanDelta: number | null;
  readonly signFlipP: number;
  /** From 5 scenarios with some spread; null below, with the reason. */
  readonly interval95: Range | null;
  /** From 2 scenarios; an error of 0 means equal means, not certainty. */
  readonly standardError: number | null;
  readonly tP: number | null;
  readonly reason: string | null;
}

export interface GradedEffect {
  readonly pairs: number;
  /** Mean difference of the 0..1 score. */
  readonly meanDelta: number;
  readonly signFlipP: number;
  readonly interval95: Range;
  readonly method: "t-over-scenarios" | "betting-sequence";
}

export type Metric =
  | "uncachedCostUsd"
  | "costUsd"
  | "inputTokens"
  | "cachedInputTokens"
  | "outputTokens"
  | "totalTokens"
  | "calls"
  | "latencyMs";

export interface RatioEstimate {
  readonly ratio: number;
  readonly interval95: Range | null;
}

/** Treatment over control for one metric. */
export interface MetricRatio {
  readonly metric: Metric;
  readonly state: "estimated" | "identical" | "unknown";
  /** Why it is unknown, or why an estimate or interval is absent. */
  readonly reason: string | null;
  /** Pairs with both values known. */
  readonly known: number;
  /** Pairs in which both arms ran to their end. */
  readonly of: number;
  /** Over the known pairs. */
  readonly totals: ByArm<number> | null;
  /** Ratio of totals with the delete-one jackknife interval: what the bill follows. */
  readonly ofTotals: RatioEstimate | null;
  /** Over the pairs of one scenario, else over scenarios; its interval needs 5 of them. */
  readonly geometricMean: RatioEstimate | null;
  readonly hodgesLehmann: RatioEstimate | null;
  /** Hodges-Lehmann difference in the metric's own unit, where zeros forbid a logarithm. */
  readonly difference: { readonly estimate: number; readonly interval95: Range | null } | null;
  /** Pairs that pull geometric mean and Hodges-Lehmann more than 20 % apart. */
  readonly outliers: readonly UnitName[];
  /** More than 10 % unknown, or unknown far more often in one arm. */
  readonly missingSensitive: boolean;
  readonly bySeed: readonly { readonly seed: string; readonly ratio: number | null }[];
}

/** How long one arm's trials waited for replies. */
export interface Waiting {
  readonly medianMs: number;
  readonly p95Ms: number;
}

export interface PurposeCalls {
  readonly purpose: string;
  /** Totals over the pairs in which both arms ran to their end. */
  readonly control: number;
  readonly treatment: number;
}

/** What the cost of the treatment is worth saying. */
export interface CostVerdict {
  /** The price it rests on; null when neither is known. */
  readonly basis: "uncached" | "billed" | null;
  readonly word: "dearer" | "cheaper" | "identical" | "no-difference-shown" | "unknown";
  readonly strength: "shown" | "suggestive" | null;
  /** Extra cost per extra success in USD; null unless the interval of the effect excludes 0. */
  readonly perSuccessUsd: number | null;
  readonly perSuccessReason: string | null;
}

export interface Engagement {
  readonly reached: ByArm<Tally>;
  readonly fired: ByArm<Tally>;
  readonly diverged: Tally;
  /** (b - c) / pairs that fired; null when unknown or none fired. */
  readonly effectWhenFired: number | null;
  /** With 95 % confidence it diverges in fewer runs than this share; null unless no pair diverged. */
  readonly divergesBelow: number | null;
  /** Mean share of replies taken from the other arm. */
  readonly sharedReplies: ByArm<number | null>;
}

/** How often an arm that does nothing does at least this well. */
export interface Placebo {
  /** Net wins (or net losses, whichever leads) it refers to. */
  readonly net: number;
  readonly frequency: number;
  /** Probability of discordance it assumes. */
  readonly psi: number;
  readonly source: "calibration" | "calibration-bound" | "assumed";
}

export interface Headroom {
  /** Control failures: no more wins than this are possible. */
  readonly controlFailures: number;
  readonly winsNeeded: number;
  readonly enough: boolean;
}

/** The same comparison without one scenario or one seed. */
export interface Omission {
  readonly kind: "scenario" | "seed";
  readonly omitted: string;
  readonly n: number;
  readonly b: number;
  readonly c: number;
  readonly exactP: number;
  readonly label: Label;
  readonly cost: RatioEstimate | null;
  /** What changes when it is left out. */
  readonly changes: readonly ("label" | "cost")[];
}

export interface PositionHalf {
  readonly pairs: number;
  readonly b: number;
  readonly c: number;
  readonly interval95: Range | null;
  readonly cost: RatioEstimate | null;
  readonly latency: RatioEstimate | null;
}

export interface PositionCheck {
  readonly state: "checked" | "one-sided" | "unknown";
  readonly treatmentFirst: PositionHalf;
  readonly treatmentSecond: PositionHalf;
  /** Quantities whose intervals do not overlap between the halves. */
  readonly disagreeing: readonly ("outcome" | "cost" | "latency")[];
  readonly confounded: boolean;
}

/** The analysis with every lost result counted against the arm that leads. */
export interface WorstCase {
  readonly counts: PairCounts;
  readonly exactP: number;
  readonly label: Label;
  readonly changesLabel: boolean;
}

export interface EffectiveSize {
  /** Distinct pairs of transcripts; null when some are unknown. */
  readonly distinct: number | null;
  /** Whether it limits the verdict: only where the model is scripted or asked at temperature 0. */
  readonly applied: boolean;
  /** The size the verdict uses. */
  readonly value: number;
}

export interface Reliability {
  /** Scenarios with at least one scored trial. */
  readonly scenarios: number;
  readonly passRate: number | null;
  /** Share of scenarios that pass on every seed. */
  readonly allSeedsPass: number | null;
  /** pass^k for k = 1 up to the fewest runs of any scenario. */
  readonly passHat: readonly { readonly k: number; readonly value: number }[];
  /** Share of scenarios with both a pass and a fail. */
  readonly flipRate: number | null;
  readonly betweenVariance: number | null;
  readonly withinVariance: number | null;
}

type MechanismItemId = "M1" | "M2" | "M3" | "M4" | "M5" | "M6" | "M7";

export interface MechanismItem {
  readonly id: MechanismItemId;
  readonly claim: string;
  readonly answer: "yes" | "no" | "not-checked";
  readonly reason: string;
}

/** State of the e-process of a sequential design. */
export interface SequentialEvidence {
  readonly eTwo: number;
  readonly eGreater: number;
  readonly eLess: number;
  /** family / alpha. */
  readonly threshold: number;
  /** Confidence sequence for the difference. */
  readonly interval95: Range;
}

/** Descriptive only, never decides. */
export interface Posterior {
  readonly better: number;
  readonly aboveDeltaMin: number;
  readonly aboveMinusDeltaMin: number;
}

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

/** Everything a reader needs about two arms: reports, tables and JSON are projections of it. */
export interface Comparison {
  readonly plan: ComparisonPlan;
  /** The units it rests on, in order of scenario and seed. */
  readonly units: readonly PairedUnit[];
  readonly denominators: Denominators;
  readonly counts: PairCounts;
  readonly rates: ByArm<Rate>;
  readonly effect: Effect;
  readonly sequential: SequentialEvidence | null;
  readonly scenarios: readonly ScenarioRow[];
  readonly scenarioLevel: ScenarioLevel;
  readonly graded: GradedEffect | null;
  readonly ratios: Readonly<Record<Metric, MetricRatio>>;
  /** Waiting time of the pairs that tell it in both arms; null where none does. */
  readonly latency: ByArm<Waiting> | null;
  readonly cost: CostVerdict;
  readonly callsByPurpose: readonly PurposeCalls[];
  readonly engagement: Engagement;
  readonly placebo: Placebo;
  readonly headroom: Headroom;
  readonly omissions: readonly Omission[];
  readonly position: PositionCheck;
  readonly worstCase: WorstCase | null;
  readonly nEff: EffectiveSize;
  readonly reliability: ByArm<Reliability>;
  readonly posterior: Posterior | null;
  readonly mechanism: readonly MechanismItem[];
  /** Whether calls of the flag's own happen in the treatment alone. */
  readonly ownCallOnlyInTreatment: "yes" | "no" | "not-applicable" | "not-checked";
  readonly verdict: Verdict;
}
