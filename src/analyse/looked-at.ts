/** Pairs of a sequential comparison that count: complete rounds in seed order, up to the first that decides. */
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import { isAbsent, type PairedUnit } from "../core/pairs.ts";
import type { StopDecision } from "../core/process-report.ts";
import { type Sought, sequentialState } from "./sequential-state.ts";

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

/** A verdict that is looked for at each round end; what it answers is the reason, or null. */
export interface Goal {
  readonly reached: (units: readonly PairedUnit[]) => string | null;
  /** Reason why it cannot be reached any more. */
  readonly lost: (units: readonly PairedUnit[]) => string | null;
  /** The verdict does not rest on the e-value, so the rules of the e-value do not end the run. */
  readonly instead: boolean;
  /** Absent = a gain. */
  readonly sought?: Sought;
}

function ran(unit: PairedUnit | undefined): unit is PairedUnit {
  return unit !== undefined && !(isAbsent(unit.control.outcome) && isAbsent(unit.treatment.outcome));
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
  const state = sequentialState(rounds.flat(), plan, goal?.sought);
  const all = units.filter(ran).length;
  const endingAt = (count: number, end: Pick<Look, "decision" | "reason">): Look => {
    const counted = rounds.slice(0, count).flat();
    const saved =
      end.decision === "continue" ? 0 : Math.max(0, (plan.planned ?? counted.length) - counted.length);
    const { anytimeP } = state;
    return { ...end, rounds: count, units: counted, aside: all - counted.length, saved, anytimeP };
  };
  const last = goal?.instead ? rounds.length : state.rounds.length;
  for (let count = 1; goal !== null && count <= last; count++) {
    const upTo = rounds.slice(0, count).flat();
    const reached = goal.reached(upTo);
    if (reached !== null) return endingAt(count, { decision: "reached", reason: reached });
    const lost = goal.lost(upTo);
    if (lost !== null) return endingAt(count, { decision: "curtailed", reason: lost });
  }
  if (!goal?.instead) return endingAt(last, state);
  return rounds.length < order.seeds.length
    ? endingAt(last, { decision: "continue", reason: "undecided" })
    : endingAt(last, { decision: "cap", reason: `all ${order.seeds.length} rounds have run` });
}
