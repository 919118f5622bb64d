/** The claim of the label, in one sentence that opens with it. */

import { SAVED_WORD } from "../../core/aim.ts";
import { armNames } from "../../core/arm-names.ts";
import { capitalise, count, countText, percent, points, pointsRange, pValue } from "../../core/format.ts";
import { LABELS, labelTitle } from "../../core/label-table.ts";
import { reasonOf } from "../../core/reason.ts";
import { capWords, openWords, reasonWords } from "../../core/reason-words.ts";
import type { Label } from "../../core/verdict.ts";
import { zeroEventUpper } from "../noise.ts";
import { aimText, isAimed } from "./aim-clause.ts";
import type { Unworded } from "./unworded.ts";

/** The sentence. */
export function labelText(draft: Unworded): string {
  const { ruling } = draft;
  const { label, basis } = ruling;
  const lowered = reasonOf(ruling.reasons, "exploratory");
  if (lowered) return `${capitalise(LABELS[label].title)}, exploratory: ${reasonWords(lowered)}.`;
  if (basis === "mechanism") return mechanismText(draft);
  switch (label) {
    case "invalid":
      return `Invalid: ${ruling.reasons.map(reasonWords).join("; ")}.`;
    case "inert":
      return `Inert: the flag fired in none of ${countText(draft.counts.n, "pair")}${inertBound(draft)}.`;
    case "harmful":
    case "verified":
    case "demonstrated":
      return provenText(draft, label);
    case "no-difference":
    case "difference":
      return controlsText(draft, label);
    case "mechanism-not-demonstrated":
      if (draft.noWorse !== null) return aimText(draft);
      return `Mechanism not demonstrated: ${notDemonstrated(draft)}.`;
    case "saves":
    case "saves-harm-not-excluded":
    case "costs-more":
    case "no-saving":
    case "no-worse":
    case "fires":
      return aimText(draft);
    default:
      return unprovenText(draft, label);
  }
}

type Unproven =
  | "mixed"
  | "no-gain"
  | "no-harm"
  | "no-large-effect"
  | "suggestive"
  | "suggestive-harm"
  | "underpowered"
  | "no-effect-shown";

function unprovenText(draft: Unworded, label: Unproven): string {
  const { ruling, effect, plan } = draft;
  const smallest = points(plan.deltaMin).slice(1);
  switch (label) {
    case "mixed":
      return mixedText(draft);
    case "no-gain":
    case "no-harm":
      return stoppedText(draft, label);
    case "no-large-effect":
      return `No large effect: a difference of ${smallest} points is excluded (90 % CI ${pointsRange(effect.interval90)}); a smaller one is not.`;
    case "suggestive":
    case "suggestive-harm":
      return `${capitalise(labelTitle(ruling, armNames(plan)))}, ${ruling.strength === "lean" ? "suggestive, " : ""}not proven: ${placeboText(draft)}.`;
    case "underpowered":
      return underpoweredText(draft);
    case "no-effect-shown":
      return `No effect shown: 8 in 10 such runs would have seen a difference of ${smallest} points.`;
  }
}

function scenariosText({ scenarioLevel }: Unworded): string {
  const { scenarios } = scenarioLevel;
  return scenarios === 1
    ? "in the scenario built for it"
    : `in the ${count(scenarios)} scenarios built for it`;
}

/** Claim about scenarios that the flag leaves alone; whether it helps anywhere these cannot show. */
function controlsText(draft: Unworded, label: "no-difference" | "difference"): string {
  const { ruling, scenarioLevel, rates, plan } = draft;
  const { control, treatment } = armNames(plan);
  const passed = plan.simulated
    ? `: ${treatment} passed ${rates.treatment.passes}/${rates.treatment.of}, ${control} ${rates.control.passes}/${rates.control.of}`
    : "";
  const word = label === "difference" ? "Makes a difference" : "Makes no difference";
  return `${word} on ${countText(scenarioLevel.scenarios, "control scenario")}${passed}; ${ruling.reasons.map(reasonWords).join("; ")}. Control scenarios claim no benefit.`;
}

/** No rate is claimed: it happens without the flag, and not with it. */
function mechanismText(draft: Unworded): string {
  const { counts, plan, saving, spontaneousPairs } = draft;
  const { control, treatment } = armNames(plan);
  if (saving !== null)
    return `Mechanism demonstrated (saves) ${scenariosText(draft)}: less ${SAVED_WORD[saving.aim]} in all ${countText(saving.evidence.known, "pair")}, and none got worse.`;
  const pairs = counts.n - spontaneousPairs;
  const all = plan.simulated ? `${count(pairs)}/${count(pairs)}` : "every pair";
  return `Mechanism demonstrated ${scenariosText(draft)}: ${control} failed as declared in ${all}, ${treatment} never.`;
}

