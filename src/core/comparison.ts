/** The paired analysis of two arms as data: everything that a reader needs, verdict included. */

import type { NoWorse, Saving } from "./aim.ts";
import type { ComparisonFacts } from "./comparison-facts.ts";
import type { ComparisonPlan } from "./comparison-plan.ts";
import type { CostVerdict, Metric, MetricRatio, PurposeCalls, RatioEstimate, Waiting } from "./metric.ts";
import type { ByArm, Denominators, PairCounts, PairedUnit, Range, Rate, Tally } from "./pairs.ts";
import type { Recommendation } from "./recommendation.ts";
import type { Label, MechanismItem, Verdict } from "./verdict.ts";

/**
 * Treatment minus control on pass/fail; every difference is a fraction (0.1 = 10 points). Null where inference has no
 * place: on a simulated model and in an invalid run.
 */
export interface Effect {
  /** Null for no pairs. */
  readonly delta: number | null;
  /** Exact McNemar for matched pairs; for arms that nothing ties together Fisher's, stratified by scenario. */
  readonly test: "exact-mcnemar" | "stratified-fisher";
  /** Two-sided p of that test, before any adjustment. */
  readonly exactP: number | null;
  /** One-sided p for "the treatment is better". */
  readonly betterP: number | null;
  readonly worseP: number | null;
  /** Shown, never decides. */
  readonly midP: number | null;
  readonly midBetterP: number | null;
  readonly midWorseP: number | null;
  /** Adjusted for the family, to be shown: Holm over the comparisons that can be significant, else over all. Null = no family. */
  readonly adjustedP: number | null;
  /** Discordant pairs that it would need where the family's screen leaves it out. Null = it may decide. */
  readonly neededInFamily: number | null;
  /** Of matched pairs Fay-Lumbard, compatible with the exact p; else Newcombe's, which is approximate. */
  readonly interval95: Range | null;
  readonly interval90: Range | null;
  /** Approximate companion of the exact interval: may exclude 0 where the exact test does not. */
  readonly tango95: Range | null;
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
  readonly signFlipP: number | null;
  /** Adjusted for the campaign; null = no family. */
  readonly adjustedP: number | null;
  /** From 5 scenarios with some spread; null below, with the reason. */
  readonly interval95: Range | null;
  /** From 2 scenarios; an error of 0 means equal means, not certainty. */
  readonly standardError: number | null;
  readonly tP: number | null;
  readonly reason: string | null;
}

/** Scenarios that point in opposite directions. */
interface ScenarioDisagreement {
  /** P of a disagreement as large under one common effect, adjusted for the campaign; null on a simulated model and in an invalid run. */
  readonly p: number | null;
  readonly better: readonly string[];
  readonly worse: readonly string[];
  /** The mean over scenarios has strictly the opposite sign of the pooled difference. */
  readonly meansOpposed: boolean;
}

export interface GradedEffect {
  readonly pairs: number;
  /** Mean difference of the 0..1 score. */
  readonly meanDelta: number;
  readonly signFlipP: number;
  readonly interval95: Range;
  readonly method: "t-over-scenarios" | "betting-sequence";
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

/** Probability that an arm that does nothing does at least this well. */
export interface Placebo {
  /** Net wins (or net losses, whichever leads) it refers to. */
  readonly net: number;
  readonly frequency: number;
  /** Probability of discordance it assumes: the larger of the one seen and the calibrated one, else .3. */
  readonly psi: number;
  readonly source: "calibration" | "calibration-bound" | "assumed" | "observed";
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
  readonly exactP: number | null;
  readonly label: Label;
  /** P that as many random pairs would take as much of the effect away; null where no effect leads. */
  readonly tail: number | null;
  readonly cost: RatioEstimate | null;
  /** Ratio of what the flag is there to save; absent where it saves nothing, or cost. */
  readonly aimed?: RatioEstimate | null;
  /** Changes when it is left out; `aim` = whether it saves. */
  readonly changes: readonly ("label" | "cost" | "aim")[];
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
  readonly exactP: number | null;
  readonly label: Label;
  readonly changesLabel: boolean;
}

export interface EffectiveSize {
  /** Distinct pairs of transcripts; null when some are unknown. */
  readonly distinct: number | null;
  /** True where it limits the verdict: only where the model is scripted or asked at temperature 0. */
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

/** Everything a reader needs about two arms: reports, tables and JSON are projections of it. */
export interface Comparison {
  readonly plan: ComparisonPlan;
  readonly facts: ComparisonFacts;
  /** The units it rests on, in order of scenario and seed. */
  readonly units: readonly PairedUnit[];
  readonly denominators: Denominators;
  readonly counts: PairCounts;
  readonly rates: ByArm<Rate>;
  readonly effect: Effect;
  readonly sequential: SequentialEvidence | null;
  /** Evidence for a saving; null for a flag with another aim. */
  readonly saving: Saving | null;
  /** Evidence that success is not worse by the margin, where that is the question; null elsewhere. */
  readonly noWorse: NoWorse | null;
  readonly scenarios: readonly ScenarioRow[];
  readonly scenarioLevel: ScenarioLevel;
  /** Null where all scenarios point one way. */
  readonly conflict: ScenarioDisagreement | null;
  readonly graded: GradedEffect | null;
  readonly ratios: Readonly<Record<Metric, MetricRatio>>;
  /** Waiting time of the pairs that tell it in both arms; null where none does. */
  readonly latency: ByArm<Waiting> | null;
  readonly cost: CostVerdict;
  readonly callsByPurpose: readonly PurposeCalls[];
  readonly engagement: Engagement;
  /** Null on a simulated model and in an invalid run. */
  readonly placebo: Placebo | null;
  readonly headroom: Headroom;
  readonly omissions: readonly Omission[];
  readonly position: PositionCheck;
  readonly worstCase: WorstCase | null;
  readonly nEff: EffectiveSize;
  /** Pairs in which the simulated model succeeded by itself, as declared; the checklist sets them aside. */
  readonly spontaneousPairs: number;
  readonly reliability: ByArm<Reliability>;
  readonly posterior: Posterior | null;
  readonly mechanism: readonly MechanismItem[];
  /** True where calls of the flag's own happen in the treatment alone. */
  readonly ownCallOnlyInTreatment: "yes" | "no" | "not-applicable" | "not-checked";
  /** Null for a simulated model and for control scenarios. */
  readonly recommendation: Recommendation | null;
  readonly verdict: Verdict;
}
