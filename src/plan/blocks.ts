/** Cuts an experiment into blocks: all arms that share scenario and seed, each block in a random arm order. */

import type { Block, Experiment } from "../core/experiment.ts";
import { seededRandom } from "../core/random.ts";

type Planned = Pick<Experiment, "comparisons" | "design">;

/** Ids of every scenario that an experiment runs, each once. */
export function scenariosOf({ comparisons, design }: Planned): readonly string[] {
  return [
    ...new Set([
      ...comparisons.flatMap((comparison) => [...comparison.stress, ...comparison.controls]),
      ...(design?.scenarios ?? []),
    ]),
  ];
}

/** Arms by scenario: those of the comparisons about it, and every arm of a design. */
function armsOf({ comparisons, design }: Planned): ReadonlyMap<string, ReadonlySet<string>> {
  const arms = new Map<string, Set<string>>();
  const add = (scenario: string, names: readonly string[]) =>
    arms.set(scenario, new Set([...(arms.get(scenario) ?? []), ...names]));
  for (const comparison of comparisons)
    for (const scenario of [...comparison.stress, ...comparison.controls])
      add(scenario, [comparison.control, comparison.treatment]);
  for (const scenario of design?.scenarios ?? []) add(scenario, design?.rows.map((row) => row.arm) ?? []);
  return arms;
}

/** Every block of an experiment, seed by seed through all scenarios, so that a run cut short is balanced. */
export function blocksOf(experiment: Planned & Pick<Experiment, "seeds">): readonly Block[] {
  const armsByScenario = armsOf(experiment);
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
