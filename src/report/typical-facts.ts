/** The typical ratio beside the ratio of totals, and waiting times: figures that one expensive or slow pair cannot carry alone. */

import type { Comparison } from "../core/comparison.ts";
import { count, duration, ratioWithInterval } from "../core/format.ts";
import type { MetricRatio } from "../core/metric.ts";
import { METRIC_WORD } from "../core/metric-word.ts";
import type { UnitName } from "../core/pairs.ts";
import type { ReportSection } from "../core/report-document.ts";
import type { Fact } from "./basis-facts.ts";
import { armWords, costMetric } from "./words.ts";

const SHOWN = 8;

/** Facts on cost and latency; what is unknown, or the same in every pair, has none. */
export function typicalFacts(section: ReportSection): readonly Fact[] {
  const { comparison } = section;
  return [
    ...ratioFacts(comparison.ratios[costMetric(comparison)]),
    ...ratioFacts(comparison.ratios.latencyMs),
    ...waitingFacts(comparison, armWords(section)),
  ];
}

function ratioFacts({ metric, geometricMean, hodgesLehmann, outliers }: MetricRatio): readonly Fact[] {
  if (geometricMean === null) return [];
  const robust =
    hodgesLehmann === null ? "" : `; robust ${ratioWithInterval(hodgesLehmann)} (Hodges-Lehmann)`;
  const apart = outliers.length === 0 ? "" : `; outliers: ${outlierText(outliers)}`;
  return [
    [
      `Typical ratio, ${METRIC_WORD[metric]}`,
      `${ratioWithInterval(geometricMean)} (geometric mean)${robust}${apart}`,
    ],
  ];
}

function outlierText(outliers: readonly UnitName[]): string {
  const named = outliers.slice(0, SHOWN).map(({ scenario, seed }) => `${scenario} seed ${seed}`);
  const left = outliers.length - SHOWN;
  return [...named, ...(left > 0 ? [`${count(left)} more`] : [])].join(", ");
}

function waitingFacts({ latency }: Comparison, words: ReturnType<typeof armWords>): readonly Fact[] {
  if (latency === null) return [];
  const of = (arm: "treatment" | "control") =>
    `${words[arm]} ${duration(latency[arm].medianMs)}, ${duration(latency[arm].p95Ms)}`;
  return [["Waiting for replies, median and 95th percentile", `${of("treatment")}; ${of("control")}`]];
}
