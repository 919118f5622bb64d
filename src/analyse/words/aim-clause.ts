/** The words of a verdict on a flag that aims at something else than success. */

import { SAVED_WORD, type Saving } from "../../core/aim.ts";
import { countText, points, pValue, ratioDigits } from "../../core/format.ts";
import { reasonOf } from "../../core/reason.ts";
import { reasonWords } from "../../core/reason-words.ts";
import type { Clause } from "../../core/verdict.ts";
import { isAtMost } from "../paired-tests.ts";
import { SMALLEST_POWERED } from "../saving.ts";
import { noWorseNext, noWorseText } from "./no-worse-clause.ts";
import { clause, type Unworded } from "./unworded.ts";

/** True where the label is about an aim other than success. */
export function isAimed({ plan, saving, noWorse }: Pick<Unworded, "plan" | "saving" | "noWorse">): boolean {
  return saving !== null || noWorse !== null || plan.aim === "none";
}

/** "tokens x0.41 (0.38 to 0.44) on 40 matched pairs" and "success 36/40 vs 37/40, not worse by 10 points (p 0.03)". */
export function aimFigures(draft: Unworded, saving: Saving): readonly Clause[] {
  return [...clause("rates", ratioText(draft, saving)), ...clause("test", successText(draft, saving))];
}

function ratioText({ plan }: Unworded, { aim, evidence }: Saving): string {
  const { ratio, interval95, known, of, saving } = evidence;
  const word = SAVED_WORD[aim];
  if (known === 0) return `${word} unknown on ${countText(of, "matched pair")}`;
  const on =
    known === of
      ? `on ${countText(of, "matched pair")}`
      : `known in ${known} of ${countText(of, "matched pair")}`;
  if (ratio === null) return `${word} without a ratio, as one arm used nothing, ${on}`;
  if (plan.simulated) return `${word} x${ratioDigits(ratio)} ${on}, fewer with ON in ${saving}`;
  const range =
    interval95 === null ? "no interval" : `${ratioDigits(interval95[0])} to ${ratioDigits(interval95[1])}`;
  return `${word} x${ratioDigits(ratio)} (${range}) ${on}`;
}

function successText({ plan, rates, counts }: Unworded, saving: Saving): string {
  const passes = `success ${rates.treatment.passes}/${counts.n} vs ${rates.control.passes}/${counts.n}`;
  const { adjusted, evidence, notWorse } = saving;
  const { p, lost } = notWorse;
  // On a simulated model nothing has a p.
  if (p === null || evidence.suite.p === null || adjusted === null) return passes;
  const against = lost === 0 ? "" : `, ${countText(lost, "lost pair")} held against ON`;
  const both = adjustedText(adjusted.saves, Math.max(p, evidence.suite.p), plan.family);
  const harm = isAtMost(p, plan.alpha)
    ? `not worse by ${marginText(saving)}`
    : `a loss of ${marginText(saving)} not excluded`;
  return `${passes}, ${harm} (p ${pValue(p)}${against})${both}`;
}

function adjustedText(adjusted: number, plain: number, family: number): string {
  return family === 1 || adjusted === plain
    ? ""
    : `, p of both ${pValue(adjusted)} adjusted for ${countText(family, "comparison")}`;
}

function marginText({ margin }: Saving): string {
  return `${points(margin).slice(1)} points`;
}

/** The p that the claim rests on: over the pairs, or over scenario means where it is about scenarios like these. */
function savingP({ plan, ruling }: Unworded, { evidence, adjusted }: Saving): string {
  const isGeneral = ruling.scope === "general";
  const held = adjusted && (isGeneral ? adjusted.general : adjusted.saving);
  const more =
    plan.family === 1 || held === null
      ? ""
      : `, ${pValue(held)} adjusted for ${countText(plan.family, "comparison")}`;
  return isGeneral
    ? `sign-flip p ${pValue(evidence.general.p)} over ${countText(evidence.general.scenarios, "scenario mean")}${more}`
    : `sign-flip p ${pValue(evidence.suite.p)}${more}`;
}

