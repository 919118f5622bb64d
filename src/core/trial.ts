/** A trial: scenario x seed x arm, and everything that is known when it has ended. */

import { shortDigest } from "./digest.ts";
import type { LabEvent, PendingAction, TurnStatus } from "./event.ts";
import type { ModelCall } from "./model-call.ts";
import type { Score } from "./score.ts";
import type { WorldSnapshot } from "./world-snapshot.ts";

export interface TrialKey {
  readonly experiment: string;
  readonly scenario: string;
  /** Seeds are text, so that 0, large numbers and names survive unchanged. */
  readonly seed: string;
  readonly arm: string;
  /** 1-based; a block that the endpoint spoiled is run again whole as another attempt. */
  readonly attempt: number;
}

/** Id of a trial: a digest of its key, stable across machines. */
export function trialId(key: TrialKey): string {
  return shortDigest([key.experiment, key.scenario, key.seed, key.arm, key.attempt]);
}

/** Name of a trial as people type it; several attempts of it have the same name. */
export function trialName({ scenario, seed, arm }: Pick<TrialKey, "scenario" | "seed" | "arm">): string {
  return `${scenario}#${seed}@${arm}`;
}

/** Name of one attempt of a trial. */
export function attemptName(key: Pick<TrialKey, "scenario" | "seed" | "arm" | "attempt">): string {
  return `${trialName(key)}!${key.attempt}`;
}

/** One user entry with what came of it. */
export interface TurnRecord {
  readonly session: number;
  readonly turn: number;
  readonly user: string;
  readonly reply: string;
  readonly status: TurnStatus;
  readonly staged: readonly PendingAction[];
}

export interface TrialError {
  /**
   * `infrastructure` (endpoint down, rate limit, time-out) and `operator` (key, account, address, parameters) run again
   * when the experiment goes on; `budget` is set aside and never stored; the others are faults of scenario or harness.
   */
  readonly kind:
    | "infrastructure"
    | "operator"
    | "budget"
    | "no-rule"
    | "not-recorded"
    | "harness"
    | "limit"
    | "check";
  readonly message: string;
}

/** True where the endpoint or its account, not the harness, ended a trial: it says nothing about its arm. */
export function isSpoiled(error: TrialError | null): boolean {
  return error?.kind === "infrastructure" || error?.kind === "operator";
}

/** True where the spending limit ended the attempt: it is set aside, and its replies wait for a larger budget. */
export function isCutShort(outcomes: readonly TrialOutcome[]): boolean {
  return outcomes.some(({ error }) => error?.kind === "budget");
}

/** End of a trial, before grading. */
export interface TrialOutcome {
  readonly key: TrialKey;
  /** 0-based place of the trial in its block: 0 ran first. */
  readonly position: number;
  /** Null when the conversation ran to its end. */
  readonly error: TrialError | null;
  readonly turns: readonly TurnRecord[];
  readonly events: readonly LabEvent[];
  readonly calls: readonly ModelCall[];
  readonly startWorld: WorldSnapshot;
  readonly world: WorldSnapshot;
  readonly startedAt: string;
  readonly wallMs: number;
  /** Sum of virtual latencies of simulated calls; null with a real model. */
  readonly virtualMs: number | null;
  /** Digest of the events: equal digests are equal transcripts. */
  readonly transcriptDigest: string;
}

/** A finished trial with its scores: what is stored. */
export interface GradedTrial {
  readonly outcome: TrialOutcome;
  readonly scores: readonly Score[];
  /** Digest of the checks that gave the scores. */
  readonly checksDigest: string;
}
