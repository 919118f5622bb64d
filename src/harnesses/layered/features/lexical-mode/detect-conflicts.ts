/** The keyword detector: pairs, sets of three, changes of the world and levels of detail (A-042, A-043, REFERENCE 1.5). */

import type { FoundConflict, Severity } from "../../layers/contradiction/contradictions.ts";
import { levelOf } from "../../layers/diagnostics/abstraction.ts";
import { type EnvironmentChange, isTouched, mentions } from "../../layers/world-model/environment.ts";
import type { Belief } from "../../layers/world-model/world-model.ts";
import { negates, sharedSubject, wordsOf } from "./negation.ts";

const FIRM = 0.8;
const IGNORED_BELOW = 0.5;
const IN_A_SET = 0.6;

/** Conflicts of new beliefs among themselves and with those on record. */
export function detectConflicts(
  added: readonly Belief[],
  record: readonly Belief[],
  changes: readonly EnvironmentChange[],
): readonly FoundConflict[] {
  const all = [...record, ...added];
  const pairs = added.flatMap((belief, index) =>
    [...record, ...added.slice(0, index)].map((other) => [other, belief] as const),
  );
  return [
    ...pairs.flatMap(([a, b]) => pairwise(a, b)),
    ...pairs.flatMap(([a, b]) => temporal(a, b, changes)),
    ...triples(added, all),
  ];
}

/** HIGH where both are held firmly, MEDIUM otherwise; a pair that nobody holds is passed over. */
function pairwise(a: Belief, b: Belief): readonly FoundConflict[] {
  if (a.confidence < IGNORED_BELOW && b.confidence < IGNORED_BELOW) return [];
  if (negates(a.text, b.text)) {
    const severity = a.confidence >= FIRM && b.confidence >= FIRM ? "HIGH" : "MEDIUM";
    return [conflict(a, b, severity, "one negates the other")];
  }
  // the same subject on levels that lie two apart; it advises and no more.
  const apart = Math.abs(levelOf([a.text]) - levelOf([b.text])) > 1;
  const shared = sharedSubject(wordsOf(a.text), wordsOf(b.text)).length > 0;
  return apart && shared ? [conflict(a, b, "LOW", "they speak of it on different levels of detail")] : [];
}

/** Three beliefs that give one attribute three values (our reading of a set-level contradiction): HIGH. */
function triples(added: readonly Belief[], all: readonly Belief[]): readonly FoundConflict[] {
  const keyed = new Map<string, Belief[]>();
  for (const belief of all)
    if (belief.key !== null && belief.confidence >= IN_A_SET)
      keyed.set(belief.key, [...(keyed.get(belief.key) ?? []), belief]);
  return [...keyed.values()]
    .filter((set) => new Set(set.map(({ text }) => valuesIn(text))).size >= 3)
    .filter((set) => set.every(({ text }) => valuesIn(text) !== ""))
    .flatMap((set) =>
      set.flatMap((belief, index) =>
        set
          .slice(0, index)
          .filter((other) => added.includes(belief) || added.includes(other))
          .map((other) => conflict(other, belief, "HIGH", "three values of one attribute")),
      ),
    );
}

/**
 * A statement whose matter the world has changed since it was made, against one that was made after the change: MEDIUM,
 * or HIGH where the older one was made knowing of a change before it (REFERENCE 1.5).
 */
function temporal(a: Belief, b: Belief, changes: readonly EnvironmentChange[]): readonly FoundConflict[] {
  const [older, newer] = a.formedAt <= b.formedAt ? [a, b] : [b, a];
  const names = changes
    .flatMap((change) => change.names)
    .filter((name) => mentions(a.text, name) && mentions(b.text, name));
  if (names.length === 0 || !isTouched(older, changes) || isTouched(newer, changes)) return [];
  const knew = changes.some(
    (change) => change.at <= older.formedAt && change.names.some((name) => names.includes(name)),
  );
  return [conflict(older, newer, knew ? "HIGH" : "MEDIUM", "the world has changed between them")];
}

/** The numbers of a statement, which are what a value is told apart by. */
function valuesIn(text: string): string {
  return wordsOf(text)
    .filter((word) => /\d/.test(word))
    .join(" ");
}

function conflict({ id: a }: Belief, { id: b }: Belief, severity: Severity, why: string): FoundConflict {
  return { a, b, severity, why, detector: "lexical" };
}
