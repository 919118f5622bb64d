/** State of a sequential run after each round: go on, efficacy, harm, futility, curtailment or the cap (STATISTICS 4). */

import type { ComparisonPlan } from "../core/comparison-plan.ts";
import { eValueText } from "../core/format.ts";
import type { PairedUnit } from "../core/pairs.ts";
import { passFailDifferences } from "./confidence-sequences.ts";
import { eFutility, eValue, mirror } from "./e-process.ts";
import { countPairs, validPairs } from "./pair-counts.ts";
import { isAtMost } from "./paired-tests.ts";
import { bestCaseP } from "./peeking.ts";

/** A flag that truly gains the smallest effect worth having is dropped at most once in ten. */
const FUTILITY_BAR = 10;

/** Aim of the run; a loss that is looked for makes losses no reason to stop. */
export type Sought = "gain" | "loss";

type StopReason = "efficacy" | "harm" | "futility" | "curtailed" | "cap";

/** The evidence at the end of one round: one pair on every scenario. */
interface RoundEnd {
  readonly round: number;
  readonly n: number;
  readonly b: number;
  readonly c: number;
  readonly eTwo: number;
  readonly eFutility: number;
}

export interface SequentialState {
  /** Complete rounds in the order in which they ran; the last is where the run stops, or stands. */
  readonly rounds: readonly RoundEnd[];
  readonly decision: "continue" | StopReason;
  readonly reason: string;
  /** family / alpha. */
  readonly threshold: number;
  /** min(1, 1 / largest e so far), one comparison: valid at any time. */
  readonly anytimeP: number;
  /** Pairs of the cap that need not run. */
  readonly saved: number;
}

/** Groups units into rounds by seed, in running order, and keeps those that cover every scenario. */
function completeRounds(units: readonly PairedUnit[]): readonly (readonly PairedUnit[])[] {
  const scenarios = new Set(units.map((unit) => unit.scenario)).size;
  const rounds = new Map<string, PairedUnit[]>();
  for (const unit of units) rounds.set(unit.seed, [...(rounds.get(unit.seed) ?? []), unit]);
  return [...rounds.values()].filter((round) => round.length === scenarios);
}

/** A sequential design needs a cap; where none is known it is what was handed in. */
type CappedPlan = ComparisonPlan & { readonly planned: number };

function stopAt(
  end: RoundEnd,
  ran: number,
  [plan, sought]: readonly [CappedPlan, Sought],
): { readonly decision: StopReason; readonly reason: string } | null {
  const { b, c, eTwo, eFutility: against } = end;
  const threshold = plan.family / plan.alpha;
  const left = Math.max(0, plan.planned - ran);
  const sequential = plan.design === "sequential";
  if (sequential && eTwo >= threshold * (1 - 1e-12)) {
    const words = `e-value ${eValueText(eTwo)} reached ${threshold}`;
    return b > c ? { decision: "efficacy", reason: words } : { decision: "harm", reason: words };
  }
  if (sequential && against >= FUTILITY_BAR) {
    const points = Math.round(plan.deltaMin * 100);
    return {
      decision: "futility",
      reason: `a true ${sought} of ${points} points would look like this at most once in ${FUTILITY_BAR}`,
    };
  }
  if (left === 0) return { decision: "cap", reason: `all ${plan.planned} planned pairs have run` };
  const reachable = sequential
    ? Math.max(eValue(b + left, c).eTwo, eValue(b, c + left).eTwo) >= threshold * (1 - 1e-12)
    : isAtMost(bestCaseP(b, c, left), plan.alpha);
  return reachable
    ? null
    : { decision: "curtailed", reason: `no outcome of the ${left} pairs left could decide` };
}

/**
 * Looks at every round end in running order and stops at the first that decides. Units keep the order in which they
 * ran; lost pairs use up the budget and add no evidence; an incomplete round is not looked at. Futility is judged
 * against the gain, or the loss, that is sought.
 */
export function sequentialState(
  units: readonly PairedUnit[],
  given: ComparisonPlan,
  sought: Sought = "gain",
): SequentialState {
  const plan: CappedPlan = { ...given, planned: given.planned ?? units.length };
  const rounds: RoundEnd[] = [];
  const threshold = plan.family / plan.alpha;
  let seen: readonly PairedUnit[] = [];
  let largest = 1;
  for (const round of completeRounds(units)) {
    seen = [...seen, ...round];
    const { n, b, c } = countPairs(validPairs(seen));
    const { eTwo } = eValue(b, c);
    const differences = passFailDifferences({ b, c, n });
    const end = {
      round: rounds.length + 1,
      n,
      b,
      c,
      eTwo,
      eFutility: eFutility(sought === "gain" ? differences : mirror(differences), plan.deltaMin),
    };
    rounds.push(end);
    largest = Math.max(largest, eTwo);
    const stop = stopAt(end, seen.length, [plan, sought]);
    const saved = Math.max(0, plan.planned - seen.length);
    if (stop !== null) return { rounds, ...stop, threshold, anytimeP: 1 / largest, saved };
  }
  const reason = rounds.length === 0 ? "no round is complete" : "undecided";
  return { rounds, decision: "continue", reason, threshold, anytimeP: 1 / largest, saved: 0 };
}
