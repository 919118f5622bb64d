/** Rates, tallies and metrics of a comparison, as a report writes them. */

import { count, ratio, ratioWithInterval, UNKNOWN } from "../core/format.ts";
import type { MetricRatio } from "../core/metric.ts";
import type { Rate, Tally } from "../core/pairs.ts";

/** Ratio of totals of one metric, in one cell; `short` leaves the interval out. */
export function metricRatio(metric: MetricRatio, short = false): string {
  if (metric.state === "unknown") return UNKNOWN;
  if (metric.state === "identical") return short ? "x1.00" : "identical";
  if (metric.ofTotals) return short ? ratio(metric.ofTotals.ratio) : ratioWithInterval(metric.ofTotals);
  return UNKNOWN;
}

/** Passes of pairs: "9/10"; no pairs print as such, because 0/0 is not a rate. */
export function rate(value: Rate): string {
  return value.of === 0 ? "no pairs" : `${count(value.passes)}/${count(value.of)}`;
}

/** A fact that may be unknown, counted: "8 of 10", with the unknown ones named. */
export function tally(value: Tally): string {
  const known = value.yes + value.no;
  if (known === 0) return value.unknown === 0 ? "no trials" : UNKNOWN;
  const unknown = value.unknown === 0 ? "" : `, ${count(value.unknown)} unknown`;
  return `${count(value.yes)} of ${count(known)}${unknown}`;
}
