/** The figures of a verdict: rates, test with interval, and cost. */

import {
  count,
  countText,
  eValueText,
  points,
  pointsRange,
  pValue,
  ratio as ratioText,
  ratioWithInterval,
  usd,
} from "../../core/format.ts";
import type { CostVerdict } from "../../core/metric.ts";
import type { Clause } from "../../core/verdict.ts";
import { aimFigures } from "./aim-clause.ts";
import { noWorseFigure } from "./no-worse-clause.ts";
import { clause, type Unworded } from "./unworded.ts";

/** Pass rates, test and cost as clauses of one sentence; nothing without a result. */
export function figureClauses(draft: Unworded): readonly Clause[] {
  const { counts, ruling, saving, noWorse, plan } = draft;
  if (counts.n === 0) return [];
  if (ruling.label === "invalid") return clause("rates", ratesText(draft));
  const cost = clause("cost", costText(draft));
  if (saving !== null) return [...aimFigures(draft, saving), ...cost];
  if (noWorse !== null && ruling.label !== "harmful")
    return [...clause("rates", ratesText(draft)), ...clause("test", noWorseFigure(draft, noWorse)), ...cost];
  // What a simulated run shows stands in the label's own clause.
  return plan.simulated
    ? cost
    : [...clause("rates", ratesText(draft)), ...clause("test", testText(draft)), ...cost];
}

/** "9/10 vs 8/10", treatment first. */
function passesText({ rates }: Unworded): string {
  const of = ({ passes, of: all }: typeof rates.control) => `${count(passes)}/${count(all)}`;
  return `${of(rates.treatment)} vs ${of(rates.control)}`;
}

function ratesText(draft: Unworded): string {
  const { counts, effect, ruling } = draft;
  const { n, b, c } = counts;
  if (effect.test === "stratified-fisher") return `${passesText(draft)} runs, which nothing pairs`;
  const split = `${count(b)} better, ${count(c)} worse, ${count(n - b - c)} equal`;
  // A proof by intervention claims no rate.
  if (ruling.basis === "mechanism") return `${split} on ${countText(n, "matched pair")}`;
  return `${passesText(draft)} on ${countText(n, "matched pair")} (${split})`;
}

function adjustedText({ effect, plan }: Unworded): string {
  return effect.adjustedP === null
    ? ""
    : ` (${pValue(effect.adjustedP)} adjusted for ${countText(plan.family, "comparison")})`;
}

function testText(draft: Unworded): string | null {
  const { plan, ruling, sequential, effect } = draft;
  if (plan.simulated) return null;
  if (ruling.scope === "general") return generalText(draft);
  if (ruling.basis === "mechanism") return `exact p = ${pValue(effect.exactP)}`;
  return sequential === null ? fixedText(draft) : lookedAtText(sequential);
}

/** A claim about scenarios like these stands on its own figures, never on those of the suite. */
function generalText({ scenarioLevel, plan }: Unworded): string {
  const { scenarios, meanDelta, signFlipP, adjustedP, interval95 } = scenarioLevel;
  const adjusted =
    adjustedP === null ? "" : ` (${pValue(adjustedP)} adjusted for ${countText(plan.family, "comparison")})`;
  const interval = interval95 === null ? "" : `, 95 % CI ${pointsRange(interval95)} points`;
  return `p ${pValue(signFlipP)} over ${countText(scenarios, "scenario mean")}${adjusted}, ${points(meanDelta)} points${interval}`;
}

function fixedText(draft: Unworded): string {
  const { effect } = draft;
  const paired = effect.test === "exact-mcnemar";
  return `${paired ? "exact p" : "exact stratified p"} ${pValue(effect.exactP)}${adjustedText(draft)}; 95 % CI ${pointsRange(effect.interval95)} points${paired ? "" : ", approximate"}`;
}

/** A run that looks after every round is told by what stays valid then; its exact p and interval would not be. */
function lookedAtText({ eTwo, threshold, interval95 }: NonNullable<Unworded["sequential"]>): string {
  return `e-value ${eValueText(eTwo)}, ${threshold} needed; 95 % CI at any stop ${pointsRange(interval95)} points`;
}

function costText({ ratios, cost, plan }: Unworded): string {
  const ratio = ratios[cost.basis === "billed" ? "costUsd" : "uncachedCostUsd"];
  const tokens = ratios.totalTokens;
  if (ratio.totals !== null && ratio.ofTotals === null && plan.simulated)
    return "cost without a ratio, as one arm cost nothing";
  if (ratio.totals !== null && ratio.ofTotals === null)
    return `cost ${usd(ratio.totals.treatment)} vs ${usd(ratio.totals.control)}, no ratio with 0`;
  if (ratio.ofTotals === null)
    return tokens.ofTotals === null || plan.aim === "tokens"
      ? "cost unknown"
      : `cost unknown, tokens ${ratioText(tokens.ofTotals.ratio)}`;
  const known = ratio.known < ratio.of ? `, known in ${ratio.known} of ${countText(ratio.of, "pair")}` : "";
  if (ratio.state === "identical") return `cost identical${known}${doubtText(cost)}`;
  const interval = ratio.ofTotals.interval95 === null ? " (no interval)" : "";
  const billed = cost.basis === "billed" ? " as billed" : "";
  return `cost ${ratioWithInterval(ratio.ofTotals)}${interval}${billed}${known}${doubtText(cost)}`;
}

function doubtText({ word, strength }: CostVerdict): string {
  if (strength !== "suggestive") return "";
  return word === "identical" ? ", not shown" : `: probably ${word.replaceAll("-", " ")}, not shown`;
}
