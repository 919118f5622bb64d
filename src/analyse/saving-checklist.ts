/** The mechanism checklist of a flag that aims at a saving: declared, fired only with it, and every pair saves (STATISTICS 11.1). */

import { isSavingAim, SAVED_WORD, type Saving } from "../core/aim.ts";
import { armNames } from "../core/arm-names.ts";
import type { MechanismItem } from "../core/verdict.ts";
import {
  answerItems,
  type ChecklistInput,
  FEWEST_PAIRS,
  type Finding,
  fails,
  firedOnlyOn,
  samePrefix,
  say,
  share,
  yes,
} from "./checklist-findings.ts";
import { differenceOf } from "./pair-counts.ts";

function declarationItem({ plan: { aim, purpose } }: ChecklistInput): Finding {
  const saved = isSavingAim(aim) ? SAVED_WORD[aim] : "nothing";
  return fails([purpose !== "mechanism" && "the run was planned to measure a benefit"], () =>
    yes(`the catalogue declares that the flag saves ${saved}`),
  );
}

function everyPairSaves({ valid, plan }: ChecklistInput, { aim, evidence }: Saving): Finding {
  const { saving, known } = evidence;
  const { control, treatment } = armNames(plan);
  const word = SAVED_WORD[aim];
  const worse = share(valid, (unit) => differenceOf(unit) === -1);
  return fails(
    [
      valid.length < FEWEST_PAIRS && `${valid.length} valid pairs, ${FEWEST_PAIRS} are needed`,
      known < valid.length && `${word} known in ${known} of ${valid.length} pairs`,
      saving < known && `${treatment} takes fewer ${word} in ${saving} of ${known} pairs`,
      say(worse, (of) => `${treatment} failed ${of} that ${control} passed`),
    ],
    () => yes(`all ${valid.length} pairs: ${treatment} takes less (${word}) and loses none`),
  );
}

/** M1 to M3 as for every mechanism, and M7 as "every pair saves, none loses"; a saving has no failure to reproduce. */
export function savingChecklist(input: ChecklistInput, saving: Saving): readonly MechanismItem[] {
  return answerItems(input, [
    ["M1", "purpose and direction declared before the run", () => declarationItem(input)],
    ["M2", "the flag fired in every ON run and in no OFF run", () => firedOnlyOn(input)],
    ["M3", "requests are byte-identical up to the first firing", () => samePrefix(input)],
    ["M7", "every pair saves and none loses, at least three of them", () => everyPairSaves(input, saving)],
  ]);
}
