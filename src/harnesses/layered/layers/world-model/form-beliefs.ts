/** Forms the turn's beliefs from the message's facts and from memory, and the trail of what tasks produced. */

import type { Confidence, StatedFact } from "../../classify/classification.ts";
import type { PhaseResult } from "../../extensions/phase-result.ts";
import type { TurnScope } from "../../extensions/scope.ts";
import { taskOf } from "../planning/task-graph.ts";
import { environmentChanges } from "./environment.ts";
import {
  addBeliefs,
  type Edge,
  EMPTY_WORLD_MODEL,
  type NewBelief,
  normalise,
  type Reliability,
  type WorldModel,
} from "./world-model.ts";

const CONFIDENCE: Readonly<Record<Confidence, number>> = { high: 0.9, medium: 0.6, low: 0.3 };

/** The first world model of a turn: memory facts are on record before the message's own. */
export function formBeliefs(context: TurnScope): PhaseResult {
  const { classification, clock, memory } = context;
  const formedAt = clock.now().toISOString();
  const blank: WorldModel = { ...EMPTY_WORLD_MODEL, changes: environmentChanges(context.durable) };
  const stated = new Set(classification.facts.map((fact) => normalise(fact.text)));
  const remembered = memory
    .known()
    .filter((fact) => !stated.has(normalise(fact.text)))
    .map(
      (fact): NewBelief => ({
        formedAt: fact.at,
        derivedFrom: [],
        text: fact.text,
        source: "memory",
        key: fact.key,
        confidence: CONFIDENCE[fact.confidence],
        reliability: fact.origin === "user-asserted" ? "HIGH" : "MEDIUM",
      }),
    );
  const message = classification.facts.map(
    (fact): NewBelief => ({
      formedAt,
      derivedFrom: [],
      text: fact.text,
      source: "message",
      key: fact.key,
      confidence: CONFIDENCE[fact.confidence],
      reliability: reliabilityOf(fact),
    }),
  );
  return { states: { "world-model": addBeliefs(addBeliefs(blank, remembered), message) } };
}

/** The user's own words are HIGH; a reading between the lines is as good as the classifier dares. */
function reliabilityOf({ assertedByUser, confidence }: StatedFact): Reliability {
  if (assertedByUser) return "HIGH";
  return confidence === "low" ? "LOW" : "MEDIUM";
}

/**
 * Updates the model after an action: an answered task leaves a trail belief that rests on the message's beliefs and on the
 * trails of the tasks it waited for; tool results stay observations. A step from a belief counts as verified where
 * the user stated the belief or a tool observed the task's own matter, a step from another task where its checks held.
 */
export function recordTrail(context: TurnScope): PhaseResult {
  const { "world-model": model, execution, evidence, planning, verification } = context.states;
  const observed = new Set(
    evidence.items
      .filter(({ source, isError }) => source !== "execution" && !isError)
      .map(({ task }) => task),
  );
  const isChecked = (task: string): boolean =>
    observed.has(task) || (verification.byTask[task]?.every(({ outcome }) => outcome !== "FAIL") ?? false);
  const edgesOf = (task: string): readonly Edge[] => [
    ...model.beliefs
      .filter(({ source }) => source === "message")
      .map(({ id: on, reliability }) => ({ on, verified: reliability === "HIGH" || observed.has(task) })),
    ...(taskOf(planning, task)?.after ?? []).flatMap((before) =>
      model.beliefs
        .filter(({ source, text }) => source === "task-trail" && text.startsWith(`${before} `))
        .map(({ id: on }) => ({ on, verified: isChecked(before) })),
    ),
  ];
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
        derivedFrom: edgesOf(task),
      }),
    );
  return trail.length === 0 ? {} : { states: { "world-model": addBeliefs(model, trail) } };
}
