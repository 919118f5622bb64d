/** Tells grading whether the flag under test is on in a trial's arm. */

import type { Experiment } from "../core/experiment.ts";
import { flagNamed } from "../core/flag-catalogue.ts";
import type { TrialOutcome } from "../core/trial.ts";

/** Whether the one flag under test is on in the trial's arm; null when several comparisons share it differently. */
export function flagOnIn(experiment: Experiment, outcome: Pick<TrialOutcome, "key">): boolean | null {
  const answers = new Set<boolean>();
  for (const comparison of experiment.comparisons) {
    if (![...comparison.stress, ...comparison.controls].includes(outcome.key.scenario) || !comparison.flag)
      continue;
    const flag = flagNamed(comparison.flag);
    const arm = experiment.arms.find((candidate) => candidate.name === outcome.key.arm);
    if (!flag || !arm || ![comparison.control, comparison.treatment].includes(arm.name)) continue;
    answers.add(arm.flags[flag.name] !== flag.off);
  }
  const [only] = answers;
  return answers.size === 1 && only !== undefined ? only : null;
}
