/** History of a run, as data: the plan it was held to, when and why comparisons stopped, what was thrown away. */

import type { RunRow } from "./frozen-plan.ts";
import type { Outcome } from "./pairs.ts";

/** Reason why a sequential comparison ended, or that it has not; `reached` = the verdict that the run aimed at stands. */
export type StopDecision = "continue" | "efficacy" | "harm" | "futility" | "curtailed" | "cap" | "reached";

/** State of a sequential comparison; its verdict rests on the rounds that were looked at and on no other. */
export interface StoppingFacts {
  readonly decision: StopDecision;
  readonly reason: string;
  /** Rounds looked at: one seed over all stress scenarios each. */
  readonly rounds: number;
  /** The cap. */
  readonly roundsPlanned: number;
  readonly pairsSaved: number;
  /** Cost of the saved pairs as deployed, at the mean of those that ran; null = unknown. */
  readonly savedUsd: number | null;
  /** Pairs that ran although the comparison had stopped, or in a round that is not complete: not counted. */
  readonly pairsAside: number;
  /** min(1, 1 / largest e so far): valid at any time, for this comparison alone. */
  readonly anytimeP: number;
}

/** An attempt of a block that a later one replaced. */
export interface DiscardedAttempt {
  readonly scenario: string;
  readonly seed: string;
  readonly attempt: number;
  /** `error`: the endpoint failed it, so it was run again whole; `fresh`: it was run anew on demand. */
  readonly reason: "error" | "fresh";
  /** Findings until then, by arm. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
}

/** The frozen plan that a report is held to. */
export interface PlanFacts {
  readonly digest: string;
  readonly frozenAt: string;
  /** True where the plan names this very experiment, false for one of its name from which it deviates. */
  readonly linkedBy: "experiment" | "name";
  /** Empty = followed to the letter. */
  readonly deviations: readonly string[];
  /** Digests of plans of the same name that this one replaced before the first trial. */
  readonly replaced: readonly string[];
}

export interface ProcessFacts {
  /** Null = nothing was frozen before the first trial. */
  readonly plan: PlanFacts | null;
  /** Every invocation that ran trials, in order. */
  readonly runs: readonly RunRow[];
  readonly discarded: readonly DiscardedAttempt[];
  /** Seeds of a fixed number that nothing planned and that began when a run was complete: a second look at the results. */
  readonly addedLate: readonly string[];
}
