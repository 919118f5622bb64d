/** Adjusts the tests of one comparison for its campaign: Tarone's screen, then Holm over those that can be significant. */

import type { CampaignTests, FamilyTest } from "../core/comparison-facts.ts";
import { elementAt } from "./kernels/summary.ts";
import { holm, smallestP, tarone } from "./multiplicity.ts";
import type { OutcomeFigures } from "./outcome-figures.ts";
import { isAtMost } from "./paired-tests.ts";

/** The test of success. */
export function outcomeTest(figures: OutcomeFigures): FamilyTest {
  // The stratified test of uncoupled arms has no such simple floor, so it is never screened out.
  return { p: figures.testP, smallestP: figures.discordant === null ? 0 : smallestP(figures.discordant) };
}

/** Tests of success that stand in one family with a comparison that asks this: harm is a guard where success is not asked. */
export function outcomesBeside(
  campaign: readonly CampaignTests[],
  asks: CampaignTests["asks"],
): readonly FamilyTest[] {
  return campaign.flatMap((other) => {
    if (asks !== "success") return other.asks === "success" ? [] : [other.outcome];
    if (other.asks === "saving" && other.saving) return [{ p: other.saving.saves, smallestP: 0 }];
    return other.asks === "success" ? [other.outcome] : [];
  });
}

/** The p of one comparison in its campaign. */
export interface FamilyP {
  /** 1 where the screen leaves the comparison out. */
  readonly decides: number;
  /** Screen that leaves it out: Holm over all. */
  readonly shown: number;
  /** Discordant pairs that a comparison which is left out would need, none against; null = it is not left out. */
  readonly needed: number | null;
}

function screen(own: FamilyTest, others: readonly FamilyTest[], alpha: number): number | null {
  const all = [own, ...others];
  const { testable } = tarone(
    all.map((test) => test.smallestP),
    alpha,
  );
  if (!testable.includes(0)) return null;
  return elementAt(holm(testable.map((place) => elementAt(all, place).p)), 0);
}

/** The fewest one-way discordant pairs with which this comparison could be significant beside the others. */
function pairsNeededBeside(others: readonly FamilyTest[], alpha: number): number {
  let pairs = 1;
  const decides = () => screen({ p: smallestP(pairs), smallestP: smallestP(pairs) }, others, alpha) ?? 1;
  while (!isAtMost(decides(), alpha)) pairs += 1;
  return pairs;
}

/** Adjusts a test for the others of its campaign; alone it stays what it is. */
export function adjustIn(own: FamilyTest, others: readonly FamilyTest[], alpha: number): FamilyP {
  if (others.length === 0) return { decides: own.p, shown: own.p, needed: null };
  const decides = screen(own, others, alpha);
  if (decides !== null) return { decides, shown: decides, needed: null };
  return {
    decides: 1,
    shown: adjustPlainly(
      own.p,
      others.map(({ p }) => p),
    ),
    needed: pairsNeededBeside(others, alpha),
  };
}

/** Holm over all, for tests that nothing screens. */
export function adjustPlainly(own: number, others: readonly number[]): number {
  return elementAt(holm([own, ...others]), 0);
}
