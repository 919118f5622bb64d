/** The plan of an experiment before anything is spent: what its pairs can show, what they take, what money buys. */

import type { Aim } from "./aim.ts";

/** Obstacle that keeps a label out of reach. */
export type Obstacle = "simulated" | "judged" | "purpose" | "pairs" | "scenarios" | "pass-rate";

/** Reach of a label with the planned pairs, with the obstacle where it has one. */
export interface Reachability {
  readonly claim:
    | "demonstrated"
    | "demonstrated (mechanism)"
    | "general"
    | "harmful"
    | "saves"
    | "saves, harm not excluded"
    | "mechanism demonstrated (saves)"
    | "fires"
    | "no effect within the margin"
    | "gate pass";
  readonly reachable: boolean;
  /** Obstacle; null = there is none. */
  readonly obstacle: Obstacle | null;
  /** The obstacle, or what it takes, in words. */
  readonly reason: string;
}

export interface PairPlan {
  readonly pairs: number;
  readonly psi: number;
  readonly psiSource: "measured" | "uncoupled" | "assumed";
  /** Power to see deltaMin with the planned pairs. */
  readonly power: number;
  /** Smallest true difference seen in 8 of 10 such runs; null when none is. */
  readonly minimumDetectable: number | null;
  /** Pairs for 80 % power to see deltaMin; null beyond 5000. */
  readonly needed: {
    readonly neverHurts: number | null;
    readonly hurtsHalfAsOften: number | null;
    readonly atPsi: number | null;
  };
  /** Most pairs of a sequential run: 1.5 times what a fixed one needs; null when that is unknown. */
  readonly cap: number | null;
  readonly headroom: {
    /** Control failures to expect; null when the pass rate is unknown. */
    readonly expectedFailures: number | null;
    readonly winsNeeded: number;
    readonly enough: boolean | null;
  };
  readonly reachable: readonly Reachability[];
}

export type Claim = PairPlan["reachable"][number]["claim"];

/** Expected effort; a real model may take more steps than the simulated one that was walked. */
export interface Effort {
  readonly blocks: number;
  readonly trials: number;
  /** Scenarios counted by stored trials of the same model, and by a walk on the simulated one. */
  readonly scenarios: { readonly stored: number; readonly walked: number };
  /** Shared replies count once; null = some scenario has neither stored trials nor behaviour to walk. */
  readonly calls: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Null also when the model's price is not known. */
  readonly costUsd: number | null;
  /** Null also when no stored run of the model says how long a call takes. */
  readonly durationMs: number | null;
}

/** Evidence of stored runs on one comparison; null = there is none. */
export interface Pilot {
  /** Stored pairs of the same two arms on the same scenarios. */
  readonly pairs: number;
  /** Share of those pairs that differ. */
  readonly psi: number | null;
  /** Trials of the control arm that passed or failed. */
  readonly controlTrials: number;
  readonly controlPassRate: number | null;
  /** Mean share of replies that the arm which ran later took from the other. */
  readonly sharedReplies: number | null;
  /** Experiments it was read from. */
  readonly experiments: readonly string[];
}

/** More pairs than this are planned for as this many: exact powers of more take seconds. */
export const MOST_PAIRS = 2_000;

interface Bought {
  readonly id: string;
  readonly planned: number;
  /** At the average price of a planned pair; at most `MOST_PAIRS`. */
  readonly pairs: number;
  /** Smallest true difference that 8 of 10 such runs show, as a share; null when they show none. */
  readonly minimumDetectable: number | null;
  /** Smallest drop of the pass rate that is excluded when no pair differs, as a share; null without a pair. */
  readonly excludedDrop: number | null;
}

export interface BudgetPlan {
  readonly usd: number;
  /** `unknown`: the model has no known price; `free`: its price is 0. */
  readonly state: "priced" | "unknown" | "free";
  /** Empty unless priced. */
  readonly comparisons: readonly Bought[];
}

export interface PlannedComparison {
  readonly id: string;
  readonly flag: string | null;
  readonly control: string;
  readonly treatment: string;
  /** 0 = control scenarios alone, which show only whether the flag makes a difference. */
  readonly stress: number;
  readonly controls: number;
  readonly deltaMin: number;
  /** Aim of the flag. */
  readonly aim: Aim;
  /** By how much success may not be worse, where that is asked; as a difference of pass rates. */
  readonly margin: number;
  readonly plan: PairPlan;
  readonly pilot: Pilot;
  /** Not in the primary family, so its label stops at suggestive; absent = in it, or there is none. */
  readonly exploratory?: true;
  /** Arms share replies; false = planned for as independent arms. */
  readonly coupled: boolean;
  /** Repeats of the control on these scenarios in the store; null = not calibrated. */
  readonly calibrationPairs: number | null;
  /** Effort of this comparison on its own. */
  readonly effort: Effort;
}

/** A goal that is out of reach, with what stands in the way. */
export interface OutOfReach {
  readonly obstacle: NonNullable<PairPlan["reachable"][number]["obstacle"]> | "no-calibration";
  readonly text: string;
}

export interface ExperimentPlan {
  readonly format: "harness-lab-plan/1";
  readonly name: string;
  readonly experiment: string;
  readonly model: string;
  /** Every model that answers, with its endpoint, where there are several; absent = `model` alone. */
  readonly models?: readonly string[];
  readonly simulated: boolean;
  readonly priceLike: string | null;
  readonly design: string | null;
  readonly stopping: "fixed" | "sequential";
  readonly until: string | null;
  readonly arms: readonly string[];
  readonly scenarios: number;
  readonly seeds: number;
  readonly comparisons: readonly PlannedComparison[];
  /** Arms that comparisons share run once, so this is less than their sum. */
  readonly total: Effort;
  /** Judge, and the most verdicts it may be asked for, which `total` does not count; null = no judge. */
  readonly judge: { readonly model: string; readonly verdicts: number } | null;
  /** Goals that the planned pairs cannot reach. */
  readonly unreachable: readonly OutOfReach[];
  /** Purchase of an amount of money; null = none was named. */
  readonly budget: BudgetPlan | null;
}
