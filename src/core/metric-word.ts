/** Names of the compared metrics, the same wherever a reader meets them. */

import type { Metric } from "./metric.ts";

/** A metric by the name readers know. */
export const METRIC_WORD: Readonly<Record<Metric, string>> = {
  uncachedCostUsd: "cost (uncached)",
  costUsd: "cost (as billed)",
  inputTokens: "input tokens",
  cachedInputTokens: "cached tokens",
  outputTokens: "output tokens",
  totalTokens: "tokens",
  calls: "calls",
  latencyMs: "latency",
};
