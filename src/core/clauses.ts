/** Joins the clauses of a verdict into text. */

import { capitalise } from "./format.ts";
import type { Clause, ClauseTag } from "./verdict.ts";

/** Figures: they are joined into one sentence. */
const FIGURES: readonly ClauseTag[] = ["rates", "test", "cost"];

/** Clauses as running text: the figures in one sentence, then every other clause as its own. */
export function clauseText(clauses: readonly Clause[]): string {
  const sentences: string[] = [];
  let figures: string[] = [];
  const close = () => {
    if (figures.length > 0) sentences.push(`${capitalise(figures.join("; "))}.`);
    figures = [];
  };
  for (const { tag, text } of clauses) {
    if (FIGURES.includes(tag)) figures.push(text);
    else {
      close();
      sentences.push(text);
    }
  }
  close();
  return sentences.join(" ");
}

/** The clauses with one of these tags, in their order. */
export function clausesWith(clauses: readonly Clause[], tags: readonly ClauseTag[]): readonly Clause[] {
  return clauses.filter(({ tag }) => tags.includes(tag));
}
