/** Directives of a feature to a run that cannot make progress: a closed set. */

import type { Question } from "../../../../core/question.ts";
import type { NewEvidence } from "../evidence/evidence-store.ts";
import type { Strategy } from "./ladder.ts";

export type Directive =
  /** Nothing is redirected: the ladder and the stall rule go on. */
  | { readonly kind: "CONTINUE" }
  /** The failed task is tried again under this strategy. */
  | { readonly kind: "REDIRECT_STRATEGY"; readonly strategy: Strategy }
  /** The task graph is built anew. */
  | { readonly kind: "REFRAME_PLAN" }
  /** The findings become evidence under a new generation, and the ladder goes on. */
  | { readonly kind: "GATHER_EVIDENCE"; readonly findings: readonly NewEvidence[] }
  /** The turn ends with the question: paused where its answer resumes the run, else as its stop reason. */
  | { readonly kind: "ASK_USER"; readonly question: Question; readonly resumable: boolean }
  | { readonly kind: "ABORT"; readonly reason: string };

/** The side on which a run stalled: at the gate nothing was permitted, after a failure something was tried. */
export type StallSide = "gate" | "failure";

/** The first directive that is not CONTINUE decides; without one the run goes on. */
export function decisive(directives: readonly Directive[]): Directive {
  return directives.find(({ kind }) => kind !== "CONTINUE") ?? { kind: "CONTINUE" };
}
