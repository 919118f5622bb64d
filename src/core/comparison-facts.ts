/** Facts of a comparison beside its plan and its pairs: calibration, judge, how it ended, its campaign. */

import type { SavingPs } from "./aim.ts";
import type { Calibration } from "./calibration.ts";
import type { StopDecision } from "./process-report.ts";

/** One test before any adjustment. */
export interface FamilyTest {
  readonly p: number;
  /** The smallest p that its discordant pairs could give; 0 = it is never screened out. */
  readonly smallestP: number;
}

/** The tests of one comparison, as the other comparisons of its campaign have to know them. */
export interface CampaignTests {
  readonly comparison: string;
  /** Of success: the question itself, or a guard against harm, which is a family of its own. */
  readonly outcome: FamilyTest;
  readonly asks: "success" | "saving" | "nothing";
  /** Claim about a saving, where one is asked for. */
  readonly saving: SavingPs | null;
  /** Sign-flip p of success over scenario means; null where success is not the question. */
  readonly general: number | null;
  /** P of scenarios that disagree as much under one common effect. */
  readonly conflict: number;
}

/** Facts that were measured and not decided, so that no plan holds them. */
export interface ComparisonFacts {
  /** The control against itself; null = not calibrated. */
  readonly calibration: Calibration | null;
  /** Labels show that the judge may gate on every rubric it decided by. */
  readonly judgeQualified: boolean;
  /** End of a sequential run; null = a fixed one, or nobody recorded it. */
  readonly stopped: StopDecision | null;
  /** The other comparisons of the campaign; empty = this is the only one. */
  readonly campaign: readonly CampaignTests[];
  /** A second run on other seeds confirmed it. */
  readonly replicated: boolean;
}

/** Nothing is known beside the pairs. */
export const NO_FACTS: ComparisonFacts = {
  calibration: null,
  judgeQualified: false,
  stopped: null,
  campaign: [],
  replicated: false,
};
