/** Sets scenarios aside in both arms: never all of them, and never in silence. */

import { LabError } from "../../core/errors.ts";
import type { Quarantine } from "../../core/gate.ts";

/** Nothing would be judged where every scenario is set aside, so that is refused before anything is run. */
export function requireJudgedScenario({ file, scenarios }: Quarantine, selected: readonly string[]): void {
  const aside = new Set(scenarios.map(({ id }) => id));
  if (selected.some((id) => !aside.has(id))) return;
  throw new LabError({
    code: "all-quarantined",
    what: `every selected scenario is quarantined (${selected.join(", ")}), so nothing would be judged`,
    where: file,
    remedy: "take some off the list, or select others with --scenarios",
  });
}

/** Names listed scenarios that are not part of this gate: a misspelt one would set nothing aside. */
export function quarantineNotes(
  quarantine: Quarantine | null,
  selected: readonly string[],
): readonly string[] {
  const foreign = (quarantine?.scenarios ?? []).map(({ id }) => id).filter((id) => !selected.includes(id));
  if (foreign.length === 0) return [];
  return [`Quarantined, but not among the scenarios of this gate: ${foreign.join(", ")}.`];
}
