/** One comparison as one row of plain cells: what the Markdown, terminal and pull-request tables show. */

import type { Effect } from "../core/comparison.ts";
import { count, points, pointsRange, pValue } from "../core/format.ts";
import type { ReportDocument, ReportSection } from "../core/report-document.ts";
import { metricRatio, rate } from "./number.ts";
import { borrowedPrice, costMetric, directionWords, labelText, sectionName } from "./words.ts";

/** Headings of the columns, in the order of `summaryRow`. */
export function summaryHead(sections: readonly ReportSection[]): readonly string[] {
  const { treatment, control } = directionWords(sections);
  return [
    "comparison",
    "label",
    treatment,
    control,
    "better/worse",
    "p (adjusted)",
    "points (95 % CI)",
    "cost",
    "tokens",
    "calls",
  ];
}

function adjusted({ adjustedP }: Effect): string {
  return adjustedP === null ? "" : ` (${pValue(adjustedP)})`;
}

/** The cells, unescaped; where no pair is valid the statistics say so. */
export function summaryRow(section: ReportSection): readonly string[] {
  const { rates, counts, effect, ratios, verdict } = section.comparison;
  const noPairs = counts.n === 0;
  return [
    sectionName(section),
    labelText(verdict),
    rate(rates.treatment),
    rate(rates.control),
    `${count(counts.b)}/${count(counts.c)}`,
    noPairs ? "-" : `${pValue(effect.testP)}${adjusted(effect)}`,
    noPairs ? "-" : `${points(effect.delta)} (${pointsRange(effect.interval95)})`,
    metricRatio(ratios[costMetric(section.comparison)], true),
    metricRatio(ratios.totalTokens, true),
    metricRatio(ratios.calls, true),
  ];
}

/** What the columns mean, with the prices named where they are borrowed. */
export function summaryNote(document: ReportDocument): string {
  const { treatment, control, over } = directionWords(document.sections);
  const borrowed = borrowedPrice(document);
  const looked = document.sections.some(({ comparison }) => comparison.plan.design === "sequential")
    ? " Sequential comparisons are decided by their e-value; their p and interval hold for one look alone."
    : "";
  return `Better and worse: pairs in which only ${treatment} or only ${control} passes. p is exact and two-sided; in brackets it is adjusted over the comparisons of this run, which the interval is not.${looked} Cost, tokens and calls are ratios of totals, ${over}${borrowed === null ? "" : `; cost ${borrowed}`}.`;
}
