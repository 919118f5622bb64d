/** Prediction-powered inference: a few labels correct many judged items. */
import type { Range } from "../core/pairs.ts";
import { normalQuantile } from "./kernels/normal.ts";
import { elementAt, mean, sum, variance } from "./kernels/summary.ts";

export interface PpiInput {
  /** True values of the labelled items; for an A/B comparison, paired differences. */
  readonly labels: readonly number[];
  /** The judge's values on the same items. */
  readonly judged: readonly number[];
  /** The judge's values on the items without a label. */
  readonly unlabelled: readonly number[];
  /** Weight of the judge; `auto` tunes it (PPI++). */
  readonly lambda: number | "auto";
}

export interface PpiMean {
  readonly lambda: number;
  readonly estimate: number;
  readonly error: number;
  readonly interval: Range;
}

function tune({ labels, judged, unlabelled }: PpiInput): number {
  const n = labels.length;
  const centreY = mean(labels);
  const centreF = mean(judged);
  const covariance = sum(labels.map((y, i) => (y - centreY) * (elementAt(judged, i) - centreF))) / (n - 1);
  const spread = variance([...judged, ...unlabelled]);
  if (!(spread > 0)) return 0;
  return Math.min(1, Math.max(0, covariance / ((1 + n / unlabelled.length) * spread)));
}

/** Estimates a mean from labels and judged items; asymptotic, so at least 30 labels. Source: Angelopoulos et al. 2023. */
export function ppiMean(input: PpiInput, level = 0.95): PpiMean {
  const { labels, judged, unlabelled } = input;
  const lambda = input.lambda === "auto" ? tune(input) : input.lambda;
  const rest = labels.map((y, i) => y - lambda * elementAt(judged, i));
  const estimate = lambda * mean(unlabelled) + mean(rest);
  const error = Math.sqrt(
    (lambda ** 2 * variance(unlabelled)) / unlabelled.length + variance(rest) / labels.length,
  );
  const half = normalQuantile((1 + level) / 2) * error;
  return { lambda, estimate, error, interval: [estimate - half, estimate + half] };
}