/** The sentence that opens with the label. */
export function aimText(draft: Unworded): string {
  const { saving, noWorse } = draft;
  if (noWorse !== null) return noWorseText(draft, noWorse);
  if (saving === null) return firesText(draft);
  const word = SAVED_WORD[saving.aim];
  const { scope, label } = draft.ruling;
  const suite = draft.scenarioLevel.scenarios === 1 ? "on this scenario" : "on this suite";
  const where = scope === "general" ? "for scenarios like these" : suite;
  switch (label) {
    case "saves":
      return `Saves ${word} ${where} (${savingP(draft, saving)}), and success is not worse by ${marginText(saving)}.`;
    case "saves-harm-not-excluded":
      return `Saves ${word} ${where} (${savingP(draft, saving)}), harm not excluded: ${harmText(draft, saving)}.`;
    case "costs-more":
      return `Costs more ${word} ${where} (${savingP(draft, saving)}), against what it is there for.`;
    case "no-saving":
      return `No saving: the ratio of ${word} lies within 5 % of 1 (90 % interval ${nearText(saving)}).`;
    default:
      return `Underpowered: ${draft.ruling.reasons.map(reasonWords).join("; ")}${zerosText(draft, saving)}.`;
  }
}

function nearText({ evidence: { interval90 } }: Saving): string {
  return interval90 === null ? "none" : `${ratioDigits(interval90[0])} to ${ratioDigits(interval90[1])}`;
}

function harmText({ ruling }: Unworded, saving: Saving): string {
  if (reasonOf(ruling.reasons, "judge-decides-success"))
    return reasonWords({ code: "judge-decides-success" });
  const { pairsToExcludeHarm, notWorse } = saving;
  const margin = marginText(saving);
  if (pairsToExcludeHarm === null) return `no number of pairs up to 5,000 would exclude a loss of ${margin}`;
  const more = pairsToExcludeHarm - notWorse.counts.n;
  return more <= 0
    ? `a loss of ${margin} is excluded only before the adjustment for the other comparisons`
    : `${countText(more, "more pair")} without a difference would exclude a loss of ${margin}`;
}

function zerosText({ ruling }: Unworded, { evidence }: Saving): string {
  if (reasonOf(ruling.reasons, "one-zero") === undefined) return "";
  const shown = evidence.oneZero.slice(0, 5).map(({ scenario, seed }) => `${scenario} seed ${seed}`);
  const rest = evidence.oneZero.length - shown.length;
  return ` (${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""})`;
}

function firesText({ ruling, engagement, counts }: Unworded): string {
  const { yes } = engagement.fired.treatment;
  if (ruling.label === "fires")
    return `Fires: in ${yes} of ${countText(counts.n, "pair")}; it claims no outcome, so none is judged.`;
  return `Underpowered: ${ruling.reasons.map(reasonWords).join("; ")} (${yes} of ${countText(counts.n, "pair")} known to fire).`;
}

/** Next step. */
export function aimNext(draft: Unworded): string {
  const { ruling, saving, plan, rates, counts } = draft;
  const kept = ["saves", "saves-harm-not-excluded", "no-worse"].includes(ruling.label) && !plan.simulated;
  if (kept && counts.n > 0 && rates.control.passes + rates.treatment.passes === 0)
    return "Choose scenarios that the control passes now and then: with no success in either arm none can be lost.";
  if (draft.noWorse !== null) return noWorseNext(draft);
  const word = saving === null ? "" : SAVED_WORD[saving.aim];
  switch (ruling.label) {
    case "saves":
      return ruling.basis === "mechanism"
        ? `The mechanism works; to learn how much it saves, measure ${word} on a real model.`
        : "Keep it, and guard it with a gate.";
    case "saves-harm-not-excluded":
      return "Add seeds until harm is excluded, before it is switched on for its saving.";
    case "costs-more":
      return "Leave it off, or look at the pairs in which it costs most.";
    case "no-saving":
      return "Nothing here speaks for it: try scenarios with more to save, or leave it off.";
    case "fires":
      return "Judge it by what its record is worth to you beside its cost.";
    case "mechanism-not-demonstrated":
      return "Read the transcripts of the pairs in which the checklist fails.";
    default:
      if (saving === null) return "Choose scenarios that make the flag fire.";
      return saving.evidence.known === 0
        ? `Record ${word} in both arms, or judge it by another aim.`
        : `Add pairs: fewer than ${SMALLEST_POWERED} prove nothing about a saving${plan.family === 1 ? "" : ", and several flags need more"}.`;
  }
}
