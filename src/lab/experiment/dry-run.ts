/** Shows the plan of a run instead of running it. */

import { EXIT } from "../../core/errors.ts";
import type { Experiment } from "../../core/experiment.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import type { PriceBook } from "../../llm/prices.ts";
import { planText } from "../../report/plan-text.ts";
import type { LabResult } from "../environment/result.ts";
import { planExperiment } from "../planning/plan-experiment.ts";

/** The plan as text and data; nothing is refused, since nothing is spent. */
export async function dryRun(
  experiment: Experiment,
  scenarios: readonly LoadedScenario[],
  setup: {
    readonly prices: PriceBook;
    readonly db: string;
    readonly width: number;
    readonly harnessDigest: string;
    /** Margin of a gate; absent = none. */
    readonly margin?: number;
  },
): Promise<LabResult> {
  const plan = await planExperiment(experiment, scenarios, {
    ...setup,
    goal: null,
    margin: setup.margin ?? null,
  });
  return { text: planText(plan, setup.db), json: plan, exitCode: EXIT.pass };
}
