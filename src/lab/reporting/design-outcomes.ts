/** Reads how every arm of a design did on every scenario and seed, and has it analysed. */

import { designReport } from "../../analyse/design-effects.ts";
import type { Comparison } from "../../core/comparison.ts";
import type { DesignOutcome, DesignReport } from "../../core/design-report.ts";
import type { Experiment } from "../../core/experiment.ts";
import type { Store } from "../../record/store-port.ts";

/** The design section of a report; undefined for an experiment without a design. */
export async function designOf(
  store: Store,
  experiment: Experiment,
  setup: { readonly comparisons: readonly Comparison[]; readonly simulated: boolean },
): Promise<DesignReport> {
  if (!experiment.design) throw new Error(`experiment ${experiment.id} has no design`);
  const rows = await store.trials({ experiment: experiment.id });
  const outcomes = rows
    .filter((row) => !row.superseded)
    .map(
      ({ key, outcome }): DesignOutcome => ({
        scenario: key.scenario,
        seed: key.seed,
        arm: key.arm,
        outcome,
      }),
    );
  return designReport(experiment.design, outcomes, { ...setup, seeds: experiment.seeds.length });
}
