/** One comparison as one row of plain cells: what the Markdown, terminal and pull-request tables show. */

import type { ReportDocument, ReportSection } from "../core/report-document.ts";
import { differenceText, hasInference, pText, splitText } from "./headline.ts";
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
    "b/c",
    ...(hasInference(sections) ? ["p (adjusted)", "points (95 % CI)"] : []),
    "cost",
    "tokens",
    "calls",
  ];
}

/** The cells of one of these sections, unescaped; where no figure exists they say so. */
export function summaryRow(
  { comparison, ...section }: ReportSection,
  sections: readonly ReportSection[],
): readonly string[] {
  const { rates, ratios } = comparison;
  return [
    sectionName({ comparison, ...section }),
    labelText(comparison),
    rate(rates.treatment),
    rate(rates.control),
    splitText(comparison),
    ...(hasInference(sections) ? [pText(comparison), differenceText(comparison)] : []),
    metricRatio(ratios[costMetric(comparison)], true),
    metricRatio(ratios.totalTokens, true),
    metricRatio(ratios.calls, true),
  ];
}

/** Legend of the columns, with the prices named where they are borrowed. */
export function summaryNote(document: ReportDocument): string {
  const { treatment, control, over } = directionWords(document.sections);
  const borrowed = borrowedPrice(document);
  const looked = document.sections.some(({ comparison }) => comparison.plan.design === "sequential")
    ? " Sequential comparisons are decided by their e-value; their p and interval hold for one look alone."
    : "";
  const tests = hasInference(document.sections)
    ? ` p is exact and two-sided; in brackets it is adjusted over the comparisons of this run, which the interval is not.${looked}`
    : "";
  return `b and c: pairs in which only ${treatment} or only ${control} passes.${tests} Cost, tokens and calls are ratios of totals, ${over}${borrowed === null ? "" : `; cost ${borrowed}`}.`;
}
