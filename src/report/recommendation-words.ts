/** A recommendation in the words of somebody who has to decide. */

import { capitalise, countText, points, usd } from "../core/format.ts";
import type { Recommendation } from "../core/recommendation.ts";
import type { ReportDocument, ReportSection } from "../core/report-document.ts";
import { controlsDiffer } from "./control-outcome.ts";
import { borrowedPrice } from "./words.ts";

const BLOCKED: Readonly<Record<NonNullable<Recommendation["blockedBy"]>, string>> = {
  judge: "a judge decided it that no labels have qualified (harness-lab judge-check)",
  "lost-results": "the lost results could turn it; run them again",
  repeats: "repeats of equal transcripts count once; use other seeds or a higher temperature",
  "scenarios-disagree": "it helps in some scenarios and hurts in others; find what tells them apart",
  "never-fired": "the flag never fired; choose scenarios that make it fire",
  "no-success": "no arm passed a single pair; choose scenarios that the control passes now and then",
  invalid: "this run cannot carry a verdict",
};

/** "Keep", "Cut" or "Undecided" with what it would take, and what the layer costs; null where nothing is recommended. */
export function recommendationText(document: ReportDocument, section: ReportSection): string | null {
  const { recommendation, plan } = section.comparison;
  if (recommendation === null) return null;
  const spoilt = recommendation.action === "keep" && controlsDiffer(section);
  const decision = spoilt
    ? "Undecided: it makes a difference on control scenarios, where it must make none; read those pairs"
    : decisionText(recommendation, plan.deltaMin);
  return [`${decision}.`, ...priceText(document, recommendation)].join(" ");
}

function decisionText({ action, toDecide, blockedBy }: Recommendation, deltaMin: number): string {
  if (blockedBy !== null) return `Undecided: ${BLOCKED[blockedBy]}`;
  if (toDecide === null) return capitalise(action);
  const price = toDecide.costUsd === null ? "" : `, ${usd(toDecide.costUsd)}`;
  const goal =
    toDecide.shows === "no-harm"
      ? "exclude that success pays for the saving"
      : `show a ${toDecide.shows} of ${points(deltaMin).slice(1)} points`;
  return `Undecided: to ${goal} takes about ${countText(toDecide.pairs, "pair")}${price}`;
}

function priceText(document: ReportDocument, recommendation: Recommendation): readonly string[] {
  const { extraPerThousandUsd: extra, perSuccessUsd } = recommendation;
  if (extra === null) return ["Its cost is unknown."];
  const borrowed = borrowedPrice(document);
  const how = borrowed === null ? "" : `, ${borrowed}`;
  const perSuccess = perSuccessUsd === null ? "" : `, ${usd(perSuccessUsd)} per extra success`;
  if (extra === 0) return ["It costs the same."];
  return extra > 0
    ? [`It costs ${usd(extra)} more per 1,000 tasks${perSuccess}${how}.`]
    : [`It saves ${usd(-extra)} per 1,000 tasks${how}.`];
}
