/** Adjusts the p of one comparison for its campaign: Tarone's screen, then Holm over those that can be significant. */

import type { FamilyTest } from "../core/comparison-facts.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
import { decidingP } from "./effect.ts";
import { elementAt } from "./kernels/summary.ts";
import { holm, smallestP, tarone } from "./multiplicity.ts";
import { countPairs, validPairs } from "./pair-counts.ts";
import { isAtMost } from "./paired-tests.ts";

type Test = Pick<FamilyTest, "p" | "smallestP">;

/** The test of some valid pairs before any adjustment. */
export function testOf(valid: readonly PairedUnit[], { pairing }: Pick<ComparisonPlan, "pairing">): Test {
  const { b, c } = countPairs(valid);
  // The stratified test of uncoupled arms has no such simple floor, so it is never screened out.
  return { p: decidingP(valid, pairing), smallestP: pairing === "seed" ? smallestP(b + c) : 0 };
}

/** What the other comparisons of a campaign have to know of this one. */
export function familyTest(units: readonly PairedUnit[], plan: ComparisonPlan): FamilyTest {
  return { comparison: plan.id, ...testOf(validPairs(units), plan) };
}

/** The p of one comparison in its campaign. */
export interface FamilyP {
  /** 1 where the screen leaves the comparison out. */
  readonly decides: number;
  /** Where the screen leaves it out: Holm over all. */
  readonly shown: number;
  /** Discordant pairs that a comparison which is left out would need, none against; null = it is not left out. */
  readonly needed: number | null;
}

function screened(own: Test, others: readonly Test[], alpha: number): number | null {
  const all = [own, ...others];
  const { testable } = tarone(
    all.map((test) => test.smallestP),
    alpha,
  );
  if (!testable.includes(0)) return null;
  return elementAt(holm(testable.map((place) => elementAt(all, place).p)), 0);
}

/** The fewest one-way discordant pairs with which this comparison could be significant beside the others. */
function neededBeside(others: readonly Test[], alpha: number): number {
  let pairs = 1;
  const decides = () => screened({ p: smallestP(pairs), smallestP: smallestP(pairs) }, others, alpha) ?? 1;
  while (!isAtMost(decides(), alpha)) pairs += 1;
  return pairs;
}

/** Adjusts a test for the others of its campaign; alone it stays what it is. */
export function adjustIn(own: Test, others: readonly Test[], alpha: number): FamilyP {
  if (others.length === 0) return { decides: own.p, shown: own.p, needed: null };
  const decides = screened(own, others, alpha);
  if (decides !== null) return { decides, shown: decides, needed: null };
  const overAll = holm([own.p, ...others.map(({ p }) => p)]);
  return { decides: 1, shown: elementAt(overAll, 0), needed: neededBeside(others, alpha) };
}
