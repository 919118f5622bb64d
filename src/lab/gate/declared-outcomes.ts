/** Holds a candidate alone to what its scenarios declare: on the simulated model each of them passes with its flag on. */

import { flagNamed } from "../../core/flag-catalogue.ts";
import type { GatePart } from "../../core/gate.ts";
import type { PairedUnit } from "../../core/pairs.ts";
import { planAblation } from "../../plan/ablation.ts";
import { identify } from "../../plan/identity.ts";
import type { RunLock } from "../../record/run-lock.ts";
import { modelSettings, pricesFor } from "../endpoint/model-access.ts";
import { readStore } from "../environment/read-store.ts";
import { conduct } from "../experiment/conduct.ts";
import type { GateTask } from "./gate-request.ts";
import type { GateSetup } from "./gate-setup.ts";

/** Marks a scenario whose simulated model draws its outcome by chance, so that it declares none. */
const OUTCOME_VARIES = "outcome-varies";

/** Most failing trials that are named. */
const NAMED = 5;

/**
 * Runs the ablation of every flag that the scripted scenarios stress; a trial that fails with the flag on is a failing test.
 * A scenario tagged `outcome-varies` is left out.
 */
export async function declaredOutcomes(
  setup: GateSetup,
  {
    request,
    lock,
    scripted,
    seeds,
  }: {
    readonly request: GateTask;
    readonly lock: RunLock | null;
    readonly scripted: GateSetup["scenarios"];
    readonly seeds: readonly string[];
  },
): Promise<{ readonly part: GatePart; readonly experiment: string | null }> {
  const declaring = scripted.filter(({ scenario }) => !scenario.tags.includes(OUTCOME_VARIES));
  const stressed = declaring.filter(({ scenario }) => scenario.role === "stress");
  const flags = [...new Set(stressed.flatMap(({ scenario }) => scenario.targets))].filter(
    (name) => flagNamed(name)?.built,
  );
  if (flags.length === 0)
    return {
      part: {
        name: "simulated",
        state: "not-run",
        detail: "no selected scenario stresses a flag that is built",
      },
      experiment: null,
    };
  const { harnessDigest } = setup;
  const { settings } = setup.draft;
  const experiment = identify(
    planAblation({ flags, scenarios: declaring, seeds, model: modelSettings({}), settings }),
    { scenarios: declaring, harnessDigest },
  );
  const { db, width, fresh, console, quarantine } = request;
  const prices = await pricesFor(experiment.model);
  await conduct({ experiment, scenarios: declaring, harnessDigest, prices, db, width, fresh, lock, console });
  const units = await readStore(db, (store) =>
    Promise.all(
      experiment.comparisons.map(({ control, treatment, stress, controls }) =>
        store.pairedUnits(experiment.id, {
          control,
          treatment,
          flagId: null,
          scenarios: [...stress, ...controls],
        }),
      ),
    ),
  );
  const aside = new Set(quarantine?.scenarios.map(({ id }) => id));
  const asked = units.flat().filter((unit) => seeds.includes(unit.seed) && !aside.has(unit.scenario));
  return { part: partOf(asked), experiment: experiment.id };
}

function partOf(units: readonly PairedUnit[]): GatePart {
  const having = (...outcomes: readonly string[]) =>
    units.filter(({ treatment }) => outcomes.includes(treatment.outcome));
  const [failed, lost] = [having("fail"), having("error", "missing", "budget", "unscored")];
  const of = `${units.length} trials with the flag on`;
  if (failed.length > 0)
    return {
      name: "simulated",
      state: "regression",
      detail: `${failed.length} of ${of} fail what their scenario declares: ${nameOf(failed)}`,
    };
  if (lost.length > 0 || units.length === 0)
    return {
      name: "simulated",
      state: "broken",
      detail: `${lost.length} of ${of} have no result${lost.length > 0 ? `: ${nameOf(lost)}` : ""}`,
    };
  return { name: "simulated", state: "pass", detail: `all ${of} pass what their scenario declares` };
}

function nameOf(units: readonly PairedUnit[]): string {
  const names = units.map(({ scenario, seed }) => `${scenario} seed ${seed}`);
  const more = names.length - NAMED;
  return names.slice(0, NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
