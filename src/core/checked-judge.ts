/** A judge held to labels: its agreement with people on one rubric, and whether it may gate. */

import type { Range } from "./pairs.ts";

/** A judge's verdicts beside labels. */
export interface JudgeCounts {
  /** Both say pass. */
  readonly both: number;
  /** Only the judge says pass. */
  readonly judgeOnly: number;
  /** Only the label says pass. */
  readonly labelOnly: number;
  readonly neither: number;
}

/** One check of a judge on one rubric. */
export interface CheckedJudge {
  /** Model id as it was asked for, with the endpoint where one was named. */
  readonly judge: string;
  readonly rubric: string;
  /** Digest of what the judge is told beside rubric and material: other words are another judge. */
  readonly wording: string;
  readonly checkedAt: string;
  /** Name and SHA-256 of the file of labels. */
  readonly labels: { readonly file: string; readonly digest: string };
  readonly counts: JudgeCounts;
  /** Labelled items on which no usable verdict came back. */
  readonly unscored: number;
  readonly byArm: Readonly<Record<string, JudgeCounts>>;
  readonly raw: number | null;
  readonly kappa: number | null;
  readonly kappaInterval: Range | null;
  readonly ac1: number | null;
  readonly ac1Interval: Range | null;
  /** Share of labels that say pass; null for no items. */
  readonly prevalence: number | null;
  readonly sensitivity: number | null;
  readonly sensitivityInterval: Range;
  readonly specificity: number | null;
  readonly specificityInterval: Range;
  /** May gate: STATISTICS 8. */
  readonly qualified: boolean;
  /** Reasons against it, each a sentence part. */
  readonly reasons: readonly string[];
}
