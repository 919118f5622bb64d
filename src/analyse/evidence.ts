/** Everything that the verdict ladder looks at. */

import type { Aim } from "../core/aim.ts";
import type { Range } from "../core/pairs.ts";
import type { OpenItem, Reason } from "../core/reason.ts";
import type { Qualifier } from "../core/verdict.ts";
import type { FullNoWorse } from "./no-worse.ts";
import type { Counts, OutcomeFigures } from "./outcome-figures.ts";
import type { FullSaving } from "./saving.ts";

/** The claim about scenarios like these. */
export interface GeneralEvidence {
  readonly scenarios: number;
  /** Sign-flip p over scenario means, adjusted for the campaign. */
  readonly p: number;
  /** Null where too few scenarios or equal means leave none. */
  readonly interval: Range | null;
}

/** Scenarios that differ from each other. */
export interface ConflictEvidence {
  /** P under one common effect, adjusted for the campaign. */
  readonly p: number;
  readonly better: readonly string[];
  readonly worse: readonly string[];
  /** The mean over scenarios has strictly the opposite sign of the pooled difference. */
  readonly meansOpposed: boolean;
}

/** Criterion of a flag where that is not success. */
export interface Aimed {
  readonly aim: Exclude<Aim, "success">;
  /** Null where the aim is not a saving. */
  readonly saving: FullSaving | null;
  /** Null where the aim is not `no-worse`. */
  readonly noWorse: FullNoWorse | null;
  /** Obstacle that keeps the ratio from showing anything, whatever it is. */
  readonly doubt: "known-rarely" | "order" | null;
}

export interface Evidence {
  /** Valid pairs, repeats among them. */
  readonly whole: Counts;
  /** Of the results that count: without repeats. */
  readonly figures: OutcomeFigures;
  readonly repeated: boolean;
  readonly alpha: number;
  readonly deltaMin: number;
  readonly design: "fixed" | "sequential";
  readonly sought: "gain" | "loss";
  /** End of a sequential run, as far as a label depends on it. */
  readonly stopped: "futility" | "curtailed" | "cap" | null;
  /** The e-value of a sequential design, and what it takes in this campaign. */
  readonly eTwo: number;
  readonly eNeeded: number;
  /** The p of success that decides a fixed design, adjusted for its family. */
  readonly decidingP: number;
  /** Reasons why the comparison is invalid; empty when it is valid. */
  readonly invalid: readonly Reason[];
  /** Pairs in which the flag fired; null when unknown. */
  readonly fired: number | null;
  /** Open items of the mechanism checklist; empty = it is complete. Null = there is none. */
  readonly open: readonly OpenItem[] | null;
  /** Valid pairs, without those that the checklist sets aside, in which the treatment did not win. */
  readonly notWon: number;
  /** Valid pairs, without those that the checklist sets aside, whose arms end differently. */
  readonly differing: number;
  /** The pairs are of control scenarios, where the flag must make no difference. */
  readonly onControls: boolean;
  /** A second run on disjoint seeds confirmed it. */
  readonly replicated: boolean;
  /** Failures of the control among the results that count; null when unknown, or where nothing is paired. */
  readonly controlFailures: number | null;
  readonly general: GeneralEvidence | null;
  readonly conflict: ConflictEvidence | null;
  /** The plan's primary family does not name it. */
  readonly exploratory: boolean;
  readonly simulated: boolean;
  readonly judged: boolean;
  readonly missingSensitive: boolean;
  /** Criterion of the flag where that is not success. */
  readonly aimed: Aimed | null;
  /** Qualifiers that were established elsewhere and change no label. */
  readonly alsoTrue: readonly Qualifier[];
}
