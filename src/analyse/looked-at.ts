/** Which pairs of a sequential comparison count: complete rounds in seed order, up to the first that decides. */
import type { ComparisonPlan, PairedUnit } from "../core/comparison.ts";
import type { StopDecision } from "../core/process-report.ts";
import { sequentialState } from "./sequential-state.ts";

export interface Look {
  readonly decision: StopDecision;
  readonly reason: string;
  readonly rounds: number;
  /** Pairs of the rounds that were looked at. */
  readonly units: readonly PairedUnit[];
  /** Pairs that ran but do not count: after the stop, or in a round that is not complete. */
  readonly aside: number;
  /** Pairs of the cap that need not run. */
  readonly saved: number;
  readonly anytimeP: number;
}

/** What is looked for at each round end beside the stopping rules; the words say what was reached. */
export type Goal = (units: readonly PairedUnit[]) => string | null;

function ran(unit: PairedUnit | undefined): unit is PairedUnit {
  return unit !== undefined && (unit.control.outcome !== "missing" || unit.treatment.outcome !== "missing");
}

/** Rounds in the order of the seeds, up to the first of which some pair has not run. */
function roundsOf(
  units: readonly PairedUnit[],
  order: { readonly seeds: readonly string[]; readonly scenarios: readonly string[] },
): readonly (readonly PairedUnit[])[] {
  const byName = new Map(units.map((unit) => [JSON.stringify([unit.scenario, unit.seed]), unit]));
  const rounds: (readonly PairedUnit[])[] = [];
  for (const seed of order.seeds) {
    const round = order.scenarios.map((scenario) => byName.get(JSON.stringify([scenario, seed]))).filter(ran);
    if (round.length < order.scenarios.length) break;
    rounds.push(round);
  }
  return rounds;
}

/**
 * Looks at round end after round end. A lost pair (an error in both arms, say) belongs to its round; a pair that never
 * ran makes its round incomplete, and nothing behind it counts.
 */
export function lookAt(
  units: readonly PairedUnit[],
  order: { readonly seeds: readonly string[]; readonly scenarios: readonly string[] },
  plan: ComparisonPlan,
  goal: Goal | null = null,
): Look {
  const rounds = roundsOf(units, order);
  const state = sequentialState(rounds.flat(), plan);
  const all = units.filter(ran).length;
  const upTo = (count: number) => rounds.slice(0, count).flat();
  for (let count = 1; goal !== null && count <= state.rounds.length; count++) {
    const words = goal(upTo(count));
    if (words === null) continue;
    const counted = upTo(count);
    return {
      ...state,
      decision: "reached",
      reason: words,
      rounds: count,
      units: counted,
      aside: all - counted.length,
      saved: Math.max(0, (plan.planned ?? counted.length) - counted.length),
    };
  }
  const counted = upTo(state.rounds.length);
  return { ...state, rounds: state.rounds.length, units: counted, aside: all - counted.length };
}
