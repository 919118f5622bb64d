/** Matched trials of two arms, the outcome of each, and how the pairs count. */

/**
 * `error`, `unscored`, `missing` and `budget` are neither pass nor fail. `budget`: the spending limit ended the run before
 * the trial was done, so that it was set aside and is no loss.
 */
export type Outcome = "pass" | "fail" | "unscored" | "error" | "missing" | "budget";

/** True where no trial counts: it was never run to an end, or the budget ended the run before. */
export function isAbsent(outcome: Outcome): boolean {
  return outcome === "missing" || outcome === "budget";
}

/** Facts of one arm's trial; null is unknown and never 0. */
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
  /** Without replies that the arms share. */
  readonly latencyMs: number | null;
  /** With them, each at the latency of its original. */
  readonly wholeLatencyMs: number | null;
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
  /** The simulated model succeeded by itself, as its scenario declares that a model may; null = unknown. */
  readonly spontaneous: boolean | null;
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
  wholeLatencyMs: null,
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
  spontaneous: null,
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
  /** Of arms that nothing ties together: the only arm with a trial left here, which by design has no partner. */
  readonly alone?: "control" | "treatment";
}

export interface ByArm<T> {
  readonly control: T;
  readonly treatment: T;
}

export interface UnitName {
  readonly scenario: string;
  readonly seed: string;
}

/** The ends of an interval, low first. */
export type Range = readonly [low: number, high: number];

/** Counts of a fact that may be unknown. */
export interface Tally {
  readonly yes: number;
  readonly no: number;
  readonly unknown: number;
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

export interface Denominators {
  readonly planned: number | null;
  /** Pairs that were handed in, valid or not, without those that the budget ended. */
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
  /** Trials that the budget ended; their pairs are set aside and neither units nor lost. */
  readonly budget: ByArm<number>;
  /** Share 0..1 of pairs, or of trials where arms are not tied together, that are lost to the analysis; null for none. */
  readonly lostShare: number | null;
  /** Fisher p of "one arm is lost far more often". */
  readonly lopsidedP: number;
}
