/** Layer 2: observations behind the reply, each with a reliability capped by the tool that made it. */

import type { Reliability } from "../world-model/world-model.ts";

export interface EvidenceItem {
  /** Counter of the turn, e.g. `evidence-4`. */
  readonly id: string;
  readonly task: string;
  /** Tool name, or `execution` for what a task's own run shows. */
  readonly source: string;
  readonly text: string;
  readonly reliability: Reliability;
  readonly isError: boolean;
  readonly iteration: number;
}

export type NewEvidence = Pick<EvidenceItem, "task" | "source" | "text" | "reliability">;

export interface EvidenceStore {
  readonly items: readonly EvidenceItem[];
  /** Ceilings registered for tools exercised in this turn, when VOI or risk asked for cross-checking. */
  readonly envelopes: Readonly<Record<string, Reliability>>;
}

export const EMPTY_EVIDENCE: EvidenceStore = { items: [], envelopes: {} };

const RANK: Readonly<Record<Reliability, number>> = { LOW: 0, MEDIUM: 1, HIGH: 2 };

/** The lower of a reliability and its ceiling. */
export function capReliability(reliability: Reliability, ceiling: Reliability): Reliability {
  return RANK[reliability] <= RANK[ceiling] ? reliability : ceiling;
}

/** True where an item counts for the global sufficiency bar. */
export function isSolid(item: EvidenceItem): boolean {
  return item.reliability !== "LOW";
}

/** Adds what an investigation found, as observations of this iteration. */
export function addFindings(
  store: EvidenceStore,
  findings: readonly NewEvidence[],
  iteration: number,
): EvidenceStore {
  const first = store.items.length + 1;
  const items = findings.map((finding, index) => ({
    ...finding,
    id: `evidence-${first + index}`,
    isError: false,
    iteration,
  }));
  return { ...store, items: [...store.items, ...items] };
}
