/** The figures of a verdict: rates, test with interval, and cost. */

import { counted, eValueText, pointsRange, pValue, ratioDigits, usd } from "../../core/format.ts";
import type { CostVerdict } from "../../core/metric.ts";
import type { Clause } from "../../core/verdict.ts";
import { aimFigures } from "./aim-clause.ts";
import { clause, type Unworded } from "./unworded.ts";

/** Pass rates, test and cost as clauses of one sentence; nothing without a valid pair. */
export function figureClauses(draft: Unworded): readonly Clause[] {
  if (draft.counts.n === 0) return [];
  if (draft.saving !== null) return [...aimFigures(draft, draft.saving), ...clause("cost", costText(draft))];
  return [
    ...clause("rates", ratesText(draft)),
    ...clause("test", testText(draft)),
    ...clause("cost", costText(draft)),
  ];
}

function ratesText({ counts, rates, effect, ruling }: Unworded): string {
  const { n, b, c } = counts;
  const split = `${b} better, ${c} worse, ${n - b - c} equal`;
  if (ruling.basis === "mechanism") return `${split} on ${counted(n, "matched pair")}`;
  const paired = effect.test === "exact-mcnemar";
  const units = paired
    ? counted(n, "matched pair")
    : `${counted(n, "run")} per arm, paired by run number alone`;
  return `${rates.treatment.passes}/${n} vs ${rates.control.passes}/${n} on ${units} (${split})`;
}

function testText(draft: Unworded): string {
  if (draft.ruling.basis === "mechanism") return `exact p = ${pValue(draft.effect.exactP)}`;
  return draft.sequential === null ? fixedText(draft) : lookedAtText(draft.sequential);
}

function fixedText({ effect, plan }: Unworded): string {
  const paired = effect.test === "exact-mcnemar";
  const p =
    effect.adjustedP === null
      ? ""
      : ` (${pValue(effect.adjustedP)} adjusted for ${counted(plan.family, "comparison")})`;
  return `${paired ? "exact p" : "exact stratified p"} ${pValue(effect.testP)}${p}; 95 % CI ${pointsRange(effect.interval95)} points${paired ? "" : " over pairs by run number, which the test does not use"}`;
}

/** A run that looks after every round is told by what stays valid then; its exact p and interval would not be. */
function lookedAtText({ eTwo, threshold, interval95 }: NonNullable<Unworded["sequential"]>): string {
  return `e-value ${eValueText(eTwo)}, ${threshold} needed; 95 % CI at any stop ${pointsRange(interval95)} points`;
}

function costText({ ratios, cost, saving }: Unworded): string {
  // The ratio that the flag aims at stands in front already.
  if (saving?.aim === "cost" || saving?.aim === "cost-as-billed") return "";
  const ratio = ratios[cost.basis === "billed" ? "costUsd" : "uncachedCostUsd"];
  const tokens = ratios.totalTokens;
  if (ratio.totals !== null && ratio.ofTotals === null) {
    return `cost ${usd(ratio.totals.treatment)} vs ${usd(ratio.totals.control)}, no ratio with 0`;
  }
  if (ratio.ofTotals === null) {
    return tokens.ofTotals === null || saving !== null
      ? "cost unknown"
      : `cost unknown, tokens x${ratioDigits(tokens.ofTotals.ratio)}`;
  }
  const known = ratio.known < ratio.of ? `, known in ${ratio.known} of ${counted(ratio.of, "pair")}` : "";
  if (ratio.state === "identical") return `cost identical${known}${doubtText(cost)}`;
  const [estimate, interval] = [ratio.ofTotals.ratio, ratio.ofTotals.interval95];
  const range =
    interval === null ? "no interval" : `${ratioDigits(interval[0])} to ${ratioDigits(interval[1])}`;
  const billed = cost.basis === "billed" ? " as billed" : "";
  return `cost x${ratioDigits(estimate)} (${range})${billed}${known}${doubtText(cost)}`;
}

function doubtText({ word, strength }: CostVerdict): string {
  return strength === "suggestive" ? `, ${word} is only suggested` : "";
}
