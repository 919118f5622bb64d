/** Aim of a flag: to win pairs, to save something, or neither (STATISTICS 11.1). */

import type { Metric } from "./metric.ts";
import type { PairCounts, Range, UnitName } from "./pairs.ts";

export const AIMS = [
  "success",
  // Success that is not worse by a margin, whatever else changes: another model, a simpler harness.
  "no-worse",
  "cost",
  "cost-as-billed",
  "tokens",
  "latency",
  "calls",
  "none",
] as const;
export type Aim = (typeof AIMS)[number];

/** Something that a flag may be there to save. */
export type SavingAim = Exclude<Aim, "success" | "no-worse" | "none">;

/** True where the aim is a saving, which has a ratio and a test of its own. */
export function isSavingAim(aim: Aim | undefined): aim is SavingAim {
  return aim !== undefined && aim !== "success" && aim !== "no-worse" && aim !== "none";
}

/** Name of the aimed quantity for readers. */
export const SAVED_WORD: Readonly<Record<SavingAim, string>> = {
  cost: "cost",
  "cost-as-billed": "cost as billed",
  tokens: "tokens",
  latency: "latency",
  calls: "calls",
};

/** Metrics that an aim is measured by; `wholeLatencyMs` counts shared replies in both arms. */
export type AimedMetric = Metric | "wholeLatencyMs";

/** Direction of the log ratios, and the probability of one as far by chance. */
export interface SavingTest {
  /** Two-sided exact sign-flip p; 1 for no ratios, null on a simulated model and in an invalid run. */
  readonly p: number | null;
  /** Null where the ratios cancel out exactly, or there are none. */
  readonly direction: "saves" | "costs" | null;
}

/** The aimed metric over the pairs in which both arms tell it. */
export interface SavingEvidence {
  readonly metric: AimedMetric;
  readonly known: number;
  /** Pairs in which both arms ran to their end. */
  readonly of: number;
  /** Of the known pairs, those in which the treatment takes less. */
  readonly saving: number;
  /** Ratio of totals, treatment over control; null where a total is 0 or nothing is known. */
  readonly ratio: number | null;
  /** Jackknife intervals, a single point where every pair has the same ratio; null where none exists. */
  readonly interval95: Range | null;
  readonly interval90: Range | null;
  /** Over the pairs' log ratios: the suite claim. */
  readonly suite: SavingTest;
  /** Over the scenarios' means of them: the general claim. */
  readonly general: SavingTest & { readonly scenarios: number };
  /** Pairs in which exactly one value is 0: they have no logarithm and forbid the word "saves". */
  readonly oneZero: readonly UnitName[];
}

/** The question "is success worse by the margin", every lost pair held against the treatment. */
export interface NotWorse {
  readonly counts: PairCounts;
  /** Pairs completed against the treatment. */
  readonly lost: number;
  /** Exact one-sided p for "worse by the margin or more"; null on a simulated model and in an invalid run. */
  readonly p: number | null;
}

/** Contribution of one comparison to its campaign's family of saving claims. */
export interface SavingPs {
  /** "Saves, and success is not worse": the larger of both p. */
  readonly saves: number;
  /** The saving alone. */
  readonly saving: number;
  /** The same as `saves`, over scenario means. */
  readonly general: number;
}

/** Evidence for a flag that aims at a saving. */
export interface Saving {
  readonly aim: SavingAim;
  readonly evidence: SavingEvidence;
  readonly notWorse: NotWorse;
  /** As a difference of pass rates (0.1 = 10 points). */
  readonly margin: number;
  /** Adjusted for the campaign; the plain ones where this is the only comparison, null where nothing is inferred. */
  readonly adjusted: SavingPs | null;
  /** Pairs in all that would exclude harm if nothing further differs; null beyond 5,000. */
  readonly pairsToExcludeHarm: number | null;
}

/** Evidence of a comparison that asks whether success is not worse by a margin. */
export interface NoWorse {
  /** As a difference of pass rates (0.1 = 10 points). */
  readonly margin: number;
  readonly test: NotWorse;
  /** Adjusted for the campaign; null where nothing is inferred. */
  readonly adjustedP: number | null;
  /** Pairs in all that would exclude a loss of the margin if nothing further differs; null beyond 5,000. */
  readonly pairsToExcludeHarm: number | null;
}
