/** Judges all comparisons of one campaign, each once and each in the light of the others' tests. */

import type { Comparison } from "../core/comparison.ts";
import type { ComparisonFacts } from "../core/comparison-facts.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
import { campaignTests } from "./campaign-tests.ts";
import { compare } from "./compare.ts";

/** One comparison of a campaign, not judged yet. */
export interface Contender {
  readonly units: readonly PairedUnit[];
  readonly plan: ComparisonPlan;
  readonly facts: Partial<Omit<ComparisonFacts, "campaign">>;
}

/**
 * The comparisons in the order given. The p of a primary one is adjusted for the primary family alone, which was fixed
 * before the run; that of an exploratory one for all of them, since it may have been looked at for what it shows.
 */
export function compareFamily(contenders: readonly Contender[]): readonly Comparison[] {
  // The one comparison of a run has no others to know, and its tests take as long as judging it.
  const tests =
    contenders.length === 1 ? [] : contenders.map(({ units, plan }) => campaignTests(units, plan));
  return contenders.map(({ units, plan, facts }, place) =>
    compare(units, plan, {
      ...facts,
      campaign: tests.filter(
        (_, other) =>
          other !== place && (plan.exploratory === true || contenders[other]?.plan.exploratory !== true),
      ),
    }),
  );
}
