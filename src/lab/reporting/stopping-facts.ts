/** The stop of a sequential comparison, and the trials that stopping early saved. */

import type { Look } from "../../analyse/looked-at.ts";
import type { Comparison } from "../../core/comparison.ts";
import type { StoppingFacts } from "../../core/process-report.ts";

/** The facts of one comparison; saved money is at the mean cost, as deployed, of the pairs that ran. */
export function stoppingFacts(look: Look, comparison: Comparison, roundsPlanned: number): StoppingFacts {
  const { totals, known } = comparison.ratios.costUsd;
  const pairCost = totals === null || known === 0 ? null : (totals.control + totals.treatment) / known;
  const pairsSaved = look.decision === "continue" ? 0 : look.saved;
  return {
    decision: look.decision,
    reason: look.reason,
    rounds: look.rounds,
    roundsPlanned,
    pairsSaved,
    savedUsd: pairCost === null ? null : pairCost * pairsSaved,
    pairsAside: look.aside,
    anytimeP: look.anytimeP,
  };
}
