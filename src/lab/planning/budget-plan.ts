/** The worth of an amount of money: pairs, the smallest gain they show, and the drop that they exclude. */

import { zeroEventUpper } from "../../analyse/noise.ts";
import { minimumDetectable } from "../../analyse/power.ts";
import { type BudgetPlan, MOST_PAIRS } from "../../core/experiment-plan.ts";
import { ALPHA } from "./comparison-plan.ts";

const POWER = 0.8;
interface Planned {
  readonly id: string;
  readonly plan: { readonly pairs: number; readonly psi: number };
}

/** Shares the money among the comparisons in proportion to their planned pairs; arms that they share are paid once. */
export function budgetPlanOf(
  usd: number,
  plannedUsd: number | null,
  comparisons: readonly Planned[],
): BudgetPlan {
  if (plannedUsd === null) return { usd, state: "unknown", comparisons: [] };
  if (plannedUsd === 0) return { usd, state: "free", comparisons: [] };
  const alpha = ALPHA / comparisons.length;
  return {
    usd,
    state: "priced",
    comparisons: comparisons.map(({ id, plan }) => {
      const pairs = Math.min(MOST_PAIRS, Math.floor((plan.pairs * usd) / plannedUsd + 1e-9));
      return {
        id,
        planned: plan.pairs,
        pairs,
        minimumDetectable: pairs === 0 ? null : minimumDetectable(pairs, plan.psi, [alpha, POWER]),
        excludedDrop: pairs === 0 ? null : zeroEventUpper(pairs, 1 - alpha),
      };
    }),
  };
}
