/** The next step after a verdict: it follows from the reason of the label. */

import { armNames } from "../../core/arm-names.ts";
import { capitalise, points } from "../../core/format.ts";
import { type Reason, reasonOf } from "../../core/reason.ts";
import type { Label, Verdict } from "../../core/verdict.ts";
import { pairsNeeded } from "../power.ts";
import { aimNext, isAimed } from "./aim-clause.ts";
import type { Unworded } from "./unworded.ts";

const needs = new Map<string, number | null>();

function neededText(more: number, less: number, alpha: number): string {
  const key = `${more}/${less}/${alpha}`;
  const known = needs.get(key);
  const pairs = known === undefined ? pairsNeeded({ p10: more, p01: less }, alpha, 0.8) : known;
  needs.set(key, pairs);
  return pairs === null ? "more than 5,000" : String(pairs);
}

/** Pairs that an effect of the smallest size worth having needs, in the direction that the pairs lean to. */
function needText({ plan: { deltaMin, alpha } }: Unworded, direction: "gain" | "loss"): string {
  const [seen, opposite] = direction === "gain" ? ["hurts", "gain"] : ["helps", "loss"];
  const never = neededText(deltaMin, 0, alpha);
  const effect = `A true ${opposite} of ${points(deltaMin).slice(1)} points needs about ${never} pairs if it never ${seen}`;
  return 3 * deltaMin > 1
    ? `${effect}.`
    : `${effect}, ${neededText(2 * deltaMin, deltaMin, alpha)} if it ${seen} half as often.`;
}

/** Step that lifts the cap on a result that differs beyond chance. */
function liftCap(reason: Extract<Reason, { code: "beyond-chance-but" }>): string {
  return reason.caps
    .map((cap) =>
      cap === "judged"
        ? "Check the judge against labels (harness-lab judge-check): until it is qualified, no number of pairs lifts this label."
        : "Run the lost pairs again whole: counted against the leader they change the label.",
    )
    .join(" ");
}

function afterLean(draft: Unworded, label: "suggestive" | "suggestive-harm" | "underpowered"): string {
  const { ruling, counts } = draft;
  const held = reasonOf(ruling.reasons, "beyond-chance-but");
  if (held) return liftCap(held);
  const loss = label === "suggestive-harm" || (label === "underpowered" && counts.c > counts.b);
  const more = needText(draft, loss ? "loss" : "gain");
  if (loss) return `Read the transcripts of the pairs it lost. ${more}`;
  const { control } = armNames(draft.plan);
  return ruling.qualifiers.includes("headroom-too-small")
    ? `${more} Choose scenarios that ${control} passes 25-75 % of the time.`
    : more;
}

function afterInvalid({ ruling }: Unworded): string {
  const calibration = ruling.reasons.some(
    ({ code }) => code === "calibration-bias" || code === "calibration-latency",
  );
  return calibration
    ? "Find what makes the control differ from itself (scheduler, endpoint, order), then calibrate and run again."
    : "Run the lost pairs again whole, or fix what they were lost to, before reading anything into this.";
}

/** Steps that close the open items of the checklist. */
function afterOpen(draft: Unworded): string {
  const { plan, mechanism } = draft;
  const unanswered = (id: string) =>
    mechanism.some((item) => item.id === id && item.answer === "not-checked");
  const failing = mechanism.filter(({ answer }) => answer === "no").map(({ id }) => id);
  const steps = [
    unanswered("M4") && `Repeat ${armNames(plan).control}: harness-lab calibrate ${plan.flag ?? ""}`.trim(),
    failing.length > 0 &&
      `read the transcripts of the pairs whose results differ (${failing.join(", ")}), and fix the scenario or the mechanism`,
  ].filter((step) => step !== false);
  return steps.length === 0
    ? "Find out what was not checked, then run again."
    : `${capitalise(steps.join("; "))}.`;
}

const FIXED: Readonly<Partial<Record<Label, string>>> = {
  inert: "Choose scenarios that make the flag fire: these say nothing for or against it.",
  harmful: "Leave it off, and read the transcripts of the pairs it lost.",
  mixed:
    "Read the transcripts of scenarios on either side: find what tells them apart, and switch it on only where it helps.",
  "no-difference": "Run the scenarios that stress it too: these show only what it leaves alone.",
  difference: "Read the transcripts of the pairs that differ: the flag acts where it must change nothing.",
  "no-gain":
    "Judge it by its cost, or by scenarios where more is at stake; a smaller gain needs a fixed number of pairs.",
  "no-harm": "Guard it with a gate if a smaller loss would matter.",
  verified: "Keep it, and guard it with a gate.",
  "no-large-effect": "Judge it by its cost, or by scenarios where more is at stake.",
  "no-effect-shown": "Judge it by its cost, or by scenarios where more is at stake.",
};

/** The next step. */
export function nextOf(draft: Unworded): Verdict["next"] {
  const { ruling } = draft;
  if (reasonOf(ruling.reasons, "exploratory"))
    return "Name it in the primary family of a new plan, freeze that plan, and run it on other seeds.";
  switch (ruling.label) {
    case "invalid":
      return afterInvalid(draft);
    case "saves":
    case "saves-harm-not-excluded":
    case "costs-more":
    case "no-saving":
    case "no-worse":
    case "fires":
      return aimNext(draft);
    case "demonstrated":
      return ruling.basis === "mechanism"
        ? `The mechanism works; to learn what it is worth, measure the benefit on a real model.${draft.plan.simulated ? "" : ` ${needText(draft, "gain")}`}`
        : "Repeat it on other seeds with nothing changed to verify it.";
    case "mechanism-not-demonstrated":
      return isAimed(draft) ? aimNext(draft) : afterOpen(draft);
    case "suggestive":
    case "suggestive-harm":
    case "underpowered":
      return isAimed(draft) ? aimNext(draft) : afterLean(draft, ruling.label);
    default:
      return FIXED[ruling.label] ?? "";
  }
}
