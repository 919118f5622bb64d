/** The Store port: what the rest of the lab may ask of the DuckDB file. */

import type { CheckedJudge } from "../core/checked-judge.ts";
import type { Experiment, Provenance } from "../core/experiment.ts";
import type { FrozenPlan, RunEnding, RunRow } from "../core/frozen-plan.ts";
import type { GradingFacts } from "../core/judge-report.ts";
import type { ModelCall } from "../core/model-call.ts";
import type { PairedUnit } from "../core/pairs.ts";
import type { GridRow, PurposeRow, ReportDocument } from "../core/report-document.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import type { Score } from "../core/score.ts";
import type { GradedTrial, TrialError, TrialKey } from "../core/trial.ts";

/** The newest attempt of a stored block. */
export interface FinishedBlock {
  readonly scenario: string;
  readonly seed: string;
  /** Highest attempt stored; the next one continues the count. */
  readonly attempt: number;
  /** The endpoint or its account spoiled some trial of this attempt, so the block may be run again. */
  readonly errored: boolean;
  /** Names of the arms stored, sorted. */
  readonly arms: readonly string[];
}

/** Names of an experiment. */
export interface KnownExperiment {
  readonly id: string;
  /** The name it was last run under. */
  readonly name: string;
  /** Names it was run under before, the newest first. */
  readonly formerNames: readonly string[];
  readonly model: string;
  readonly createdAt: string;
  /** Time of its last start or extension: `latest` goes by it. */
  readonly updatedAt: string;
}

/** One experiment in a list. */
export interface ExperimentRow extends KnownExperiment {
  readonly simulated: boolean;
  readonly scenarios: number;
  readonly seeds: number;
  /** Trials the comparisons call for. */
  readonly planned: number;
  /** Trials of newest attempts that ran to their end. */
  readonly completed: number;
  readonly errored: number;
  /** Really paid over all attempts; null when a part is unknown. */
  readonly spentUsd: number | null;
}

/** One trial in a list. */
export interface TrialRow {
  readonly id: string;
  readonly key: TrialKey;
  /** Name of its experiment. */
  readonly experimentName: string;
  readonly outcome: "pass" | "fail" | "unscored" | "error";
  readonly error: TrialError | null;
  /** Of the harness; null for an external one of which no call was seen. */
  readonly calls: number | null;
  /** Replies to the harness that were cut at a token limit; null as for `calls`. */
  readonly cutReplies: number | null;
  readonly costUsd: number | null;
  readonly spentUsd: number | null;
  readonly startedAt: string;
  readonly wallMs: number;
  /** True where a later attempt of the same block is stored. */
  readonly superseded: boolean;
}

/** Filter of the trials in a list; absent fields do not narrow it. */
export interface TrialFilter {
  readonly experiment?: string;
  readonly scenario?: string;
  readonly seed?: string;
  readonly arm?: string;
  /** True: failed or errored only; false: neither. */
  readonly failed?: boolean;
  /** External name of a flag: trials that belong to a comparison of that flag. */
  readonly flag?: string;
  readonly limit?: number;
  /** Rows to leave out first; for paging. */
  readonly offset?: number;
}

/** Filter of the trials that two arms are compared on. */
export interface PairRequest {
  readonly control: string;
  readonly treatment: string;
  /** Kebab id of the flag under test; null for a free comparison, whose reached and fired are unknown. */
  readonly flagId: string | null;
  /** Scenario ids; every one of them is planned with every seed of the experiment. */
  readonly scenarios: readonly string[];
  /** `latest` takes the newest grading of each trial; the default is the grading it was stored with. */
  readonly grading?: "original" | "latest";
}

/** A planned pair: what the analysis takes of it, and its two trials as they are shown. */
export interface StoredPair extends Record<"control" | "treatment", GridRow["control"]> {
  readonly unit: PairedUnit;
}

/** Everything needed to run a stored experiment again or to report on it. */
export interface StoredExperiment {
  readonly experiment: Experiment;
  readonly provenance: Provenance;
  readonly scenarios: readonly LoadedScenario[];
}

/** A user's name for an experiment: its id, a unique beginning of it, its name, or `latest`. */
export type ExperimentRef = string;

/** A user's name for a trial: its id, a unique beginning, `scenario#seed@arm`, `scenario#seed`, or `latest`. */
type TrialRef = string;

/** Requests of the trials of one scenario to the model under the harness; null = unknown. */
export interface AskedOfScenario {
  readonly scenario: string;
  readonly trials: number;
  readonly calls: number;
  readonly inputTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly outputTokens: number | null;
}

