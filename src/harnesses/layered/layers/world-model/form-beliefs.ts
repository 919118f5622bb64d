/** Forms the turn's beliefs from the message's facts and from memory, and the trail of what tasks produced. */

import type { Confidence } from "../../classify/classification.ts";
import type { PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { addBeliefs, EMPTY_WORLD_MODEL, type NewBelief, normalise } from "./world-model.ts";

const CONFIDENCE: Readonly<Record<Confidence, number>> = { high: 0.9, medium: 0.6, low: 0.3 };

/** The first world model of a turn: memory facts are on record before the message's own. */
export function formBeliefs(context: TurnScope): PhaseResult {
  const { classification, clock, memory } = context;
  const formedAt = clock.now().toISOString();
  const base = { formedAt, derivedFrom: [], verified: true };
  const stated = new Set(classification.facts.map((fact) => normalise(fact.text)));
  const remembered = memory
    .known()
    .filter((fact) => !stated.has(normalise(fact.text)))
    .map(
      (fact): NewBelief => ({
        ...base,
        text: fact.text,
        source: "memory",
        key: fact.key,
        confidence: CONFIDENCE[fact.confidence],
        reliability: fact.origin === "user-asserted" ? "HIGH" : "MEDIUM",
      }),
    );
  const message = classification.facts.map(
    (fact): NewBelief => ({
      ...base,
      text: fact.text,
      source: "message",
      key: fact.key,
      confidence: CONFIDENCE[fact.confidence],
      reliability: fact.assertedByUser ? "HIGH" : "MEDIUM",
    }),
  );
  return { states: { "world-model": addBeliefs(addBeliefs(EMPTY_WORLD_MODEL, remembered), message) } };
}

/**
 * Updates the model after an action: an answered task leaves a trail belief that rests on the message's beliefs; tool
 * results stay observations.
 */
export function recordTrail(context: TurnScope): PhaseResult {
  const { "world-model": model, execution, evidence } = context.states;
  const sources = model.beliefs.filter(({ source }) => source === "message").map(({ id }) => id);
  const trail = execution.steps
    .filter((step) => step.kind === "answer" && step.text.trim() !== "")
    .map(
      ({ task }): NewBelief => ({
        text: `${task} produced an answer in iteration ${context.iteration}`,
        source: "task-trail",
        key: null,
        confidence: 0.9,
        reliability: "HIGH",
        formedAt: context.clock.now().toISOString(),
        derivedFrom: sources,
        verified: evidence.items.some((item) => item.task === task && !item.isError),
      }),
    );
  return trail.length === 0 ? {} : { states: { "world-model": addBeliefs(model, trail) } };
}
