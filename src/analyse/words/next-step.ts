/** What to do next after a verdict. */

import { points } from "../../core/format.ts";
import type { Verdict } from "../../core/verdict.ts";
import { pairsNeeded } from "../power.ts";
import type { Ruling } from "../verdict-ladder.ts";
import { aimNext, isAimed } from "./aim-clause.ts";
import type { Unworded } from "./unworded.ts";

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
    case "saves":
    case "saves-harm-not-excluded":
    case "costs-more":
    case "no-saving":
    case "fires":
    case "mechanism-not-demonstrated":
      return aimNext(draft);
    case "suggestive":
    case "suggestive-harm":
    case "underpowered":
      if (isAimed(draft)) return aimNext(draft);
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
