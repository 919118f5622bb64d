/** Cuts an experiment into blocks: all arms that share scenario and seed, each block in a random arm order. */

import type { Block, Experiment } from "../core/experiment.ts";
import { seededRandom } from "../core/random.ts";

/** Every block of an experiment, seed by seed through all scenarios, so that a run cut short is balanced. */
export function blocksOf(experiment: Pick<Experiment, "comparisons" | "seeds">): readonly Block[] {
  const armsByScenario = new Map<string, Set<string>>();
  for (const comparison of experiment.comparisons)
    for (const scenario of [...comparison.stress, ...comparison.controls]) {
      const arms = armsByScenario.get(scenario) ?? new Set();
      armsByScenario.set(scenario, arms.add(comparison.control).add(comparison.treatment));
    }
  const scenarios = [...armsByScenario.keys()].sort();
  return experiment.seeds.flatMap((seed, index) =>
    scenarios.map((scenario) => ({
      scenario,
      seed,
      arms: armOrder([...(armsByScenario.get(scenario) ?? [])].sort(), scenario, index),
    })),
  );
}

/**
 * Random, and balanced over every two seeds of a scenario: the second runs in the reverse order of the first, so that
 * neither arm always warms the cache for the other (STATISTICS 10.1).
 */
function armOrder(arms: readonly string[], scenario: string, seedIndex: number): readonly string[] {
  const order = seededRandom(`${scenario}/${Math.floor(seedIndex / 2)}`)
    .stream("arm-order")
    .shuffle(arms);
  return seedIndex % 2 === 0 ? order : order.reverse();
}

/** Name of a block, as in `scenario#seed`. */
export function blockKey(block: Pick<Block, "scenario" | "seed">): string {
  return `${block.scenario}#${block.seed}`;
}
