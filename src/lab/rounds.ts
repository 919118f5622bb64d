/** Gives the blocks of a sequential run round by round: one seed over all scenarios of the comparisons still undecided. */

import type { Block, ComparisonSpec, Experiment, Provenance } from "../core/experiment.ts";
import { blocksOf } from "../plan/blocks.ts";
import type { Store } from "../record/store-port.ts";
import { comparisonPlanOf, lookAtComparison, readPairs } from "./comparison-plan.ts";
import { calibrationsFor } from "./find-calibration.ts";
import { qualificationOf } from "./judge-facts.ts";

export interface RoundGrounds {
  readonly experiment: Experiment;
  readonly provenance: Provenance;
  /** Opens the store for a moment. */
  readonly read: <T>(use: (store: Store) => Promise<T>) => Promise<T>;
  /** Narrows blocks to those that are not stored yet, each with every arm it has to have. */
  readonly missing: (blocks: readonly Block[]) => readonly Block[];
}

/**
 * One batch of blocks after the other. Whether a comparison goes on is decided from what is stored, at the end of each
 * round and in the order of the seeds, so an interrupted run goes on as if it had not been interrupted.
 */
export async function* roundsOf(grounds: RoundGrounds): AsyncGenerator<readonly Block[]> {
  const { experiment, missing } = grounds;
  for (const seed of experiment.seeds) {
    const ofSeed = (comparisons: readonly ComparisonSpec[]) =>
      missing(blocksOf({ ...experiment, comparisons }).filter((block) => block.seed === seed));
    if (ofSeed(experiment.comparisons).length === 0) continue;
    const open = await undecided(grounds);
    if (open.length === 0) return;
    const blocks = ofSeed(open);
    if (blocks.length > 0) yield blocks;
  }
}

async function undecided(grounds: RoundGrounds): Promise<readonly ComparisonSpec[]> {
  const { experiment, provenance, read } = grounds;
  return read(async (store) => {
    const calibration = await calibrationsFor(store, { experiment, provenance });
    const isQualified = await qualificationOf(store, experiment.id);
    const open: ComparisonSpec[] = [];
    for (const spec of experiment.comparisons) {
      const units = await readPairs(store, experiment, spec, {
        scenarios: spec.stress,
        grading: "original",
      });
      const plan = comparisonPlanOf(experiment, spec, {
        simulated: provenance.simulated,
        scenarios: spec.stress.length,
        aa: await calibration(spec, spec.stress),
        judgeQualified: isQualified(spec.stress),
      });
      if (lookAtComparison(units, experiment, spec, plan).decision === "continue") open.push(spec);
    }
    return open;
  });
}
