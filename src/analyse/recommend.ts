/** Turns a verdict on a real model into a recommendation: keep, cut, or undecided and what it would take. */

import { reasonOf } from "../core/reason.ts";
import type { Recommendation } from "../core/recommendation.ts";
import type { Label } from "../core/verdict.ts";
import { pairsNeeded } from "./power.ts";
import type { Unworded } from "./words/unworded.ts";

/** Every other label leaves it open. */
const SETTLED: Readonly<Partial<Record<Label, "keep" | "cut">>> = {
  verified: "keep",
  demonstrated: "keep",
  saves: "keep",
  "no-worse": "keep",
  harmful: "cut",
  "costs-more": "cut",
};

/** The recommendation; null where nothing speaks about benefit: on a simulated model and on control scenarios. */
export function recommend(draft: Unworded): Recommendation | null {
  const { plan, ruling, ratios, cost } = draft;
  // Control scenarios are there to show what the flag leaves alone, not what it is worth.
  if (plan.simulated || plan.over === "controls") return null;
  // That a mechanism works says nothing of what it is worth.
  const settled = ruling.basis === "mechanism" ? "undecided" : (SETTLED[ruling.label] ?? "undecided");
  const action = settled === "keep" && nothingPassed(draft) ? "undecided" : settled;
  const totals = ratios[cost.basis === "billed" ? "costUsd" : "uncachedCostUsd"];
  const blockedBy = action === "undecided" ? blockOf(draft) : null;
  return {
    action,
    toDecide: action === "undecided" && blockedBy === null ? effortOf(draft) : null,
    blockedBy,
    extraPerThousandUsd:
      totals.totals === null || totals.known === 0
        ? null
        : ((totals.totals.treatment - totals.totals.control) / totals.known) * 1_000,
    perSuccessUsd: cost.perSuccessUsd,
  };
}

/** True where neither arm ever succeeds: success cannot get worse then, and a saving may be that of giving up. */
function nothingPassed({ rates }: Unworded): boolean {
  return rates.control.passes === 0 && rates.treatment.passes === 0;
}

/** Obstacle that keeps more pairs from settling it. */
function blockOf(draft: Unworded): Recommendation["blockedBy"] {
  const { ruling, nEff, denominators, counts } = draft;
  if (ruling.label === "invalid") return "invalid";
  if (ruling.label === "inert") return "never-fired";
  const caps = reasonOf(ruling.reasons, "beyond-chance-but")?.caps ?? [];
  if (caps.includes("judged")) return "judge";
  if (caps.includes("missing-sensitive")) return "lost-results";
  if (ruling.label === "mixed") return "scenarios-disagree";
  if (counts.n > 0 && nothingPassed(draft)) return "no-success";
  return nEff.value * 2 <= denominators.pairs ? "repeats" : null;
}

function effortOf({ plan, ratios, ruling, saving, noWorse }: Unworded): Recommendation["toDecide"] {
  const shows =
    ruling.label === "saves-harm-not-excluded" || noWorse !== null
      ? "no-harm"
      : ruling.label === "suggestive-harm"
        ? "loss"
        : "gain";
  const pairs =
    shows === "no-harm"
      ? ((saving ?? noWorse)?.pairsToExcludeHarm ?? null)
      : pairsNeeded({ p10: plan.deltaMin, p01: 0 }, plan.alpha, 0.8);
  if (pairs === null) return null;
  const { totals, known } = ratios.costUsd;
  const perPair = totals === null || known === 0 ? null : (totals.control + totals.treatment) / known;
  return { shows, pairs, costUsd: perPair === null ? null : perPair * pairs };
}
