/** Conflicts by the texts of their beliefs, which outlive a turn, and which side the user has settled on. */

import { sessionState } from "../../extensions/kept-state.ts";
import type { FoundConflict } from "../../layers/contradiction/contradictions.ts";
import { type Belief, normalise } from "../../layers/world-model/world-model.ts";
import type { Grade } from "./points.ts";

export const ID = "semantic-contradiction";

export interface KnownConflict {
  readonly a: string;
  readonly b: string;
  readonly why: string;
  readonly severity: Grade;
  /** The statement that holds by the user's word; null while the conflict is open. */
  readonly holds: string | null;
}

/** Memory facts come back every turn: what was compared once is not paid for again, and its conflicts stay known. */
export const SEEN = sessionState<{
  readonly compared: readonly string[];
  readonly known: readonly KnownConflict[];
}>(ID, { compared: [], known: [] });

/** Both statements of a conflict as beliefs; null where one of them is not here. */
function sidesOf(
  { a, b }: Pick<KnownConflict, "a" | "b">,
  beliefs: readonly Belief[],
): readonly [Belief, Belief] | null {
  const [first, second] = [a, b].map((text) => beliefs.find((belief) => isSame(belief.text, text)));
  return first && second ? [first, second] : null;
}

/** A known conflict whose beliefs are both here: one of them was just added, or the user has just settled it. */
export function onRecord(
  conflict: KnownConflict,
  { added, all, settled }: { added: readonly Belief[]; all: readonly Belief[]; settled: boolean },
): readonly FoundConflict[] {
  const sides = sidesOf(conflict, all);
  if (sides === null || !(settled || sides.some((side) => added.includes(side)))) return [];
  const { why, severity, holds } = conflict;
  const [{ id: a }, { id: b }] = sides;
  return [{ a, b, why, severity, detector: "semantic", settled: holds !== null }];
}

/** Adds conflicts, each pair once. */
export function addKnown(
  known: readonly KnownConflict[],
  found: readonly KnownConflict[],
): readonly KnownConflict[] {
  const isNew = (one: KnownConflict, index: number): boolean =>
    ![...known, ...found.slice(0, index)].some((other) => isSamePair(other, one));
  return [...known, ...found.filter(isNew)];
}

/** A settled conflict is open again where the user states the other side once more. */
export function reopen(known: readonly KnownConflict[], stated: readonly Belief[]): readonly KnownConflict[] {
  const isRestated = ({ a, b, holds }: KnownConflict): boolean =>
    holds !== null &&
    stated.some(({ source, text }) => source === "message" && isSame(text, isSame(holds, a) ? b : a));
  return known.map((conflict) => (isRestated(conflict) ? { ...conflict, holds: null } : conflict));
}

/** Conflicts that wait for the user's word, both sides here. */
export function openOnes(known: readonly KnownConflict[], all: readonly Belief[]): readonly KnownConflict[] {
  return known.filter((conflict) => conflict.holds === null && sidesOf(conflict, all) !== null);
}

/** Block of a proposal that names each settled conflict; null where there is none. */
export function settledBlock(known: readonly KnownConflict[], all: readonly Belief[]): string | null {
  const lines = known.flatMap((conflict) => {
    const { a, b, holds } = conflict;
    if (holds === null || sidesOf(conflict, all) === null) return [];
    return [`- "${holds}" holds, and no longer "${isSame(holds, a) ? b : a}"`];
  });
  return lines.length === 0 ? null : `The user has settled what contradicted itself:\n${lines.join("\n")}`;
}

function isSamePair(one: KnownConflict, other: KnownConflict): boolean {
  const straight = isSame(one.a, other.a) && isSame(one.b, other.b);
  return straight || (isSame(one.a, other.b) && isSame(one.b, other.a));
}

function isSame(text: string, other: string): boolean {
  return normalise(text) === normalise(other);
}
