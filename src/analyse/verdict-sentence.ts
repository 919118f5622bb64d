/** Writes the verdict of a comparison: counts, p, interval, cost, label, and what would be needed (STATISTICS 11). */
import type { Comparison, Omission } from "../core/comparison.ts";
import {
  capitalised,
  counted,
  eValueText,
  percent,
  points,
  pointsRange,
  pValue,
  ratioDigits,
  usd,
} from "../core/format.ts";
import type { CostVerdict } from "../core/metric.ts";
import type { Verdict } from "../core/verdict.ts";
import { zeroEventUpper } from "./noise.ts";
import { pairsNeeded } from "./power.ts";
import type { Ruling } from "./verdict-ladder.ts";

/** A comparison whose verdict has no words yet. */
export type Unworded = Omit<Comparison, "verdict"> & { readonly ruling: Ruling };

function costClause({ ratios, cost }: Unworded): string {
  const ratio = ratios[cost.basis === "billed" ? "costUsd" : "uncachedCostUsd"];
  const tokens = ratios.totalTokens;
  if (ratio.totals !== null && ratio.ofTotals === null) {
    return `cost ${usd(ratio.totals.treatment)} vs ${usd(ratio.totals.control)}, no ratio with 0`;
  }
  if (ratio.ofTotals === null) {
    return tokens.ofTotals === null
      ? "cost unknown"
      : `cost unknown, tokens x${ratioDigits(tokens.ofTotals.ratio)}`;
  }
  const known = ratio.known < ratio.of ? `, known in ${ratio.known} of ${counted(ratio.of, "pair")}` : "";
  if (ratio.state === "identical") return `cost identical${known}${doubtClause(cost)}`;
  const [estimate, interval] = [ratio.ofTotals.ratio, ratio.ofTotals.interval95];
  const range =
    interval === null ? "no interval" : `${ratioDigits(interval[0])} to ${ratioDigits(interval[1])}`;
  const billed = cost.basis === "billed" ? " as billed" : "";
  return `cost x${ratioDigits(estimate)} (${range})${billed}${known}${doubtClause(cost)}`;
}

function doubtClause({ word, strength }: CostVerdict): string {
  return strength === "suggestive" ? `, ${word} is only suggested` : "";
}

function countsClause(draft: Unworded): string {
  const { counts, rates, effect, ruling, sequential } = draft;
  const { n, b, c } = counts;
  const split = `${b} better, ${c} worse, ${n - b - c} equal`;
  if (ruling.basis === "mechanism")
    return `${split} on ${counted(n, "matched pair")}; exact p = ${pValue(effect.exactP)}`;
  const paired = effect.test === "exact-mcnemar";
  const units = paired
    ? counted(n, "matched pair")
    : `${counted(n, "run")} per arm, paired by run number alone`;
  return (
    `${rates.treatment.passes}/${n} vs ${rates.control.passes}/${n} on ${units} (${split}); ` +
    (sequential === null ? fixedClause(draft) : lookedAtClause(sequential))
  );
}

function fixedClause({ effect, plan }: Unworded): string {
  const paired = effect.test === "exact-mcnemar";
  const p =
    effect.adjustedP === null
      ? ""
      : ` (${pValue(effect.adjustedP)} adjusted for ${counted(plan.family, "comparison")})`;
  const raw = paired ? effect.exactP : effect.decidingP;
  return `${paired ? "exact p" : "exact stratified p"} ${pValue(raw)}${p}; 95 % CI ${pointsRange(effect.interval95)} points${paired ? "" : " over pairs by run number, which the test does not use"}`;
}

/** A run that looks after every round is told by what stays valid then; its exact p and interval would not be. */
function lookedAtClause({ eTwo, threshold, interval95 }: NonNullable<Unworded["sequential"]>): string {
  return `e-value ${eValueText(eTwo)}, ${threshold} needed; 95 % CI at any stop ${pointsRange(interval95)} points`;
}

/** Chance is no explanation where the pairs differ beyond it and something else caps the label. */
function placeboClause({ placebo, ruling }: Unworded, how: "well" | "badly"): string {
  const held = ruling.reasons.find((reason) => reason.startsWith("the pairs differ beyond chance"));
  if (held) return held;
  const bound = placebo.source === "calibration-bound" ? "at most " : "";
  return `a placebo does at least this ${how} in ${bound}${percent(placebo.frequency)} of runs`;
}

function reach({ ruling, scenarioLevel }: Unworded): string {
  if (ruling.scope === "general") return "for scenarios like these";
  return scenarioLevel.scenarios === 1 ? "on this scenario" : "on this suite";
}

