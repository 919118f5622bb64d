/** Shows a plan before anything is spent: blocks, trials, calls, tokens and cost, counted on the simulated model. */

import { EXIT } from "../core/errors.ts";
import type { Experiment } from "../core/experiment.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import type { PriceBook } from "../llm/prices.ts";
import { simulatedModel } from "../llm/simulated/simulated-model.ts";
import { blocksOf } from "../plan/blocks.ts";
import { runBlock } from "../run/block.ts";
import { harnessOf } from "./harness-registry.ts";
import type { LabResult } from "./result.ts";

export interface PlanEstimate {
  readonly experiment: string;
  readonly arms: readonly string[];
  readonly scenarios: number;
  readonly seeds: number;
  readonly blocks: number;
  readonly trials: number;
  /** Counted by walking one block of every scenario on the simulated model; a real model may take more steps. */
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null when the model's price is not known. */
  readonly costUsd: number | null;
  readonly model: string;
}

/** Estimates an experiment by walking one block of each of its scenarios on the simulated model, storing nothing. */
export async function estimatePlan(
  experiment: Experiment,
  scenarios: readonly LoadedScenario[],
  prices: PriceBook,
): Promise<PlanEstimate> {
  const blocks = blocksOf(experiment);
  const price = prices.price(experiment.model.model);
  let calls = 0;
  let inputTokens = 0;
  let outputTokens = 0;
  let costUsd: number | null = 0;
  for (const loaded of scenarios) {
    const same = blocks.filter((block) => block.scenario === loaded.scenario.id);
    const [sample] = same;
    if (!sample) continue;
    const outcomes = await runBlock(
      {
        experiment,
        scenarios: new Map([[loaded.scenario.id, loaded]]),
        harnessOf,
        modelFor: () => simulatedModel({ rules: loaded.rules }),
        prices,
        journal: { take: () => undefined, put: () => undefined },
      },
      sample,
      1,
      new AbortController().signal,
    );
    for (const call of outcomes.flatMap((outcome) => outcome.calls)) {
      if (call.source !== "asked") continue;
      calls += same.length;
      inputTokens += (call.usage?.inputTokens ?? 0) * same.length;
      outputTokens += (call.usage?.outputTokens ?? 0) * same.length;
      const cost = call.usage && price ? prices.costOf(price, call.usage).costUsd : null;
      costUsd = costUsd === null || cost === null ? null : costUsd + cost * same.length;
    }
  }
  return {
    experiment: experiment.id,
    arms: experiment.arms.map((arm) => arm.name),
    scenarios: scenarios.length,
    seeds: experiment.seeds.length,
    blocks: blocks.length,
    trials: blocks.reduce((sum, block) => sum + block.arms.length, 0),
    calls,
    inputTokens,
    outputTokens,
    costUsd,
    model: experiment.model.model,
  };
}

/** The plan as text and data. */
export async function dryRun(
  experiment: Experiment,
  scenarios: readonly LoadedScenario[],
  grounds: { readonly prices: PriceBook; readonly db: string },
): Promise<LabResult> {
  const plan = await estimatePlan(experiment, scenarios, grounds.prices);
  const asIf = experiment.model.priceLike ? `, as if priced like ${experiment.model.priceLike}` : "";
  const lines = [
    `Plan of ${experiment.name} (experiment ${plan.experiment}), nothing was run or stored`,
    `  model      ${plan.model}`,
    `  arms       ${plan.arms.join("\n             ")}`,
    `  blocks     ${plan.blocks} (${plan.scenarios} scenarios x ${plan.seeds} seeds), ${plan.trials} trials`,
    `  calls      about ${plan.calls}, shared replies counted once (walked on the simulated model; a real one may take more steps)`,
    `  tokens     about ${plan.inputTokens} in, ${plan.outputTokens} out`,
    `  cost       ${plan.costUsd === null ? "unknown: no price for this model (--price-like <catalogue model> prices it as if)" : `about $${plan.costUsd.toFixed(4)}${asIf}`}`,
    ...(experiment.judge
      ? [
          `  judge      ${experiment.judge.model}: at most ${judgeCalls(experiment, scenarios)} verdicts, not in these figures`,
        ]
      : []),
    `  store      ${grounds.db}`,
  ];
  return { text: lines.join("\n"), json: plan, exitCode: EXIT.pass };
}

/** One verdict for every judge check and turn it looks at; arms that say the same share one. */
function judgeCalls(experiment: Experiment, scenarios: readonly LoadedScenario[]): number {
  const byId = new Map(scenarios.map((loaded) => [loaded.scenario.id, loaded.scenario]));
  return blocksOf(experiment).reduce((sum, block) => {
    const scenario = byId.get(block.scenario);
    const turns = scenario?.conversation.filter((step) => "user" in step).length ?? 0;
    const verdicts = (scenario?.expect ?? []).reduce((count, check) => {
      if (!("judge" in check)) return count;
      return count + (check.judge.turn === "any" || check.judge.turn === "all" ? turns : 1);
    }, 0);
    return sum + verdicts * block.arms.length;
  }, 0);
}
