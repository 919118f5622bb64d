/** What the label claims, in one sentence. */

import { counted, percent, points, pointsRange } from "../../core/format.ts";
import { reasonOf } from "../../core/reason.ts";
import { capWords, reasonWords } from "../../core/reason-words.ts";
import { zeroEventUpper } from "../noise.ts";
import { aimText, isAimed } from "./aim-clause.ts";
import type { Unworded } from "./unworded.ts";

/** The sentence that opens with the label. */
export function labelText(draft: Unworded): string {
  const { ruling, counts, effect, plan, sequential } = draft;
  const margin = points(plan.deltaMin).slice(1);
  switch (ruling.label) {
    case "invalid":
      return `Invalid: ${ruling.reasons.map(reasonWords).join("; ")}.`;
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
    case "saves":
    case "saves-harm-not-excluded":
    case "costs-more":
    case "no-saving":
    case "fires":
    case "mechanism-not-demonstrated":
      return aimText(draft);
    case "underpowered":
      if (isAimed(draft)) return aimText(draft);
      return `Underpowered: a difference anywhere within ${pointsRange((sequential ?? effect).interval95)} points fits these pairs.`;
    case "fires-no-effect-measured":
      return ruling.qualifiers.includes("bounded-within-margin")
        ? `No effect measured: the 90 % interval (${pointsRange(effect.interval90)} points) stays within ${margin} points.`
        : `No effect measured: 8 in 10 such runs would have seen a difference of ${margin} points.`;
  }
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

function reach({ ruling, scenarioLevel }: Unworded): string {
  if (ruling.scope === "general") return "for scenarios like these";
  return scenarioLevel.scenarios === 1 ? "on this scenario" : "on this suite";
}

/** Chance is no explanation where the pairs differ beyond it and something else caps the label. */
function placeboClause({ placebo, ruling }: Unworded, how: "well" | "badly"): string {
  const held = reasonOf(ruling.reasons, "beyond-chance-but");
  if (held) return capWords(held.caps);
  const bound = placebo.source === "calibration-bound" ? "at most " : "";
  return `a placebo does at least this ${how} in ${bound}${percent(placebo.frequency)} of runs`;
}

function inertBound({ counts, engagement }: Unworded): string {
  // Only where no request differed is "it changed nothing" an identity; without that noise may still differ.
  const identity =
    engagement.divergesBelow === null ? "" : " and no request differed, so it changed no outcome here";
  return `${identity}; with 95 % confidence it fires in under ${percent(zeroEventUpper(counts.n, 0.95))} of runs like these`;
}