function provenClause(draft: Unworded): string {
  const { ruling, plan } = draft;
  const small = ruling.qualifiers.includes("below-minimum-effect")
    ? `, yet smaller than the ${points(plan.deltaMin).slice(1)} points worth having`
    : "";
  const claim = {
    harmful: `Harmful ${reach(draft)}`,
    verified: `Verified ${reach(draft)}, a second run on other seeds confirms it`,
    demonstrated: `Demonstrated ${reach(draft)}`,
  };
  return `${claim[ruling.label as keyof typeof claim]}${small}.`;
}

function labelClause(draft: Unworded): string {
  const { ruling, counts, effect, plan, sequential } = draft;
  const margin = points(plan.deltaMin).slice(1);
  switch (ruling.label) {
    case "invalid":
      return `Invalid: ${ruling.reasons.join("; ")}.`;
    case "inert":
      return `Inert: the flag fired in none of ${counted(counts.n, "pair")}${inertBound(draft)}.`;
    case "harmful":
    case "verified":
      return provenClause(draft);
    case "demonstrated":
      if (ruling.basis === "statistical") return provenClause(draft);
      return "Demonstrated as a mechanism, in the scenario built for it; how often it helps elsewhere was not measured.";
    case "suggestive":
      return `Suggestive (${ruling.strength}), not proven: ${placeboClause(draft, "well")}.`;
    case "suggestive-harm":
      return `Suggestive of harm (${ruling.strength}), not proven: ${placeboClause(draft, "badly")}.`;
    case "underpowered":
      return `Underpowered: a difference anywhere within ${pointsRange((sequential ?? effect).interval95)} points fits these pairs.`;
    case "fires-no-effect-measured":
      return ruling.qualifiers.includes("bounded-within-margin")
        ? `No effect measured: the 90 % interval (${pointsRange(effect.interval90)} points) stays within ${margin} points.`
        : `No effect measured: 8 in 10 such runs would have seen a difference of ${margin} points.`;
  }
}

function inertBound({ counts, engagement }: Unworded): string {
  // Only where no request differed is "it changed nothing" an identity; without that noise may still differ.
  const identity =
    engagement.divergesBelow === null ? "" : " and no request differed, so it changed no outcome here";
  return `${identity}; with 95 % confidence it fires in under ${percent(zeroEventUpper(counts.n, 0.95))} of runs like these`;
}

function headroomClause({ headroom, counts, ruling }: Unworded): string {
  if (!ruling.qualifiers.includes("headroom-too-small") || counts.b < counts.c) return "";
  const { controlFailures, winsNeeded } = headroom;
  return `The control failed ${controlFailures} of ${counts.n}, so no outcome of this run could have proven a gain (${winsNeeded} needed).`;
}

function shortClause({ headroom, counts, ruling }: Unworded): string {
  if (!ruling.qualifiers.includes("cannot-reach-significance")) return "";
  const { qualifiers } = ruling;
  return qualifiers.includes("pseudo-replicated")
    ? "Seeds that leave the transcript unchanged are repeats, not evidence, so no p-value counts here."
    : `${counted(counts.n, "pair")} can never reach significance (${headroom.winsNeeded} needed).`;
}

/** How far an omission moves the result, in the larger of effect and log cost. */
function shift(omission: Omission, { counts, ratios, cost }: Unworded): number {
  const effect = Math.abs((omission.b - omission.c) / omission.n - (counts.b - counts.c) / counts.n);
  const whole = ratios[cost.basis === "billed" ? "costUsd" : "uncachedCostUsd"].ofTotals;
  const price =
    omission.cost === null || whole === null ? 0 : Math.abs(Math.log(omission.cost.ratio / whole.ratio));
  return Math.max(
    omission.changes.includes("label") ? effect : 0,
    omission.changes.includes("cost") ? price : 0,
  );
}

function hangsClause(draft: Unworded): string {
  const { omissions, ruling } = draft;
  const carrying = omissions.filter(({ changes }) => changes.length > 0);
  const [first] = [...carrying].sort((left, right) => shift(right, draft) - shift(left, draft));
  if (!ruling.qualifiers.includes("hangs-on-one") || first === undefined) return "";
  const others = carrying.length > 1 ? ` (the largest of ${carrying.length} such omissions)` : "";
  const label = `${first.b} better, ${first.c} worse, ${first.label}`;
  const cost = first.cost === null ? "" : `cost x${ratioDigits(first.cost.ratio)}`;
  const what = [first.changes.includes("label") && label, first.changes.includes("cost") && cost]
    .filter(Boolean)
    .join(", ");
  return `Hangs on one: without ${first.kind} ${first.omitted} it is ${what}${others}.`;
}

function missingClause({ worstCase, ruling, denominators }: Unworded): string {
  const lost = denominators.units - denominators.pairs;
  const missing =
    lost === 0
      ? ""
      : `${counted(lost, "pair")} of ${denominators.units} lost to errors, missing or unscored trials.`;
  if (!ruling.qualifiers.includes("missing-sensitive") || worstCase === null) return missing;
  return `${missing} Counted against the leader they would make it ${worstCase.label}.`;
}

