/** Test of whether the effect of a variant differs between the models that an experiment runs it on. */

import type { Label } from "./verdict.ts";

/** One variant over several models. */
export interface ModelContrast {
  readonly variant: string;
  /** One a model; those without a valid pair or with an invalid comparison are listed and left out of the test. */
  readonly rows: readonly {
    readonly model: string;
    readonly comparison: string;
    readonly n: number;
    readonly better: number;
    readonly worse: number;
    /** Difference of pass rates, treatment less control; null without a pair. */
    readonly delta: number | null;
    readonly label: Label;
    readonly counted: boolean;
  }[];
  /** P under one common effect over the models; null where fewer than two count, or on a simulated model. */
  readonly p: number | null;
  /** Holm over the variants; null where p is. */
  readonly adjustedP: number | null;
  /** Null = not tested. */
  readonly differs: boolean | null;
}
