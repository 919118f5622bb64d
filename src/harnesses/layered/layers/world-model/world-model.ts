/** Layer 1: typed beliefs of this turn, rebuilt empty every turn, stamped by a monotonic generation id (A-014..A-016). */

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
  readonly formedAt: string;
  /** Ids of the beliefs it rests on: the edges of the dependency graph. */
  readonly derivedFrom: readonly string[];
  /** Whether those edges were verified. */
  readonly verified: boolean;
  readonly generation: number;
}

export type NewBelief = Omit<Belief, "id" | "generation">;

export interface WorldModel {
  readonly beliefs: readonly Belief[];
  /** Grows by one with every step that changes the model; consumers pin to it. */
  readonly generation: number;
}

export const EMPTY_WORLD_MODEL: WorldModel = { beliefs: [], generation: 0 };

/** Adds beliefs under the next generation; one already on record in the same words is not added again. */
export function addBeliefs(model: WorldModel, added: readonly NewBelief[]): WorldModel {
  const known = new Set(model.beliefs.map((belief) => normalise(belief.text)));
  const fresh = added.filter((belief) => {
    const text = normalise(belief.text);
    return known.has(text) ? false : known.add(text);
  });
  if (fresh.length === 0) return model;
  const generation = model.generation + 1;
  return {
    generation,
    beliefs: [
      ...model.beliefs,
      ...fresh.map((belief, index) => ({
        ...belief,
        id: `belief-${model.beliefs.length + index + 1}`,
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

/** One flag per belief: true when it is older than 30 minutes (REFERENCE 1.5). */
export function staleFlags(model: WorldModel, now: Date): readonly boolean[] {
  return model.beliefs.map(
    ({ formedAt }) => now.getTime() - new Date(formedAt).getTime() > BELIEF_LIFETIME_MS,
  );
}

/** Share of dependency edges that were never verified; 0 without edges. */
export function unverifiedEdgeRatio(model: WorldModel): number {
  const edges = model.beliefs.flatMap((belief) => belief.derivedFrom.map(() => belief.verified));
  return edges.length === 0 ? 0 : edges.filter((verified) => !verified).length / edges.length;
}

/** The form in which two belief texts are compared. */
export function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/[.!]+$/, "")
    .trim();
}
