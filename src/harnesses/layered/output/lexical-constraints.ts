/** The lexical judge of stated constraints: naming the subject of a "do not" counts as breaking it (A-139, REFERENCE 1.7). */

import type { ConstraintJudge } from "../extensions/extension-points.ts";

const NEGATION = /\b(?:not|no|never|without|avoid|don't|doesn't|mustn't|shouldn't)\b/i;
const SUBJECT_WORDS = 4;
const LONGER_THAN = 3;
/** Verbs of saying and filler; what is left is the subject. */
const EMPTY_WORDS = [
  "mention",
  "include",
  "contain",
  "write",
  "state",
  "reply",
  "answer",
  "name",
  "give",
  "talk",
  "about",
  "with",
  "that",
  "this",
  "your",
  "must",
  "should",
  "word",
  "anything",
  "more",
  "than",
  "longer",
  "from",
  "into",
];

/** The engine's own provider of the slot. */
export const lexicalConstraints: ConstraintJudge = {
  violated: async (_context, reply, constraints) => ({
    value: constraints.find((constraint) => breaks(reply, constraint)) ?? null,
    fired: null,
  }),
};

/** True where a reply names everything that a negated constraint is about; others cannot be judged by words. */
export function breaks(reply: string, constraint: string): boolean {
  const negation = NEGATION.exec(constraint);
  if (!negation) return false;
  const subject = wordsOf(constraint.slice(negation.index + negation[0].length))
    .filter((word) => word.length > LONGER_THAN && !EMPTY_WORDS.includes(word))
    .slice(0, SUBJECT_WORDS);
  const said = new Set(wordsOf(reply));
  return subject.length > 0 && subject.every((word) => said.has(word));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? [];
}
