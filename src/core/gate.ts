/** A gate's decision as data: what was compared, what it found, what was not run; every output is a projection of it. */

import type { Arm } from "./arm.ts";
import type { ExitCode } from "./errors.ts";
import type { Denominators, PairCounts, UnitName } from "./pairs.ts";

export type GateOutcome = "pass" | "regression" | "inconclusive" | "broken";

/** Outcome of the pairs, by the statistical rule or by the rule for scripted models. */
export interface GateDecision {
  readonly outcome: GateOutcome;
  readonly exitCode: ExitCode;
  readonly counts: PairCounts;
  /** Exact one-sided p for "the candidate is no worse"; null on a scripted model. */
  readonly harmP: number | null;
  /** Exact p for "worse by more than the margin"; null on a scripted model. */
  readonly certifyP: number | null;
  /** A proven loss that is also proven to be smaller than the margin. */
  readonly smallerThanMargin: boolean;
  /** Pairs the base passes and the candidate fails. */
  readonly losses: readonly UnitName[];
  readonly denominators: Denominators;
  /** Pairs in all that would certify the margin if nothing further differs; null when certified or unreachable. */
  readonly pairsToCertify: number | null;
  /** Outcome with the quarantined scenarios; null when none is quarantined. */
  readonly withQuarantined: GateOutcome | null;
  /** Nothing that could fail was tested: never softened to a neutral result. */
  readonly untested: boolean;
  readonly reasons: readonly string[];
  readonly sentence: string;
}

/** A bar on something other than the pass rate. */
export interface Guardrail {
  readonly name: string;
  readonly outcome: "pass" | "regression" | "inconclusive" | "unknown";
  readonly reason: string;
}

/** The gate without one scenario or one seed, where that changes the outcome. */
export interface GateOmission {
  readonly kind: "scenario" | "seed";
  readonly omitted: string;
  readonly outcome: GateOutcome;
}

/** A safety check that a trial of the candidate fails. */
export interface SafetyFinding extends UnitName {
  readonly check: string;
  readonly detail: string;
  /** The base fails the same check on the same scenario and seed, so the candidate did not bring it in. */
  readonly known: boolean;
}

/** One part of a gate: what it did, or why it was not run, which is never a pass. */
export interface GatePart {
  readonly name: "lint" | "recorded" | "simulated" | "live" | "confirm";
  readonly state: GateOutcome | "inert" | "not-run";
  readonly detail: string;
}

/** Base of the candidate. */
export interface GateBase {
  readonly kind: "arm" | "checkout" | "stored";
  readonly name: string;
  /** Reason for this base. */
  readonly why: string;
  readonly arm: Arm;
  /** Stored experiment its trials come from; null for one that ran beside the candidate. */
  readonly experiment: string | null;
  readonly commit: string | null;
  readonly harnessDigest: string;
  /** Time at which a stored base was recorded, ISO; null for one that ran beside the candidate. */
  readonly recordedAt: string | null;
}

/** Fixed before the first trial. */
export interface GatePolicy {
  readonly margin: number;
  readonly alpha: number;
  /** Looks the level is shared between: 2 where an inconclusive result may ask for more seeds. */
  readonly looks: number;
  readonly rule: "statistical" | "deterministic";
  readonly onInconclusive: "more" | "warn" | "fail";
  /** A plain rule in place of the statistical one; null = none. */
  readonly failOn: "drop" | "loss" | "failure" | null;
  readonly release: boolean;
}

/** Scenarios set aside for both arms by a list made before the run. */
export interface Quarantine {
  readonly file: string;
  /** Digest of the list's content. */
  readonly digest: string;
  readonly scenarios: readonly { readonly id: string; readonly reason: string }[];
}

export interface GateDocument {
  readonly format: "harness-lab-gate/1";
  readonly generatedAt: string;
  readonly outcome: GateOutcome;
  /** Inconclusive, and let through with a warning by the policy. */
  readonly neutral: boolean;
  readonly exitCode: ExitCode;
  /** The outcome in one line. */
  readonly title: string;
  /** One reason per line, worst first. */
  readonly reasons: readonly string[];
  /** Next step; empty after a plain pass. */
  readonly next: string;
  readonly basis: "simulated" | "real";
  readonly model: string;
  /** The endpoint without its keys; absent = the default one, or the simulated model in this process. */
  readonly endpoint?: string;
  /** Store of the trials of the pairs shown; null when nothing was run. */
  readonly experiment: string | null;
  readonly base: GateBase;
  readonly candidate: {
    readonly arm: Arm;
    readonly commit: string | null;
    readonly harnessDigest: string;
  };
  readonly policy: GatePolicy;
  readonly decision: GateDecision | null;
  /**
   * Whose pairs `decision`, `scenarios`, `guardrails` and `safety` are about: `simulated` where the model itself could not
   * be asked; those decide their own part and nothing about the model.
   */
  readonly pairsFrom: "model" | "simulated";
  /** On fresh seeds; null when none was run. */
  readonly confirm: GateDecision | null;
  readonly quarantine: Quarantine | null;
  readonly guardrails: readonly Guardrail[];
  readonly safety: readonly SafetyFinding[];
  readonly omissions: readonly GateOmission[];
  /** Scenario by scenario: pairs, wins and losses of the candidate, and errors in words. */
  readonly scenarios: readonly GateScenario[];
  readonly blocks: {
    readonly planned: number;
    /** No request differed from the base's recording, so nothing was asked or paid. */
    readonly inert: number;
    readonly ran: number;
    readonly notRun: number;
  };
  /** By this run of the gate; what earlier runs of it paid is in the notes. */
  readonly spentUsd: number | null;
  readonly parts: readonly GatePart[];
  readonly notes: readonly string[];
}

export interface GateScenario {
  readonly scenario: string;
  readonly n: number;
  readonly b: number;
  readonly c: number;
  readonly quarantined: boolean;
  readonly errors: readonly string[];
}
