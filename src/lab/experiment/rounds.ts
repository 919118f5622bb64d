/** The blocks of a sequential run round by round: one seed over all scenarios of the comparisons still undecided. */

import { NO_FACTS } from "../../core/comparison-facts.ts";
import type { Block, ComparisonSpec, Experiment, Provenance } from "../../core/experiment.ts";
import { MISSING_OUTCOME } from "../../core/pairs.ts";
import { blocksOf } from "../../plan/blocks.ts";
import type { Store, TrialRow } from "../../record/store-port.ts";
import { calibrationsFor } from "../calibration/find-calibration.ts";
import { qualificationOf } from "../judging/judge-facts.ts";
import { comparisonPlanOf, lookAtComparison, requestFor } from "../planning/comparison-plan.ts";

export interface RoundSetup {
  readonly experiment: Experiment;
  readonly provenance: Provenance;
  /** Opens the store for a moment. */
  readonly read: <T>(use: (store: Store) => Promise<T>) => Promise<T>;
  /** Narrows blocks to those that are not stored yet, each with every arm it has to have. */
  readonly missing: (blocks: readonly Block[]) => readonly Block[];
}

/** The rounds of a stored experiment; see `roundsBy`. */
export function roundsOf({
  experiment,
  provenance,
  read,
  missing,
}: RoundSetup): AsyncGenerator<readonly Block[]> {
  const aims = (experiment.rule?.until ?? null) !== null;
  return roundsBy(experiment, missing, () =>
    read(async (store) =>
      aims
        ? openByVerdict(store, experiment, provenance)
        : openByOutcomes(await store.trials({ experiment: experiment.id }), experiment),
    ),
  );
}

/**
 * One batch of blocks after the other. Whether a comparison goes on is decided from what is stored, at the end of each
 * round and in the order of the seeds, so an interrupted run goes on as if it had not been interrupted.
 */
export async function* roundsBy(
  experiment: Experiment,
  missing: RoundSetup["missing"],
  undecided: () => Promise<readonly ComparisonSpec[]>,
): AsyncGenerator<readonly Block[]> {
  for (const seed of experiment.seeds) {
    const ofSeed = (comparisons: readonly ComparisonSpec[]) =>
      missing(blocksOf({ ...experiment, comparisons }).filter((block) => block.seed === seed));
    if (ofSeed(experiment.comparisons).length === 0) continue;
    const open = await undecided();
    if (open.length === 0) return;
    const blocks = ofSeed(open);
    if (blocks.length > 0) yield blocks;
  }
}

/** The comparisons that go on; the stopping rules need nothing of a pair but its outcomes. */
export function openByOutcomes(
  trials: readonly Pick<TrialRow, "key" | "outcome" | "superseded">[],
  experiment: Experiment,
): readonly ComparisonSpec[] {
  const outcomes = new Map(
    trials
      .filter(({ superseded }) => !superseded)
      .map(({ key, outcome }) => [JSON.stringify([key.scenario, key.seed, key.arm]), outcome]),
  );
  const side = (scenario: string, seed: string, arm: string) => ({
    ...MISSING_OUTCOME,
    outcome: outcomes.get(JSON.stringify([scenario, seed, arm])) ?? ("missing" as const),
  });
  return experiment.comparisons.filter((spec) => {
    const units = experiment.seeds.flatMap((seed) =>
      spec.stress.map((scenario) => ({
        scenario,
        seed,
        control: side(scenario, seed, spec.control),
        treatment: side(scenario, seed, spec.treatment),
        diverged: null,
        prefixIdentical: null,
      })),
    );
    const plan = comparisonPlanOf(experiment, spec, { simulated: false, scenarios: spec.stress.length });
    return lookAtComparison(units, experiment, spec, { plan, facts: NO_FACTS }).decision === "continue";
  });
}

/** The same where a verdict is aimed at: it may rest on anything known of a pair, on calibrations and on the judge. */
async function openByVerdict(
  store: Store,
  experiment: Experiment,
  provenance: Provenance,
): Promise<readonly ComparisonSpec[]> {
  const calibration = await calibrationsFor(store, { experiment, provenance });
  const isQualified = await qualificationOf(store, experiment.id);
  const open: ComparisonSpec[] = [];
  for (const spec of experiment.comparisons) {
    const units = await store.pairedUnits(experiment.id, requestFor(spec, spec.stress, "original"));
    const plan = comparisonPlanOf(experiment, spec, {
      simulated: provenance.simulated,
      scenarios: spec.stress.length,
    });
    const facts = {
      ...NO_FACTS,
      calibration: await calibration(spec, spec.stress),
      judgeQualified: isQualified(spec.stress),
    };
    if (lookAtComparison(units, experiment, spec, { plan, facts }).decision === "continue") open.push(spec);
  }
  return open;
}
