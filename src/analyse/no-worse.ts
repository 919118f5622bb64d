/** Non-inferiority of success by the margin, for a comparison that asks this and nothing else (STATISTICS 7, 11.1). */

import type { NoWorse } from "../core/aim.ts";
import type { CampaignTests } from "../core/comparison-facts.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
import { dropRepeats } from "./counted-pairs.ts";
import { adjustIn } from "./family.ts";
import { pairsToCertify } from "./non-inferiority.ts";
import { SUCCESS_MARGIN } from "./saving.ts";
import { testNotWorse } from "./saving-evidence.ts";

/** The claim with every figure known, before anything is withheld. */
export type FullNoWorse = NoWorse & { readonly adjustedP: number };

function measure(units: readonly PairedUnit[], plan: ComparisonPlan) {
  if (plan.aim !== "no-worse" || plan.design === "sequential") return null;
  const margin = plan.margin ?? SUCCESS_MARGIN;
  return { margin, test: testNotWorse(dropRepeats(units, plan), margin) };
}

/** The p of the claim before any adjustment; null where it is not asked for. */
export function plainNoWorse(units: readonly PairedUnit[], plan: ComparisonPlan): number | null {
  return measure(units, plan)?.test.p ?? null;
}

/** Evidence of the pairs, adjusted for the other claims of the campaign; null where it is not asked for. */
export function noWorseOf(
  units: readonly PairedUnit[],
  plan: ComparisonPlan,
  campaign: readonly CampaignTests[],
): FullNoWorse | null {
  const measured = measure(units, plan);
  if (measured === null) return null;
  const { margin, test } = measured;
  const others = campaign.flatMap(({ asks, outcome, saving }) => {
    if (saving !== null) return [{ p: saving.saves, smallestP: 0 }];
    return asks === "success" ? [outcome] : [];
  });
  return {
    ...measured,
    adjustedP: adjustIn({ p: test.p, smallestP: 0 }, others, plan.alpha).decides,
    pairsToExcludeHarm: pairsToCertify(test.counts, { margin, alpha: plan.alpha }).exact,
  };
}
