/** Computes the ten dimensions from the turn so far (A-047..A-060, REFERENCE 1.2). */

import type { LayerStates } from "../../engine/layer-states.ts";
import type { PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { openOf } from "../contradiction/contradictions.ts";
import type { EvidenceStore } from "../evidence/evidence-store.ts";
import { activeOf, diversityOf } from "../hypothesis/hypotheses.ts";
import { type Reliability, staleFlags, unverifiedEdgeRatio } from "../world-model/world-model.ts";
import { abstractionFit, gapsOf } from "./abstraction.ts";
import { DIMENSIONS, type Diagnostics, type Dimension } from "./dimensions.ts";
import { assertNormalised, composite, ratio } from "./normalise.ts";

const WEIGHT: Readonly<Record<Reliability, number>> = { HIGH: 1, MEDIUM: 0.5, LOW: 0 };
const ATTEMPTS_BEFORE_RATIOS = 3;
const FAILURES_AT_FULL = 10;
/** REFERENCE 1.7: from this share of the budget on, feasibility is capped. */
const BUDGET_WARNING = 0.8;
const FEASIBILITY_CAP = 0.5;

export const HEALTHY: Diagnostics = {
  values: {
    belief_freshness: 1,
    belief_consistency: 1,
    belief_support: 1,
    symptom_coverage: 1,
    explanation_coverage: 1,
    verification_strength: 1,
    verification_feasibility: 1,
    progress_rate: 1,
    failure_recurrence: 0,
    oscillation_score: 0,
  },
  abstractionFit: 1,
  graph: "",
  note: null,
};

/** Scores the turn at this point. */
export function updateDiagnostics(context: TurnScope): PhaseResult {
  const { states, iteration, maxIterations, clock } = context;
  const budgetShare = maxIterations === 0 ? 0 : iteration / maxIterations;
  return {
    states: { diagnostics: diagnose(states, { now: clock.now(), budgetShare }) },
  };
}

/** The diagnostics of a set of slices. */
export function diagnose(
  states: LayerStates,
  at: { readonly now: Date; readonly budgetShare: number },
): Diagnostics {
  const {
    "world-model": model,
    evidence,
    hypothesis,
    contradiction,
    planning,
    execution,
    diagnostics,
  } = states;
  const { beliefs } = model;
  const texts = beliefs.map(({ text }) => text);
  const tasks = planning.tasks.map(({ description }) => description);
  const graph = JSON.stringify(tasks);
  const fit = graph === diagnostics.graph ? diagnostics.abstractionFit : abstractionFit(tasks, texts);
  const active = activeOf(hypothesis).length;
  const observations = evidence.items.length;
  const completed = planning.tasks.filter(({ state }) => state === "COMPLETE").length;
  const failed = planning.tasks.filter(({ state }) => state === "FAILED").length;
  const attempted = completed + failed;
  const known = attempted >= ATTEMPTS_BEFORE_RATIOS;
  const adequacy = composite([
    [toolAdequacy(evidence), 1],
    [observations > 0 ? 0.8 : 0.4, 1],
    [fit, 0.3],
  ]);
  const raw: Record<Dimension, number> = {
    belief_freshness: 1 - staleFlags(model, at.now).filter(Boolean).length / Math.max(1, beliefs.length),
    belief_consistency:
      beliefs.length === 0 ? 1 : 1 - Math.min(1, openOf(contradiction).length / beliefs.length),
    belief_support:
      beliefs.length === 0
        ? 1
        : beliefs.reduce((sum, { reliability }) => sum + WEIGHT[reliability], 0) / beliefs.length,
    symptom_coverage: active === 0 ? 0 : Math.min(1, active / Math.max(1, observations)),
    explanation_coverage: diversityOf(hypothesis),
    verification_strength: 1 - unverifiedEdgeRatio(model),
    verification_feasibility:
      at.budgetShare >= BUDGET_WARNING ? Math.min(FEASIBILITY_CAP, adequacy) : adequacy,
    progress_rate: known ? completed / attempted : 1,
    failure_recurrence: Math.min(
      1,
      (execution.failures.length + execution.outages.length) / FAILURES_AT_FULL,
    ),
    oscillation_score: known ? failed / planning.tasks.length : 0,
  };
  const values = Object.fromEntries(
    DIMENSIONS.map((name) => [name, assertNormalised(name, ratio(raw[name]))]),
  ) as Record<Dimension, number>;
  const gaps = gapsOf(tasks, texts);
  return {
    values,
    abstractionFit: fit,
    graph,
    note: gaps.length === 0 ? null : `far above the beliefs: ${gaps.join("; ")}`,
  };
}

/** The measure in which the tools are known: better once an envelope is registered for one of them. */
export function toolAdequacy({ envelopes }: EvidenceStore): number {
  return Object.keys(envelopes).length > 0 ? 0.8 : 0.6;
}
