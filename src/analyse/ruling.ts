/** A verdict before it is put into words. */

import type { Reason } from "../core/reason.ts";
import type { Label, Qualifier, Verdict } from "../core/verdict.ts";

export type Ruling = Omit<Verdict, "clauses" | "sentence" | "next">;

/** Decision of a rung of the ladder; everything absent is null or empty. */
export interface Draft {
  readonly label: Label;
  readonly basis?: Verdict["basis"];
  readonly strength?: Verdict["strength"];
  readonly scope?: Verdict["scope"];
  readonly add?: readonly Qualifier[];
  readonly reasons: readonly Reason[];
}
