/** Runs an ablation on the simulated model in memory and gives its trials as recordings. */

import type { Experiment } from "../core/experiment.ts";
import { FLAGS } from "../core/flag-catalogue.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import { gradeTrial } from "../grade/grade-trial.ts";
import { modelSettings } from "../lab/endpoint/model-access.ts";
import { harnessOf } from "../lab/environment/harness-registry.ts";
import { harnessDigest } from "../lab/environment/provenance.ts";
import { flagOnIn } from "../lab/judging/flag-on.ts";
import type { Recording } from "../lab/trials/recording.ts";
import { openPriceBook } from "../llm/prices.ts";
import { simulatedModel } from "../llm/simulated/simulated-model.ts";
import { NO_JOURNAL } from "../llm/wrappers/journalled.ts";
import { planAblation } from "../plan/ablation.ts";
import { blocksOf } from "../plan/blocks.ts";
import { identify } from "../plan/identity.ts";
import { runBlock } from "../run/block.ts";

/** Every built flag on the scenarios that target it. */
export async function recordedRun(
  scenarios: readonly LoadedScenario[],
  seeds: readonly string[],
): Promise<readonly Recording[]> {
  const flags = FLAGS.filter((flag) => flag.built && scenarios.some(targets(flag.name))).map(
    ({ name }) => name,
  );
  const draft = planAblation({ flags, scenarios, seeds, model: modelSettings({}) });
  const digest = await harnessDigest(draft.arms);
  const experiment: Experiment = identify(draft, { scenarios, harnessDigest: digest });
  const byId = new Map(scenarios.map((loaded) => [loaded.scenario.id, loaded]));
  const recordings: Recording[] = [];
  for (const block of blocksOf(experiment)) {
    const loaded = byId.get(block.scenario);
    if (!loaded) throw new Error(`no scenario ${block.scenario}`);
    const outcomes = await runBlock(
      {
        experiment,
        scenarios: byId,
        harnessOf,
        modelFor: (one) => simulatedModel({ rules: one.rules }),
        prices: openPriceBook({ overrides: [], priceLike: experiment.model.priceLike }),
        journal: NO_JOURNAL,
      },
      block,
      1,
      new AbortController().signal,
    );
    for (const outcome of outcomes)
      recordings.push({
        format: "harness-lab-recording/1",
        harnessDigest: digest,
        experiment,
        loaded,
        trial: await gradeTrial({
          outcome,
          loaded,
          flagOn: flagOnIn(experiment, outcome, loaded.scenario.targets),
          judge: null,
        }),
      });
  }
  return recordings;
}

function targets(flag: string): (loaded: LoadedScenario) => boolean {
  return ({ scenario }) => scenario.targets.includes(flag) && scenario.role === "stress";
}
