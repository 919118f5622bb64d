/** Counts the verdicts an experiment may ask its judge for. */

import type { Experiment } from "../../core/experiment.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import { blocksOf } from "../../plan/blocks.ts";

/** One for every judge check, turn it looks at and trial; arms that say the same share one, so it is an upper bound. */
export function mostVerdicts(experiment: Experiment, scenarios: readonly LoadedScenario[]): number {
  const perTrial = new Map(scenarios.map((loaded) => [loaded.scenario.id, verdictsOf(loaded)]));
  return blocksOf(experiment).reduce(
    (sum, block) => sum + (perTrial.get(block.scenario) ?? 0) * block.arms.length,
    0,
  );
}

function verdictsOf({ scenario }: LoadedScenario): number {
  const turns = scenario.conversation.filter((step) => "user" in step).length;
  return scenario.expect.reduce((sum, check) => {
    if (!("judge" in check)) return sum;
    return sum + (check.judge.turn === "any" || check.judge.turn === "all" ? turns : 1);
  }, 0);
}
