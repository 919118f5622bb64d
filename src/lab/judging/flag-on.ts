/** State of the flag under test in a trial's arm, for grading. */

import type { Experiment } from "../../core/experiment.ts";
import { flagNamed } from "../../core/flag-catalogue.ts";
import type { TrialOutcome } from "../../core/trial.ts";

/**
 * True where the flag that the trial's scenario is about is on in its arm; null when several flags are in question and
 * they stand differently. In a design a scenario also runs for other flags: those say nothing about its mechanism.
 */
export function flagOnIn(
  experiment: Experiment,
  outcome: Pick<TrialOutcome, "key">,
  targets: readonly string[],
): boolean | null {
  const { scenario, arm: name } = outcome.key;
  const arm = experiment.arms.find((candidate) => candidate.name === name);
  if (!arm) return null;
  const inQuestion = new Set([
    ...experiment.comparisons
      .filter(({ stress, controls }) => [...stress, ...controls].includes(scenario))
      .filter(({ control, treatment }) => [control, treatment].includes(name))
      .flatMap(({ flag }) => flag ?? []),
    ...(experiment.design?.flags ?? []),
  ]);
  const own = targets.filter((flag) => inQuestion.has(flag));
  const answers = new Set(
    (own.length > 0 ? own : [...inQuestion]).flatMap((flagName) => {
      const flag = flagNamed(flagName);
      return flag ? [arm.flags[flag.name] !== flag.off] : [];
    }),
  );
  const [only] = answers;
  return answers.size === 1 && only !== undefined ? only : null;
}
