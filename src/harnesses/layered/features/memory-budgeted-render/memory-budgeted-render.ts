/** AUDIT_MEMORY_BUDGETED_RENDER: facts by priority within a character budget, and keyed corrections. */

import type { Feature } from "../../extensions/extension-points.ts";
import type { Fact } from "../../memory/fact.ts";
import { blockChars, factsBlock, type MemoryPolicy, numberOf } from "../../memory/memory-policy.ts";

const ID = "memory-budgeted-render";

/** Takes the memory slot; fires where the store or the block is not what the old path would have given. */
export function memoryBudgetedRender(): Feature {
  return { id: ID, slots: { memory: fitBudget } };
}

function fitBudget(oldPath: MemoryPolicy): MemoryPolicy {
  return {
    superseded(fact, kept) {
      const replaced = kept.filter((old) => fact.key !== null && sameKey(old.key, fact.key));
      const names = replaced.map(({ id }) => id).join(", ");
      return { value: replaced, fired: replaced.length > 0 ? `${fact.id} replaced ${names}` : null };
    },
    render({ kept, retired }, settings) {
      const shown = withinBudget(byPriority(kept), settings.budgetChars);
      const text = factsBlock(shown);
      const unreplaced = [...kept, ...retired].sort((a, b) => numberOf(a) - numberOf(b));
      const before = oldPath.render({ kept: unreplaced, retired: [] }, settings).value.text;
      return {
        value: { text, included: shown.length, omitted: kept.length - shown.length },
        fired: text === before ? null : "the facts block differs from the newest-facts slice",
      };
    },
  };
}

/** Identity and preference first, then lasting facts the user stated, then inferred and session ones; newest first. */
export function byPriority(facts: readonly Fact[]): readonly Fact[] {
  return [...facts].sort((a, b) => tierOf(a) - tierOf(b) || numberOf(b) - numberOf(a));
}

/** Takes facts in order while they fit; one that does not fit is left out and a shorter one may still come. */
export function withinBudget(facts: readonly Fact[], budgetChars: number): readonly Fact[] {
  const shown: Fact[] = [];
  for (const fact of facts) if (blockChars([...shown, fact]) <= budgetChars) shown.push(fact);
  return shown;
}

function tierOf({ kind, origin, store }: Fact): number {
  if (kind !== "other") return 0;
  return origin === "user-asserted" && store !== "session" ? 1 : 2;
}

function sameKey(a: string | null, b: string): boolean {
  return a !== null && plain(a) === plain(b);
}

/** Spelling alone does not make a key another attribute. */
function plain(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]+/g, "_");
}
