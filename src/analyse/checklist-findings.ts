/** Findings of a checklist: facts that hold in some pairs, and the items that every checklist shares. */

import { armNames } from "../core/arm-names.ts";
import type { Calibration } from "../core/calibration.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
import type { OpenItem } from "../core/reason.ts";
import type { MechanismItem } from "../core/verdict.ts";

export type Finding = Pick<MechanismItem, "answer" | "findings">;

/** Pairs below which no checklist shows anything. */
export const FEWEST_PAIRS = 3;

/** Facts that the items are answered from. */
export interface ChecklistInput {
  readonly valid: readonly PairedUnit[];
  readonly plan: ComparisonPlan;
  readonly calibration: Calibration | null;
}

/** The item holds. */
export function yes(finding: string): Finding {
  return { answer: "yes", findings: [finding] };
}

/** The item fails for every fact that holds; without one it is answered by `otherwise`. */
export function fails(facts: readonly (string | false)[], otherwise: () => Finding): Finding {
  const findings = facts.filter((fact) => fact !== false);
  return findings.length > 0 ? { answer: "no", findings } : otherwise();
}

/** The item was not looked at. */
export function open(finding: string): Finding {
  return { answer: "not-checked", findings: [finding] };
}

/** "3 of 30", or false where it holds nowhere. */
export function share(units: readonly PairedUnit[], holds: (unit: PairedUnit) => boolean): string | false {
  const count = units.filter(holds).length;
  return count > 0 && `${count} of ${units.length}`;
}

/** A sentence about a share, or false where there is none. */
export function say(count: string | false, words: (count: string) => string): string | false {
  return count !== false && words(count);
}

/** M2. */
export function firedOnlyOn({ valid, plan }: ChecklistInput): Finding {
  const { control, treatment } = armNames(plan);
  const broken = (unit: PairedUnit) =>
    unit.treatment.mechanismOk === false || unit.control.mechanismOk === false;
  const unknown = share(valid, (unit) => unit.control.fired === null || unit.treatment.fired === null);
  return fails(
    [
      say(
        share(valid, (unit) => unit.control.fired === true),
        (of) => `the flag fired in ${of} ${control} runs`,
      ),
      say(
        share(valid, (unit) => unit.treatment.fired === false),
        (of) => `the flag did not fire in ${of} ${treatment} runs`,
      ),
      say(share(valid, broken), (of) => `a mechanism check failed in ${of} pairs`),
    ],
    () =>
      unknown === false
        ? yes(`the flag fired in all ${valid.length} ${treatment} runs and in no ${control} run`)
        : open(`whether the flag fired is unknown in ${unknown} pairs`),
  );
}

/** M3. */
export function samePrefix({ valid }: ChecklistInput): Finding {
  const unknown = share(valid, (unit) => unit.prefixIdentical === null);
  return fails(
    [
      say(
        share(valid, (unit) => unit.prefixIdentical === false),
        (of) => `requests differ before the first firing in ${of} pairs`,
      ),
    ],
    () =>
      unknown === false
        ? yes(`compared by digest in all ${valid.length} pairs`)
        : open(`requests were not compared in ${unknown} pairs`),
  );
}

/** Every item over the valid pairs, each with its answer; without a pair nothing was looked at. */
export function answerItems(
  { valid }: Pick<ChecklistInput, "valid">,
  items: readonly (readonly [id: MechanismItem["id"], claim: string, answer: () => Finding])[],
): readonly MechanismItem[] {
  return items.map(([id, claim, answer]) => ({
    id,
    claim,
    ...(valid.length === 0 ? open("no valid pair") : answer()),
  }));
}

/** Open items by fact: one fact with every item that it leaves open. */
export function openItems(checklist: readonly MechanismItem[]): readonly OpenItem[] {
  const byFinding = new Map<string, string[]>();
  for (const { id, answer, findings } of checklist)
    if (answer !== "yes")
      for (const finding of findings) byFinding.set(finding, [...(byFinding.get(finding) ?? []), id]);
  return [...byFinding].map(([finding, items]) => ({ finding, items }));
}
