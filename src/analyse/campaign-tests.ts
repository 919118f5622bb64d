/** The tests of one comparison, as the other comparisons of its campaign have to know them. */

import type { CampaignTests } from "../core/comparison-facts.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
import { countOutcomes } from "./count-outcomes.ts";
import { outcomeTest } from "./family.ts";
import { plainNoWorse } from "./no-worse.ts";
import { pairsWithinBudget } from "./pair-counts.ts";
import { plainSaving } from "./saving.ts";
import { conflictOf, scenarioMeans } from "./scenario-splits.ts";
import { signFlip } from "./sign-flip.ts";

/** Question of a comparison; a run that was looked at as it went asks for success alone. */
export function askedOf({
  aim = "success",
  design,
}: Pick<ComparisonPlan, "aim" | "design">): CampaignTests["asks"] {
  if (aim === "success" || design === "sequential") return "success";
  return aim === "none" ? "nothing" : "saving";
}

/** The tests before any adjustment. */
export function campaignTests(all: readonly PairedUnit[], plan: ComparisonPlan): CampaignTests {
  const units = pairsWithinBudget(all);
  const asks = askedOf(plan);
  const noWorse = plainNoWorse(units, plan);
  return {
    comparison: plan.id,
    outcome: outcomeTest(countOutcomes(units, plan).figures),
    asks,
    // One claim of one p: it stands in the family of the savings, each of which claims this too.
    saving:
      noWorse === null ? plainSaving(units, plan) : { saves: noWorse, saving: noWorse, general: noWorse },
    general: asks === "success" ? signFlip(scenarioMeans(units, plan)) : null,
    conflict: conflictOf(units, plan)?.p ?? 1,
  };
}