/** Findings of some checks on a stored trial. */
export interface Grading {
  readonly checksDigest: string;
  readonly scores: readonly Score[];
  /** The judge that was asked when the trial was graded again, with its calls; null when none was. */
  readonly judged: { readonly judge: string; readonly calls: readonly ModelCall[] } | null;
}

/**
 * Contract: writes are whole or absent, whatever kills the process; a value that comes back is deep-equal to the one
 * saved; unknown numbers come back as null. A method rejects with a LabError when a reference fits nothing or more
 * than one thing, and with other errors only on a bug. Calls may overlap; they are carried out one after the other.
 */
export interface Store {
  /** Stores the experiment; saved again, it is extended by seeds it does not have yet. */
  saveExperiment(
    experiment: Experiment,
    provenance: Provenance,
    scenarios: readonly LoadedScenario[],
  ): Promise<void>;
  /** Stores all trials of one attempt of a block at once; a trial that is stored already is left as it is. */
  saveBlock(trials: readonly GradedTrial[]): Promise<void>;
  /**
   * Adds a grading beside those a trial has, with the calls its judge was asked for; scores of a checks digest that is
   * there already are left as they are, its judge's calls are added to them.
   */
  addGrading(trialId: string, grading: Grading): Promise<void>;

  finishedBlocks(experimentId: string): Promise<readonly FinishedBlock[]>;
  /** Newest first. */
  experiments(): Promise<readonly KnownExperiment[]>;
  /** The same with what each of them holds, which takes longer. */
  experimentRows(): Promise<readonly ExperimentRow[]>;
  findExperiment(ref: ExperimentRef): Promise<KnownExperiment>;
  loadExperiment(experimentId: string): Promise<StoredExperiment>;
  /** Newest first. */
  trials(filter?: TrialFilter): Promise<readonly TrialRow[]>;
  /** Newest attempts go before older ones of the same name. */
  findTrial(ref: TrialRef, experimentId?: string): Promise<TrialRow>;
  loadTrial(trialId: string): Promise<GradedTrial>;
  /** Several at once, in the order of the ids; all of them are held in memory. */
  loadTrials(trialIds: readonly string[]): Promise<readonly GradedTrial[]>;
  /** Every grading of a trial, oldest first: the one it was stored with, then those added. */
  gradings(trialId: string): Promise<readonly Grading[]>;

  /** One unit per planned (scenario, seed), in that order, from the newest attempt of each block. */
  pairs(experimentId: string, request: PairRequest): Promise<readonly StoredPair[]>;
  /** The same for the analysis alone. */
  pairedUnits(experimentId: string, request: PairRequest): Promise<readonly PairedUnit[]>;
  /** Over the pairs in which both arms ran to their end. */
  purposeRows(experimentId: string, request: PairRequest): Promise<readonly PurposeRow[]>;
  /** Models and fingerprints that answered in the experiment, most calls first. */
  answeredBy(experimentId: string): Promise<ReportDocument["answeredBy"]>;
  /** Trials count newest attempts; calls, costs and time count every attempt, since every attempt was paid. */
  /** One row per scenario that has a trial without an error, whatever its arm and attempt. */
  askedByScenario(experimentId: string): Promise<readonly AskedOfScenario[]>;
  totals(experimentId: string): Promise<ReportDocument["totals"]>;

  /** Notes that a run began and gives it an id; a run whose end is never noted was killed. */
  beginRun(run: Pick<RunRow, "experiment" | "fresh" | "budgetUsd">): Promise<string>;
  endRun(id: string, ending: RunEnding, detail: string | null): Promise<void>;
  /** In order of starting. */
  runs(experimentId: string): Promise<readonly RunRow[]>;
  /** Stores a plan; one of the same digest that is there already is left as it is. */
  freezePlan(plan: FrozenPlan): Promise<void>;
  /** Plans of an experiment's id or name, oldest first. */
  frozenPlans(experiment: Pick<Experiment, "id" | "name">): Promise<readonly FrozenPlan[]>;

  /** By which checks the trials were graded, in their first or their newest grading. */
  gradingDigests(experimentId: string, shown: GradingFacts["shown"]): Promise<GradingFacts>;
  /** Stores what labels showed about a judge; earlier checks stay. */
  saveJudgeCheck(check: CheckedJudge): Promise<void>;
  /** The newest check of every judge, rubric and wording. */
  judgeChecks(): Promise<readonly CheckedJudge[]>;

  /** Runs a query of the user's own and gives its rows as JSON values. */
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}
