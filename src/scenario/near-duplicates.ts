/** Finds scenarios that say nearly the same: two of them are one observation counted twice. */

import type { LoadedScenario, Scenario } from "../core/scenario.ts";
import { findingOn, type LintFinding } from "./lint-finding.ts";

/** Share of common word triples above which two scenarios of one role count as near-duplicates. */
const THRESHOLD = 0.8;

/** Lists each pair once, at the later scenario; a control may mirror the stress scenario it belongs to. */
export function nearDuplicates(all: readonly LoadedScenario[]): readonly LintFinding[] {
  const triples = all.map(({ scenario }) => triplesOf(scenario));
  return all.flatMap((loaded, index) =>
    all.slice(0, index).flatMap((other, otherIndex) => {
      if (other.scenario.role !== loaded.scenario.role) return [];
      const share = similarity(triples[index] ?? new Set(), triples[otherIndex] ?? new Set());
      if (share < THRESHOLD) return [];
      const message = `conversation and world are ${Math.round(share * 100)} % the same as those of ${other.scenario.id}`;
      return [findingOn(loaded, "near-duplicate", "warning", message)];
    }),
  );
}

/** The words of conversation, history, world, faults and settings in overlapping triples. */
function triplesOf({ conversation, history, world, settings }: Scenario): ReadonlySet<string> {
  const { now: _, ...fixture } = world;
  const text = JSON.stringify([conversation, history, fixture, settings]);
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.map((word, index) => [word, words[index + 1], words[index + 2]].join(" ")));
}

/** Jaccard index of two sets. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((triple) => b.has(triple)).length;
  return common / Math.max(1, a.size + b.size - common);
}
