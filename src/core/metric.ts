/** Ratios of cost, tokens, calls and waiting time between two arms. */

import type { ByArm, Range, UnitName } from "./pairs.ts";

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
  /** Reason why it is unknown, or why an estimate or interval is absent. */
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

/** Time that one arm's trials waited for replies. */
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

/** Supported claim about the treatment's cost. */
export interface CostVerdict {
  /** The price it rests on; null when neither is known. */
  readonly basis: "uncached" | "billed" | null;
  readonly word: "more-expensive" | "cheaper" | "identical" | "no-difference-shown" | "unknown";
  readonly strength: "shown" | "suggestive" | null;
  /** Extra cost per extra success in USD; null unless the interval of the effect excludes 0. */
  readonly perSuccessUsd: number | null;
  readonly perSuccessReason: string | null;
}
