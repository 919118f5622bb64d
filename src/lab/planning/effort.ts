/** Counts what blocks would cost: by what stored trials of the scenario asked, else by walking one block on the simulated model. */

import type { Arm } from "../../core/arm.ts";
import { armNamed, modelOf } from "../../core/effective-arm.ts";
import type { Block, Experiment } from "../../core/experiment.ts";
import type { Effort } from "../../core/experiment-plan.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import type { PriceBook } from "../../llm/prices.ts";
import { simulatedModel } from "../../llm/simulated/simulated-model.ts";
import { NO_JOURNAL } from "../../llm/wrappers/journalled.ts";
import type { AskedOfScenario } from "../../record/store-port.ts";
import { runBlock } from "../../run/block.ts";
import { harnessOf } from "../environment/harness-registry.ts";

export interface EffortSetup {
  readonly experiment: Experiment;
  readonly scenarios: readonly LoadedScenario[];
  readonly prices: PriceBook;
  /** The prices of an arm's own model. */
  readonly pricesOf: (arm: Pick<Arm, "model">) => PriceBook;
  /** Blocks at once. */
  readonly width: number;
  readonly msPerCall: number | null;
  /** Requests of the stored trials of a scenario to this model. */
  readonly asked: ReadonlyMap<string, AskedOfScenario>;
}

/** The effort of some blocks of an experiment; blocks of one scenario are taken to be alike. */
export async function effortOf(blocks: readonly Block[], setup: EffortSetup): Promise<Effort> {
  let sum: Walk | null = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
  const scenarios = { stored: 0, walked: 0 };
  for (const loaded of setup.scenarios) {
    const same = blocks.filter((block) => block.scenario === loaded.scenario.id);
    const [sample] = same;
    if (!sample) continue;
    const stored = asBefore(sample, setup);
    scenarios[stored ? "stored" : "walked"] += 1;
    sum = plus(sum, stored ?? (await walk(sample, loaded, setup)), same.length);
  }
  const { width, msPerCall } = setup;
  const atOnce = Math.max(1, Math.min(width, blocks.length));
  return {
    blocks: blocks.length,
    trials: blocks.reduce((total, block) => total + block.arms.length, 0),
    scenarios,
    calls: sum === null ? null : Math.round(sum.calls),
    inputTokens: sum === null ? null : Math.round(sum.inputTokens),
    outputTokens: sum === null ? null : Math.round(sum.outputTokens),
    costUsd: sum?.costUsd ?? null,
    durationMs: sum === null || msPerCall === null ? null : (sum.calls * msPerCall) / atOnce,
  };
}

interface Walk {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
}

function plus(sum: Walk | null, one: Walk | null, times: number): Walk | null {
  if (sum === null || one === null) return null;
  return {
    calls: sum.calls + one.calls * times,
    inputTokens: sum.inputTokens + one.inputTokens * times,
    outputTokens: sum.outputTokens + one.outputTokens * times,
    costUsd: sum.costUsd === null || one.costUsd === null ? null : sum.costUsd + one.costUsd * times,
  };
}

/** A block as costly as the scenario's stored trials were on average; null when none tells. */
function asBefore({ scenario, arms }: Block, { asked, prices, experiment }: EffortSetup): Walk | null {
  const before = asked.get(scenario);
  if (!before || before.trials === 0 || before.inputTokens === null || before.outputTokens === null)
    return null;
  const share = arms.length / before.trials;
  const usage = {
    inputTokens: before.inputTokens * share,
    cachedInputTokens: (before.cachedInputTokens ?? 0) * share,
    outputTokens: before.outputTokens * share,
  };
  const price = prices.price(experiment.model.model);
  return {
    calls: before.calls * share,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    costUsd: price ? prices.costOf(price, { ...usage, estimated: true }).costUsd : null,
  };
}

/** Null when the walk ended in an error: a scenario without rules for the simulated model cannot be counted. */
async function walk(block: Block, loaded: LoadedScenario, setup: EffortSetup): Promise<Walk | null> {
  const { experiment, prices, pricesOf } = setup;
  const outcomes = await runBlock(
    {
      experiment,
      scenarios: new Map([[loaded.scenario.id, loaded]]),
      harnessOf,
      modelFor: () => simulatedModel({ rules: loaded.rules }),
      prices,
      pricesOf,
      journal: NO_JOURNAL,
    },
    block,
    1,
    new AbortController().signal,
  );
  if (outcomes.some((outcome) => outcome.error?.kind === "no-rule")) return null;
  const asked = outcomes.flatMap((outcome) => outcome.calls).filter((call) => call.source === "asked");
  const costs = outcomes.flatMap(({ key, calls }) => {
    const arm = armNamed(experiment, key.arm);
    const price = pricesOf(arm).price(modelOf(experiment, arm).model);
    return calls
      .filter((call) => call.source === "asked")
      .map((call) => (call.usage && price ? prices.costOf(price, call.usage).costUsd : null));
  });
  return {
    calls: asked.length,
    inputTokens: asked.reduce((sum, call) => sum + (call.usage?.inputTokens ?? 0), 0),
    outputTokens: asked.reduce((sum, call) => sum + (call.usage?.outputTokens ?? 0), 0),
    costUsd: costs.reduce<number | null>(
      (sum, cost) => (sum === null || cost === null ? null : sum + cost),
      0,
    ),
  };
}
