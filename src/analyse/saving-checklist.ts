/** The mechanism checklist of a flag that aims at a saving: declared, fired only with it, and every pair saves (STATISTICS 11.1). */
import { isSavingAim, SAVED_WORD, type Saving, type SavingAim } from "../core/aim.ts";
import type { ComparisonPlan } from "../core/comparison-plan.ts";
import type { PairedUnit } from "../core/pairs.ts";
import type { MechanismItem } from "../core/verdict.ts";
import { firedOnlyOn, samePrefix } from "./mechanism-checklist.ts";
import { countPairs } from "./pair-counts.ts";

type Finding = Pick<MechanismItem, "answer" | "reason">;

function declared({ aim, purpose }: ComparisonPlan): Finding {
  if (purpose !== "mechanism") return { answer: "no", reason: "the run was planned to measure a benefit" };
  const saved = isSavingAim(aim) ? SAVED_WORD[aim] : "nothing";
  return { answer: "yes", reason: `the catalogue declares that the flag saves ${saved}` };
}

function everyPairSaves(valid: readonly PairedUnit[], { aim, evidence }: Saving): Finding {
  const { n, c } = countPairs(valid);
  const word = SAVED_WORD[aim satisfies SavingAim];
  const { saving, known } = evidence;
  if (n < 3) return { answer: "no", reason: `${n} valid pairs, 3 are needed` };
  if (known < n) return { answer: "not-checked", reason: `${word} known in ${known} of ${n} pairs` };
  if (saving < known)
    return { answer: "no", reason: `ON takes fewer ${word} in ${saving} of ${known} pairs` };
  if (c > 0) return { answer: "no", reason: `ON fails where OFF passes in ${c} of ${n} pairs` };
  return { answer: "yes", reason: `all ${n} pairs: ON takes less (${word}) and loses none` };
}

/** M1 to M3 as for every mechanism, and M7 as "every pair saves, none loses"; a saving has no failure to reproduce. */
export function savingChecklist(
  valid: readonly PairedUnit[],
  plan: ComparisonPlan,
  saving: Saving,
): readonly MechanismItem[] {
  const over = (check: (pairs: readonly PairedUnit[]) => Finding): Finding =>
    valid.length === 0 ? { answer: "not-checked", reason: "no valid pair" } : check(valid);
  return [
    { id: "M1", claim: "purpose and direction declared before the run", ...over(() => declared(plan)) },
    { id: "M2", claim: "the flag fired in every ON run and in no OFF run", ...over(firedOnlyOn) },
    { id: "M3", claim: "requests are byte-identical up to the first firing", ...over(samePrefix) },
    {
      id: "M7",
      claim: "every pair saves and none loses, at least three of them",
      ...over((pairs) => everyPairSaves(pairs, saving)),
    },
  ];
}
