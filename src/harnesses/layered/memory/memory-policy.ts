/** The slot that decides how facts are kept and shown; the engine's own provider is the newest-20 slice. */

import type { Contribution } from "../extensions/contribution.ts";
import type { Settings } from "../settings.ts";
import type { Fact } from "./fact.ts";

export interface RenderedFacts {
  /** Null when there is nothing to show. */
  readonly text: string | null;
  readonly included: number;
  readonly omitted: number;
}

interface FactsInPlay {
  /** Durable and session facts, the oldest first. */
  readonly kept: readonly Fact[];
  /** Facts that a correction replaced; never shown, but the old path would still show them. */
  readonly retired: readonly Fact[];
}

export interface MemoryPolicy {
  /** The facts of a store that a new one replaces; they move to the retired store. */
  superseded(fact: Fact, kept: readonly Fact[]): Contribution<readonly Fact[]>;
  /** The block for the system prompt. */
  render(facts: FactsInPlay, settings: Settings["memory"]): Contribution<RenderedFacts>;
}

const NEWEST_FIRST = "Known facts, newest first:";
const BY_GROUP =
  "Known facts: about the user, then what the user stated, then the rest, newest first within each:";

/** A heading that names the order of the lines as it is, and the lines; null without lines. */
export function factsBlock(facts: readonly Fact[]): string | null {
  if (facts.length === 0) return null;
  return [isNewestFirst(facts) ? NEWEST_FIRST : BY_GROUP, ...facts.map(factLine)].join("\n");
}

/** The counter in a fact's id; a higher one is newer. */
export function numberOf({ id }: Fact): number {
  return Number(id.slice("fact-".length));
}

function isNewestFirst(facts: readonly Fact[]): boolean {
  return facts.every((fact, index) => {
    const above = facts[index - 1];
    return above === undefined || numberOf(above) > numberOf(fact);
  });
}

/** Characters of the block with these facts in it, separators included. */
export function blockChars(facts: readonly Fact[]): number {
  return factsBlock(facts)?.length ?? 0;
}

/** Low-confidence inferences are marked as unconfirmed. */
function factLine({ text, origin, confidence }: Fact): string {
  return `- ${text}${origin === "model-inferred" && confidence === "low" ? " (unconfirmed)" : ""}`;
}

/** The old path: the newest facts whatever their kind or length, and a correction stands beside what it corrects. */
export const newestSlice: MemoryPolicy = {
  superseded: () => ({ value: [], fired: null }),
  render({ kept }, { legacyFacts }) {
    const shown = kept.slice(-legacyFacts).reverse();
    const value = { text: factsBlock(shown), included: shown.length, omitted: kept.length - shown.length };
    return { value, fired: null };
  },
};
