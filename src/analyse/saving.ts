/** Result of a comparison that aims at a saving, adjusted for its campaign (STATISTICS 11.1). */
import { type AimedMetric, isSavingAim, type Saving, type SavingAim, type SavingPs } from "../core/aim.ts";
import type { CampaignTests } from "../core/comparison-facts.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
import { dropRepeats } from "./counted-pairs.ts";
import { adjustIn } from "./family.ts";
import { knownPairs } from "./metric-ratios.ts";
import { pairsToCertify } from "./non-inferiority.ts";
import { finishedPairs } from "./pair-counts.ts";
import { savingEvidence, testNotWorse } from "./saving-evidence.ts";

/** By how much success may not be worse where the plan does not say so. */
export const SUCCESS_MARGIN = 0.1;

/** Pairs below which no sign-flip test reaches 5 %. */
export const SMALLEST_POWERED = 6;

const METRICS: Readonly<Record<Exclude<SavingAim, "cost">, AimedMetric>> = {
  "cost-as-billed": "costUsd",
  tokens: "totalTokens",
  latency: "wholeLatencyMs",
  calls: "calls",
};

/** The uncached price decides unless it is unknown where the billed one is known. */
function metricFor(aim: SavingAim, units: readonly PairedUnit[]): AimedMetric {
  if (aim !== "cost") return METRICS[aim];
  const finished = finishedPairs(units);
  const known = (metric: AimedMetric) => knownPairs(finished, metric).length;
  return known("uncachedCostUsd") >= known("costUsd") ? "uncachedCostUsd" : "costUsd";
}

/** A saving with every figure known, before anything is withheld. */
export type FullSaving = Saving & { readonly adjusted: SavingPs };

type Bare = Omit<Saving, "adjusted"> & { readonly plain: SavingPs };

function measure(units: readonly PairedUnit[], plan: ComparisonPlan): Bare | null {
  // Under peeking neither interval nor p means what it says.
  if (!isSavingAim(plan.aim) || plan.design === "sequential") return null;
  const counted = dropRepeats(units, plan);
  const evidence = savingEvidence(counted, metricFor(plan.aim, counted));
  const margin = plan.margin ?? SUCCESS_MARGIN;
  const notWorse = testNotWorse(counted, margin);
  const { suite, general } = evidence;
  return {
    aim: plan.aim,
    evidence,
    notWorse,
    margin,
    plain: {
      saving: suite.p,
      saves: Math.max(suite.p, notWorse.p),
      general: Math.max(suite.direction === general.direction ? general.p : 1, notWorse.p),
    },
    pairsToExcludeHarm: pairsToCertify(notWorse.counts, { margin, alpha: plan.alpha }).exact,
  };
}

/** Claim of a comparison about a saving before any adjustment; null where its aim is not one. */
export function plainSaving(units: readonly PairedUnit[], plan: ComparisonPlan): SavingPs | null {
  return measure(units, plan)?.plain ?? null;
}

/** Each claim stands in a family with the claims of the same kind, and with the tests of flags that aim at success. */
function adjust(own: SavingPs, campaign: readonly CampaignTests[], alpha: number): SavingPs {
  const over = (claim: keyof SavingPs) =>
    adjustIn(
      { p: own[claim], smallestP: 0 },
      campaign.flatMap(({ asks, outcome, saving }) => {
        if (saving !== null) return [{ p: saving[claim], smallestP: 0 }];
        return asks === "success" ? [outcome] : [];
      }),
      alpha,
    ).decides;
  return { saves: over("saves"), saving: over("saving"), general: over("general") };
}

/** Evidence of the pairs for a saving; null where the flag aims at something else, or the run was looked at as it went. */
export function savingOf(
  units: readonly PairedUnit[],
  plan: ComparisonPlan,
  campaign: readonly CampaignTests[],
): FullSaving | null {
  const measured = measure(units, plan);
  if (measured === null) return null;
  const { plain, ...rest } = measured;
  return { ...rest, adjusted: adjust(plain, campaign, plan.alpha) };
}
