/** A report as data: Markdown, HTML, JSON and the terminal table are projections of this one document. */

import type { Comparison } from "./comparison.ts";
import type { DesignReport } from "./design-report.ts";
import type { Experiment, Provenance } from "./experiment.ts";
import type { FlagValues } from "./flag.ts";
import type { GradingFacts, JudgeFacts, JudgeTotals } from "./judge-report.ts";
import type { ModelCall } from "./model-call.ts";
import type { ModelContrast } from "./model-contrast.ts";
import type { Outcome } from "./pairs.ts";
import type { ProcessFacts, StoppingFacts } from "./process-report.ts";
import type { Score } from "./score.ts";
import type { TurnRecord } from "./trial.ts";

/** One cell pair of the seed-by-seed grid. */
export interface GridRow {
  readonly scenario: string;
  readonly seed: string;
  readonly role: "stress" | "control";
  readonly control: {
    readonly trial: string | null;
    readonly outcome: Outcome;
    readonly error: string | null;
    readonly fired: boolean | null;
  };
  readonly treatment: {
    readonly trial: string | null;
    readonly outcome: Outcome;
    readonly error: string | null;
    readonly fired: boolean | null;
  };
  readonly diverged: boolean | null;
}

/** Calls, tokens and cost of one purpose in both arms; null = unknown. */
export interface PurposeRow {
  readonly purpose: string;
  /** The flag under test asked for these calls itself. */
  readonly own: boolean;
  readonly control: PurposeTotals;
  readonly treatment: PurposeTotals;
}

export interface PurposeTotals {
  readonly calls: number;
  readonly inputTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
  /** Really paid: shared and injected calls cost 0. */
  readonly spentUsd: number | null;
}

/** One trial as readers see it beside its partner. */
export interface TranscriptSide {
  readonly trial: string;
  readonly arm: string;
  readonly outcome: Outcome;
  readonly error: string | null;
  readonly turns: readonly TurnRecord[];
  readonly scores: readonly Score[];
  readonly calls: readonly Pick<
    ModelCall,
    "index" | "purpose" | "feature" | "usage" | "costUsd" | "source"
  >[];
}

export interface TranscriptPair {
  readonly scenario: string;
  readonly seed: string;
  readonly purpose: string;
  readonly control: TranscriptSide;
  readonly treatment: TranscriptSide;
}

/** Sources of difference between the arms, each `matched`, `not-matched` or a reason. */
export interface MatchingFacts {
  readonly world: string;
  readonly user: string;
  readonly faults: string;
  readonly replies: string;
  readonly sampling: string;
  readonly order: string;
  /** Models of the arms, where they differ; absent = one model answers both. */
  readonly model?: string;
  /** Harnesses of the arms, where they differ; absent = one. */
  readonly harness?: string;
}

/** One thing other than a flag in which two arms differ, with the value of each as a user writes it. */
export interface ArmDifference {
  /** As in `vary`: `model.id`, `settings.memory.budgetChars`, `harness`. */
  readonly path: string;
  readonly control: string;
  readonly treatment: string;
}

export interface ReportSection {
  readonly flag: string | null;
  /** Name that separates sections of one flag: "FLAG alone", "FLAG with the others"; absent = the flag or the arms name it. */
  readonly title?: string;
  /** The catalogue's sentence about the flag, or what differs between the arms. */
  readonly summary: string;
  readonly controlFlags: FlagValues;
  readonly treatmentFlags: FlagValues;
  /** Names of flags whose value differs between the arms. */
  readonly differs: readonly string[];
  /** Differences beside flags; absent = none. */
  readonly otherDifferences?: readonly ArmDifference[];
  /** Flags held fixed in both arms for this comparison. */
  readonly context: FlagValues;
  /** Pooled over the stress scenarios, or over the controls where they are all that was run (`plan.over`): the verdict. */
  readonly comparison: Comparison;
  /** Over the control scenarios, where the flag must make no difference; null when none were run. */
  readonly controls: Comparison | null;
  readonly grid: readonly GridRow[];
  readonly purposes: readonly PurposeRow[];
  /** Discordant pairs, then pairs with errors; capped, with the number left out in `transcriptsLeftOut`. */
  readonly transcripts: readonly TranscriptPair[];
  readonly transcriptsLeftOut: number;
  readonly matching: MatchingFacts;
  /** Of a sequential comparison. */
  readonly stopping?: StoppingFacts;
}

