/** Freezes a plan: its content and digest are stored before the first trial, so that reports can be held to it. */

import { digestOf } from "../../core/digest.ts";
import { endpointOf } from "../../core/endpoint-address.ts";
import { LabError } from "../../core/errors.ts";
import { FIXED_RULE } from "../../core/experiment.ts";
import type { ExperimentPlan } from "../../core/experiment-plan.ts";
import type { FrozenPlan, PlanContent } from "../../core/frozen-plan.ts";
import { isSimulated } from "../../core/model-settings.ts";
import { withStore } from "../../record/store.ts";
import { provenanceOf } from "../environment/provenance.ts";
import { ALPHA } from "./comparison-plan.ts";
import type { Prepared } from "./prepare.ts";

/** Stores the plan; refused once a trial of the experiment is stored. An equal plan that is frozen already is given back. */
export async function freezePlan(prepared: Prepared, plan: ExperimentPlan, db: string): Promise<FrozenPlan> {
  const content = await contentOf(prepared, plan);
  const digest = digestOf(content);
  return withStore(db, "write", async (store) => {
    const { experiment } = prepared;
    const before = (await store.frozenPlans(experiment)).find((one) => one.digest === digest);
    if (before) return before;
    const [trial] = await store.trials({ experiment: experiment.id, limit: 1 });
    if (trial)
      throw new LabError({
        code: "too-late-to-freeze",
        what: `trials of this experiment are stored already, the first listed began at ${trial.startedAt}: a plan written now would not be one`,
        where: `experiment ${experiment.id}`,
        remedy:
          "freeze before the first run; for a confirmation, plan it with other seeds in another store (--db)",
      });
    const frozen = { digest, frozenAt: new Date().toISOString(), content };
    await store.freezePlan(frozen);
    return frozen;
  });
}

async function contentOf(
  { experiment, scenarios, harnessDigest, prices }: Prepared,
  plan: ExperimentPlan,
): Promise<PlanContent> {
  const { model, toolProtocol, temperature, sendSeed } = experiment.model;
  const endpoint = endpointOf(experiment.model.baseUrl);
  const provenance = await provenanceOf(scenarios, {
    simulated: isSimulated(experiment.model),
    priceTable: prices.describe(),
    harnessDigest,
  });
  return {
    name: experiment.name,
    experiment: experiment.id,
    arms: experiment.arms,
    comparisons: experiment.comparisons,
    design: experiment.design ?? null,
    rule: experiment.rule ?? FIXED_RULE,
    alpha: ALPHA,
    seeds: experiment.seeds,
    settings: experiment.settings,
    independent: experiment.independent,
    model: { model, toolProtocol, temperature, sendSeed },
    ...(endpoint === null ? {} : { endpoint }),
    harnessDigest,
    scenarioDigests: provenance.scenarioDigests,
    expected: plan.comparisons.map((one) => ({
      comparison: one.id,
      pairs: one.plan.pairs,
      power: one.plan.power,
      minimumDetectable: one.plan.minimumDetectable,
    })),
  };
}