function scopeClause({ scenarioLevel, ruling }: Unworded): string {
  if (ruling.label === "invalid" || ruling.label === "inert" || scenarioLevel.scenarios > 3) return "";
  return `${capitalised(scenarioLevel.reason ?? "")}.`;
}

function footing({ plan, ruling, position, nEff }: Unworded): readonly string[] {
  const has = (name: Ruling["qualifiers"][number]) => ruling.qualifiers.includes(name);
  const halves =
    position.disagreeing.length > 0
      ? `${position.disagreeing.join(" and ")} ${position.disagreeing.length > 1 ? "depend" : "depends"} on which arm ran first`
      : "one arm always ran first";
  return [
    has("scenario-conflict") ? "Scenarios disagree about the direction." : "",
    has("order-confounded") ? `Order-confounded: ${halves}.` : "",
    has("judge-scored") ? "An LLM judge scored it, so nothing here is proven." : "",
    has("backend-changed") ? "The model that answered changed within the run." : "",
    has("engagement-unknown") ? "Whether the flag fired is unknown." : "",
    has("low-engagement") ? "The flag fired in under 60 % of pairs." : "",
    has("pseudo-replicated") && nEff.distinct !== null
      ? `Only ${nEff.distinct} of the pairs differ from one another.`
      : "",
    position.state === "unknown" ? "Order unknown." : "",
    plan.simulated ? "This rests on the simulated model: it shows mechanisms, not rates of a real one." : "",
    plan.aa === null ? "The noise floor is not calibrated." : "",
  ];
}

/** Writes the whole verdict as text, ready to print. */
export function sentenceOf(draft: Unworded): string {
  const { counts, ruling } = draft;
  const opening = counts.n === 0 ? "" : `${capitalised(countsClause(draft))}; ${costClause(draft)}.`;
  const quiet = ruling.label === "invalid" || ruling.label === "inert";
  const parts = [
    opening,
    labelClause(draft),
    ...(quiet ? [] : [shortClause(draft), headroomClause(draft), hangsClause(draft)]),
    missingClause(draft),
    scopeClause(draft),
    ...footing(draft),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

const needs = new Map<string, number | null>();

function needed(p10: number, p01: number, alpha: number): string {
  const key = `${p10}/${p01}/${alpha}`;
  const known = needs.get(key);
  const pairs = known === undefined ? pairsNeeded({ p10, p01 }, alpha, 0.8) : known;
  needs.set(key, pairs);
  return pairs === null ? "more than 5000" : String(pairs);
}

/** Says how many pairs a gain of the smallest size worth having needs. */
function needClause(deltaMin: number, alpha: number): string {
  const never = needed(deltaMin, 0, alpha);
  const gain = `A true gain of ${points(deltaMin).slice(1)} points needs about ${never} pairs if it never hurts`;
  return 2 * deltaMin + deltaMin > 1
    ? `${gain}.`
    : `${gain}, ${needed(2 * deltaMin, deltaMin, alpha)} if it hurts half as often.`;
}

/** Says what to do next. */
export function nextOf(draft: Unworded): Verdict["next"] {
  const { ruling, plan, mechanism } = draft;
  const has = (name: Ruling["qualifiers"][number]) => ruling.qualifiers.includes(name);
  const more = needClause(plan.deltaMin, plan.alpha);
  const harder = has("headroom-too-small")
    ? " Choose scenarios that the control passes 25-75 % of the time."
    : "";
  const open = mechanism
    .filter(({ answer }) => answer !== "yes")
    .map(({ id, reason }) => `${id} (${reason})`);
  switch (ruling.label) {
    case "invalid":
      return "Run the lost pairs again whole, or fix what the reasons name, before reading anything into this.";
    case "inert":
      return "Choose scenarios that make the flag fire: these say nothing for or against it.";
    case "harmful":
      return "Leave it off, and read the transcripts of the pairs it lost.";
    case "verified":
      return "Keep it, and guard it with a gate.";
    case "demonstrated":
      return ruling.basis === "mechanism"
        ? `The mechanism works; to learn what it is worth, measure the benefit on a real model. ${more}`
        : "Repeat it on other seeds with nothing changed to verify it.";
    case "fires-no-effect-measured":
      return "Judge it by its cost, or by scenarios where more is at stake.";
    case "suggestive":
    case "suggestive-harm":
    case "underpowered":
      if (plan.simulated) return openChecklist(open, draft);
      return `${more}${harder}`;
  }
}

function openChecklist(open: readonly string[], { plan }: Unworded): string {
  const checklist =
    plan.purpose === "mechanism" && open.length > 0
      ? `Open on the mechanism checklist: ${open.join("; ")}. `
      : "";
  return `${checklist}A simulated run can show the mechanism and no more; rates need a real model.`;
}
