/** Puts a ruling into words: tagged clauses, the sentence they make, and the next step. */

import { clauseText } from "../../core/clauses.ts";
import type { Verdict } from "../../core/verdict.ts";
import { figureClauses } from "./figures.ts";
import { labelText } from "./label-clause.ts";
import { nextOf } from "./next-step.ts";
import { reservationClauses } from "./reservations.ts";
import { clause, type Unworded } from "./unworded.ts";

/** The verdict with its words. */
export function sayVerdict(draft: Unworded): Verdict {
  const label = clause("label", labelText(draft));
  const figures = figureClauses(draft);
  // Whoever skims reads the first words: of a run that supports no figure that is what it is.
  const opensWithLabel = draft.ruling.label === "invalid" || draft.plan.simulated;
  const clauses = [
    ...(opensWithLabel ? [...label, ...figures] : [...figures, ...label]),
    ...reservationClauses(draft),
  ];
  return { ...draft.ruling, clauses, sentence: clauseText(clauses), next: nextOf(draft) };
}
