/** What a flag that aims at a saving has shown, adjusted for its campaign (STATISTICS 11.1). */
import { type AimedMetric, isSavingAim, type Saving, type SavingAim, type SavingPs } from "../core/aim.ts";
import type { FamilyTest } from "../core/comparison-facts.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
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

/** At temperature 0 equal transcripts are repeats, of which one counts; pairs with an unknown transcript all count. */
function withoutRepeats(units: readonly PairedUnit[], plan: ComparisonPlan): readonly PairedUnit[] {
  if (plan.greedy !== true || plan.simulated) return units;
  const seen = new Set<string>();
  return units.filter(({ control, treatment }) => {
    if (control.transcript === null || treatment.transcript === null) return true;
    const key = JSON.stringify([control.transcript, treatment.transcript]);
    return !seen.has(key) && seen.add(key);
  });
}

type Bare = Omit<Saving, "adjusted"> & { readonly plain: SavingPs };

function measure(units: readonly PairedUnit[], plan: ComparisonPlan): Bare | null {
  // Under peeking neither interval nor p means what it says.
  if (!isSavingAim(plan.aim) || plan.design === "sequential") return null;
  const counted = withoutRepeats(units, plan);
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

/** What a comparison adds to its campaign beside its test of success; nothing where its aim is not a saving. */
export function savingTest(units: readonly PairedUnit[], plan: ComparisonPlan): Pick<FamilyTest, "saving"> {
  const saving = measure(units, plan)?.plain;
  return saving === undefined ? {} : { saving };
}

/** Each claim stands in a family with the claims of the same kind, and with the tests of flags that aim at success. */
function adjust(own: SavingPs, campaign: readonly FamilyTest[], alpha: number): SavingPs {
  const over = (claim: keyof SavingPs) =>
    adjustIn(
      { p: own[claim], smallestP: 0 },
      campaign.map(({ p, smallestP, saving }) =>
        saving === undefined ? { p, smallestP } : { p: saving[claim], smallestP: 0 },
      ),
      alpha,
    ).decides;
  return { saves: over("saves"), saving: over("saving"), general: over("general") };
}

/** What the pairs show of a saving; null where the flag aims at something else, or the run was looked at as it went. */
export function savingOf(
  units: readonly PairedUnit[],
  plan: ComparisonPlan,
  campaign: readonly FamilyTest[],
): Saving | null {
  const measured = measure(units, plan);
  if (measured === null) return null;
  const { plain, ...rest } = measured;
  return { ...rest, adjusted: adjust(plain, campaign, plan.alpha) };
}