/** One column of imported rows and what it was read as. */
export interface ImportedColumn {
  readonly field: string;
  readonly column: string;
  /** Guessed from the column's name; false where the user said it. */
  readonly assumed: boolean;
}

/** Outcome rows that harness-lab judged but did not record. */
export interface ImportedRows {
  /** As the user named it. */
  readonly file: string;
  /** SHA-256 of the file's bytes. */
  readonly digest: string;
  readonly rows: number;
  readonly columns: readonly ImportedColumn[];
  /** Rule for rows that are outcomes, as the user wrote it; null = all of them. */
  readonly valid: string | null;
  readonly scenarios: number;
  readonly seeds: number;
  /** Models that the rows name; empty = unknown. */
  readonly models: readonly string[];
}

/** Parts of every report. */
interface ReportBody {
  readonly format: "harness-lab-report/1";
  readonly title: string;
  readonly generatedAt: string;
  /** Models and fingerprints that answered, with how many calls each; empty also where nobody recorded them. */
  readonly answeredBy: readonly {
    readonly model: string | null;
    readonly fingerprint: string | null;
    readonly calls: number;
  }[];
  readonly totals: {
    readonly trialsPlanned: number | null;
    /** Ran to their end. */
    readonly trialsCompleted: number;
    /** Of these, the ones without a verdict; absent where "completed" is all that is said of them. */
    readonly trialsUnscored?: number;
    readonly trialsErrored: number;
    /** Planned and not stored, without those that the budget ended. */
    readonly trialsMissing: number;
    /** Planned and not stored because the budget ended the newest run; no loss. */
    readonly trialsBudget: number;
    readonly calls: number | null;
    readonly sharedCalls: number | null;
    /** Arms with replies that were cut at a token limit, all attempts; absent where nobody recorded them. */
    readonly cutReplies?: readonly { readonly arm: string; readonly replies: number }[];
    /** Replies by what was odd about them or had to be put right; absent where nobody recorded it, or there was nothing. */
    readonly notedReplies?: readonly { readonly note: string; readonly replies: number }[];
    readonly spentUsd: number | null;
    readonly costUsd: number | null;
    readonly wallMs: number | null;
    /** Absent when no judge was asked; its money is part of `spentUsd` alone. */
    readonly judge?: JudgeTotals;
  };
  readonly sections: readonly ReportSection[];
  readonly notes: readonly string[];
}

/** A report on an experiment of the store. */
export interface ExperimentReport extends ReportBody {
  readonly origin: "experiment";
  readonly experiment: Experiment;
  readonly provenance: Provenance;
  /** `simulated` proves mechanisms, never benefit; every output says which it is. */
  readonly basis: "simulated" | "real";
  /** Absent when no judge is named. */
  readonly judge?: JudgeFacts;
  /** Absent where nobody looked. */
  readonly grading?: GradingFacts;
  /** Absent = every flag stands on its own. */
  readonly design?: DesignReport;
  /** Variant by variant over the models of an experiment that runs each of them on several; absent = it does not. */
  readonly models?: readonly ModelContrast[];
  /** Plan, runs and discarded attempts; absent where nobody looked. */
  readonly process?: ProcessFacts;
}

/** A report on rows that somebody else recorded; what they do not say is unknown. */
export interface RowsReport extends ReportBody {
  readonly origin: "rows";
  readonly rows: ImportedRows;
  /** The lab that judged them. */
  readonly provenance: Pick<Provenance, "commit" | "labVersion">;
  /** `unknown` unless the rows say what answered. */
  readonly basis: "simulated" | "real" | "unknown";
}

export type ReportDocument = ExperimentReport | RowsReport;
