/** Counts what blocks would cost by walking one of every scenario on the simulated model, storing nothing. */

import type { Block, Experiment } from "../core/experiment.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import type { PriceBook } from "../llm/prices.ts";
import { simulatedModel } from "../llm/simulated/simulated-model.ts";
import { runBlock } from "../run/block.ts";
import { harnessOf } from "./harness-registry.ts";

/** Expected effort; a real model may take more steps than the simulated one that was walked. */
export interface Effort {
  readonly blocks: number;
  readonly trials: number;
  /** Shared replies count once; null = some scenario has no behaviour to walk. */
  readonly calls: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Null also when the model's price is not known. */
  readonly costUsd: number | null;
  /** Null also when no stored run of the model says how long a call takes. */
  readonly durationMs: number | null;
}

export interface EffortGrounds {
  readonly experiment: Experiment;
  readonly scenarios: readonly LoadedScenario[];
  readonly prices: PriceBook;
  /** Blocks at once. */
  readonly width: number;
  readonly msPerCall: number | null;
}

/** The effort of some blocks of an experiment; blocks of one scenario are taken to be alike. */
export async function effortOf(blocks: readonly Block[], grounds: EffortGrounds): Promise<Effort> {
  let sum: Walk | null = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
  for (const loaded of grounds.scenarios) {
    const same = blocks.filter((block) => block.scenario === loaded.scenario.id);
    const [sample] = same;
    if (sample) sum = plus(sum, await walk(sample, loaded, grounds), same.length);
  }
  const { width, msPerCall } = grounds;
  const atOnce = Math.max(1, Math.min(width, blocks.length));
  return {
    blocks: blocks.length,
    trials: blocks.reduce((total, block) => total + block.arms.length, 0),
    calls: sum?.calls ?? null,
    inputTokens: sum?.inputTokens ?? null,
    outputTokens: sum?.outputTokens ?? null,
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

/** Null when the walk ended in an error: a scenario without rules for the simulated model cannot be counted. */
async function walk(block: Block, loaded: LoadedScenario, grounds: EffortGrounds): Promise<Walk | null> {
  const { experiment, prices } = grounds;
  const outcomes = await runBlock(
    {
      experiment,
      scenarios: new Map([[loaded.scenario.id, loaded]]),
      harnessOf,
      modelFor: () => simulatedModel({ rules: loaded.rules }),
      prices,
      journal: { take: () => undefined, put: () => undefined },
    },
    block,
    1,
    new AbortController().signal,
  );
  if (outcomes.some((outcome) => outcome.error?.kind === "no-rule")) return null;
  const price = prices.price(experiment.model.model);
  const asked = outcomes.flatMap((outcome) => outcome.calls).filter((call) => call.source === "asked");
  const costs = asked.map((call) => (call.usage && price ? prices.costOf(price, call.usage).costUsd : null));
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
