/** Finds the belief a model meant when it quoted one; small models quote loosely. */

import { type Belief, normalise } from "../../layers/world-model/world-model.ts";

const ENOUGH_SHARED = 0.6;

/** The belief of the same words, else the one that holds or is held by the quote, else the one most alike; or none. */
export function beliefQuoted(quote: string, beliefs: readonly Belief[]): Belief | undefined {
  const wanted = normalise(quote.replace(/^[-*\d.\s"']+|["'\s]+$/g, ""));
  if (wanted === "") return undefined;
  const texts = beliefs.map((belief) => ({ belief, text: normalise(belief.text) }));
  const exact = texts.find(({ text }) => text === wanted);
  if (exact) return exact.belief;
  const within = texts.filter(({ text }) => text.includes(wanted) || wanted.includes(text));
  if (within.length === 1) return within[0]?.belief;
  const [best, second] = texts
    .map(({ belief, text }) => ({ belief, share: sharedWords(wanted, text) }))
    .sort((a, b) => b.share - a.share);
  return best && best.share >= ENOUGH_SHARED && best.share > (second?.share ?? 0) ? best.belief : undefined;
}

/** Shared words over all words of both. */
function sharedWords(a: string, b: string): number {
  const [wordsA, wordsB] = [a, b].map((text) => new Set(text.match(/[\p{L}\p{N}]+/gu) ?? []));
  if (!wordsA || !wordsB) return 0;
  const common = [...wordsA].filter((word) => wordsB.has(word)).length;
  return common / Math.max(1, new Set([...wordsA, ...wordsB]).size);
}