function notDemonstrated(draft: Unworded): string {
  const open = reasonOf(draft.ruling.reasons, "checklist-open");
  const why = open ? openWords(open.items) : draft.ruling.reasons.map(reasonWords).join("; ");
  if (isAimed(draft)) return why;
  const { control, treatment } = draft.rates;
  const names = armNames(draft.plan);
  return `${names.treatment} passed ${treatment.passes}/${treatment.of}, ${names.control} ${control.passes}/${control.of}; ${why}`;
}

/** Chance does not explain it where the pairs differ beyond it and something else caps the label. */
function placeboText({ placebo, ruling, counts }: Unworded): string {
  const held = reasonOf(ruling.reasons, "beyond-chance-but");
  if (held) return capWords(held.caps);
  if (placebo === null) return "chance could explain it";
  const looks = counts.b > counts.c || ruling.label === "suggestive" ? "good" : "bad";
  const psi = percent(placebo.psi);
  const { frequency, named } = {
    calibration: { frequency: "", named: `${psi} of pairs differ by noise, as calibrated` },
    "calibration-bound": {
      frequency: "up to ",
      named: `at most ${psi} of pairs differ by noise, as calibrated`,
    },
    observed: { frequency: "", named: `at the ${psi} of pairs that differ here` },
    assumed: { frequency: "up to ", named: `${psi} of pairs assumed to differ by noise` },
  }[placebo.source];
  return `a flag that does nothing looks this ${looks} in ${frequency}${percent(placebo.frequency)} of runs (${named})`;
}

function reach({ ruling, scenarioLevel }: Unworded): string {
  if (ruling.scope === "general") return "for scenarios like these";
  return scenarioLevel.scenarios === 1 ? "on this scenario" : "on this suite";
}

function provenText(draft: Unworded, label: Extract<Label, "harmful" | "verified" | "demonstrated">): string {
  const { ruling, plan } = draft;
  const small = ruling.qualifiers.includes("below-minimum-effect")
    ? `, yet smaller than the ${points(plan.deltaMin).slice(1)} points worth having`
    : "";
  const confirmed = label === "verified" ? ", a second run on other seeds confirms it" : "";
  return `${capitalise(label)} ${reach(draft)}${confirmed}${small}.`;
}

const NAMED = 3;

function namedScenarios(names: readonly string[], draft: Unworded): string {
  const shown = names.slice(0, NAMED).map((name) => {
    const row = draft.scenarios.find(({ scenario }) => scenario === name);
    return row === undefined ? name : `${name} (${row.b} better, ${row.c} worse)`;
  });
  const left = names.length - shown.length;
  return left > 0 ? `${shown.join(", ")} and ${left} more` : shown.join(", ");
}

function mixedText(draft: Unworded): string {
  const found = reasonOf(draft.ruling.reasons, "scenarios-disagree");
  if (!found) return "Mixed.";
  return `Mixed: changes outcomes in both directions: better in ${namedScenarios(found.better, draft)}; worse in ${namedScenarios(found.worse, draft)} (scenarios differ beyond one common effect, p ${pValue(found.p)}).`;
}

function stoppedText(draft: Unworded, label: "no-gain" | "no-harm"): string {
  const { counts, plan } = draft;
  const smallest = points(plan.deltaMin).slice(1);
  const after = countText(counts.n, "pair");
  const [missed, other] = label === "no-gain" ? ["gain", "harm"] : ["harm", "gain"];
  const stop = reasonOf(draft.ruling.reasons, "stopped-early");
  return stop?.by === "curtailed"
    ? `No ${missed} shown (stopped early after ${after}, since no outcome of the pairs left could have decided); no ${other} shown.`
    : `No ${missed} of ${smallest} points (stopped early after ${after}: with a true one such results come at most once in 10); no ${other} shown.`;
}

function underpoweredText(draft: Unworded): string {
  if (isAimed(draft)) return aimText(draft);
  const { sequential, effect } = draft;
  return `Underpowered: a difference anywhere within ${pointsRange((sequential ?? effect).interval95)} points fits these pairs.`;
}

function inertBound({ counts, engagement, plan }: Unworded): string {
  if (plan.simulated) return "";
  // Only where no request differed is "it changed nothing" an identity; without that noise may still differ.
  const identity =
    engagement.divergesBelow === null ? "" : " and no request differed, so it changed no outcome here";
  return `${identity}; with 95 % confidence it fires in under ${percent(zeroEventUpper(counts.n, 0.95))} of runs like these`;
}
