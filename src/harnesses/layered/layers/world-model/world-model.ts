/** Layer 1: typed beliefs of this turn, rebuilt empty every turn, stamped by a monotonic generation id (A-014..A-016). */

import { type EnvironmentChange, isTouched } from "./environment.ts";

export type Reliability = "HIGH" | "MEDIUM" | "LOW";
type BeliefSource = "message" | "memory" | "task-trail";

export interface Belief {
  /** Counter of the turn, e.g. `belief-2`. */
  readonly id: string;
  readonly text: string;
  readonly source: BeliefSource;
  readonly key: string | null;
  /** 0 to 1. */
  readonly confidence: number;
  readonly reliability: Reliability;
  /** ISO instant; of a fact from memory the one at which it was last confirmed. */
  readonly formedAt: string;
  /** The beliefs it rests on: the edges of the dependency graph. */
  readonly derivedFrom: readonly Edge[];
  readonly generation: number;
}

export interface Edge {
  /** Id of the belief that is rested on. */
  readonly on: string;
  /** True where the user or a tool stands behind this step. */
  readonly verified: boolean;
}

export type NewBelief = Omit<Belief, "id" | "generation">;

export interface WorldModel {
  readonly beliefs: readonly Belief[];
  /** Grows by one with every step that changes the model; consumers pin to it. */
  readonly generation: number;
  /** Changes of the world, as far as they are known when the turn begins. */
  readonly changes: readonly EnvironmentChange[];
}

export const EMPTY_WORLD_MODEL: WorldModel = { beliefs: [], generation: 0, changes: [] };

/** Adds beliefs under the next generation; one already on record in the same words is not added again. */
export function addBeliefs(model: WorldModel, added: readonly NewBelief[]): WorldModel {
  const known = new Set(model.beliefs.map((belief) => normalise(belief.text)));
  const fresh = added.filter((belief) => {
    const text = normalise(belief.text);
    return known.has(text) ? false : known.add(text);
  });
  if (fresh.length === 0) return model;
  const generation = model.generation + 1;
  // A number is never given twice, also where beliefs were set aside.
  const last = Math.max(0, ...model.beliefs.map(({ id }) => Number(id.slice("belief-".length))));
  return {
    ...model,
    generation,
    beliefs: [
      ...model.beliefs,
      ...fresh.map((belief, index) => ({
        ...belief,
        id: `belief-${last + index + 1}`,
        generation,
      })),
    ],
  };
}

/** Changes the confidence of some beliefs under the next generation; confidence stays within 0 and 1. */
export function adjustConfidence(
  model: WorldModel,
  ids: readonly string[],
  change: (confidence: number) => number,
): WorldModel {
  if (!model.beliefs.some((belief) => ids.includes(belief.id))) return model;
  const generation = model.generation + 1;
  return {
    ...model,
    generation,
    beliefs: model.beliefs.map((belief) =>
      ids.includes(belief.id)
        ? { ...belief, confidence: Math.min(1, Math.max(0, change(belief.confidence))), generation }
        : belief,
    ),
  };
}

/** The same beliefs under the next generation, so that whoever is pinned to the last one looks again. */
export function advance(model: WorldModel): WorldModel {
  return { ...model, generation: model.generation + 1 };
}

const BELIEF_LIFETIME_MS = 30 * 60 * 1000;

/**
 * One flag per belief: true when it is older than 30 minutes, or when what it names was changed since (REFERENCE 1.5). A
 * fact from memory is as old as its last confirmation and does not expire by age (ARCHITECTURE 9).
 */
export function staleFlags(model: WorldModel, now: Date): readonly boolean[] {
  return model.beliefs.map(
    (belief) =>
      isTouched(belief, model.changes) ||
      (belief.source !== "memory" &&
        now.getTime() - new Date(belief.formedAt).getTime() > BELIEF_LIFETIME_MS),
  );
}

/** Share of dependency edges that were never verified; 0 without edges. */
export function unverifiedEdgeRatio(model: WorldModel): number {
  const edges = model.beliefs.flatMap(({ derivedFrom }) => derivedFrom);
  return edges.length === 0 ? 0 : edges.filter(({ verified }) => !verified).length / edges.length;
}

/** Ids of all beliefs that rest on some others, directly or through further ones. */
export function dependentsOf(model: WorldModel, ids: readonly string[]): readonly string[] {
  const found = new Set<string>();
  let edge: readonly string[] = ids;
  while (edge.length > 0) {
    const reached = edge;
    edge = model.beliefs
      .filter(({ id, derivedFrom }) => !found.has(id) && derivedFrom.some(({ on }) => reached.includes(on)))
      .map(({ id }) => id);
    for (const id of edge) found.add(id);
  }
  return [...found];
}

/** The form in which two belief texts are compared. */
export function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/[.!]+$/, "")
    .trim();
}
