/** Layer 3: candidate explanations kept beside the beliefs (A-028..A-033). */

import { entropyOf } from "../diagnostics/normalise.ts";

export type HypothesisSource = "symptom" | "counterfactual" | "failure-library" | "analogy" | "proposed";

/** An explanation with the check that would tell it from the others. */
export interface Explanation {
  readonly explanation: string;
  readonly check: string;
  /** One observation that it expects, null where it names none. */
  readonly expects: string | null;
  /** Two beliefs that cannot both hold if it is right, by their ids. */
  readonly conflict: readonly [string, string] | null;
}

export interface Hypothesis {
  readonly id: string;
  readonly source: HypothesisSource;
  readonly text: string;
  readonly confidence: number;
  /** Empty for template seeds, so the review gate has nothing to compare. */
  readonly predictedObservations: readonly string[];
  /** Belief pairs it expects to conflict. */
  readonly predictedConflicts: readonly (readonly [string, string])[];
  /** Null for template seeds. */
  readonly check: string | null;
  readonly state: "active" | "eliminated" | "pruned";
  readonly reason: string;
}

export interface Hypotheses {
  readonly all: readonly Hypothesis[];
  readonly passes: number;
  /** Regions of belief space that were given up for room (REFERENCE 1.4). */
  readonly prunedRegions: readonly string[];
}

export const NO_HYPOTHESES: Hypotheses = { all: [], passes: 0, prunedRegions: [] };

const ELIMINATION_FLOOR = 0.05;
const MAX_ACTIVE = 10;
const KEPT = 5;

/** The hypotheses still in play. */
export function activeOf({ all }: Hypotheses): readonly Hypothesis[] {
  return all.filter(({ state }) => state === "active");
}

/** Source diversity of the active set, 0 to 1. */
export function diversityOf(hypotheses: Hypotheses): number {
  const counts = new Map<string, number>();
  for (const { source } of activeOf(hypotheses)) counts.set(source, (counts.get(source) ?? 0) + 1);
  return entropyOf([...counts.values()]);
}

/** Marks hypotheses as eliminated for a reason. */
export function eliminate(hypotheses: Hypotheses, ids: readonly string[], reason: string): Hypotheses {
  return {
    ...hypotheses,
    all: hypotheses.all.map((one) =>
      ids.includes(one.id) && one.state === "active" ? { ...one, state: "eliminated", reason } : one,
    ),
  };
}

/** Sources that take it that something is wrong, and how far one step's evidence moves a confidence (our choice). */
const SUSPECTS_A_FAULT: readonly HypothesisSource[] = ["counterfactual", "failure-library"];
const SHIFT = 0.1;

/**
 * Moves confidence with the evidence of one step: an error speaks for a fault and against the plain reading, a clean
 * observation the other way round. Proposed explanations are judged by their own check.
 */
export function weigh(
  hypotheses: Hypotheses,
  evidence: readonly { readonly isError: boolean }[],
): Hypotheses {
  if (evidence.length === 0) return hypotheses;
  const fault = evidence.some(({ isError }) => isError);
  const move = ({ source, confidence }: Hypothesis): number => {
    if (source === "proposed" || source === "analogy") return confidence;
    const up = SUSPECTS_A_FAULT.includes(source) === fault;
    return up ? Math.min(1, confidence * (1 + SHIFT)) : confidence * (1 - SHIFT);
  };
  return {
    ...hypotheses,
    all: hypotheses.all.map((one) => (one.state === "active" ? { ...one, confidence: move(one) } : one)),
  };
}

/** Eliminates the hopeless and the contradicted, then keeps the five most confident of more than ten. */
export function prune(hypotheses: Hypotheses, contradictions: readonly string[]): Hypotheses {
  const doomed = activeOf(hypotheses).filter(
    ({ id, confidence }) =>
      confidence < ELIMINATION_FLOOR || contradictions.some((description) => description.includes(id)),
  );
  const weeded = eliminate(
    hypotheses,
    doomed.map(({ id }) => id),
    "low confidence or a recorded contradiction",
  );
  const active = activeOf(weeded);
  if (active.length <= MAX_ACTIVE) return weeded;
  const dropped = [...active].sort((a, b) => b.confidence - a.confidence).slice(KEPT);
  return {
    ...weeded,
    prunedRegions: [...weeded.prunedRegions, ...dropped.map(({ text }) => text)],
    all: weeded.all.map((one) =>
      dropped.includes(one) ? { ...one, state: "pruned", reason: `more than ${MAX_ACTIVE} active` } : one,
    ),
  };
}
