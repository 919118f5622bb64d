/** Looks in the store for what earlier runs of the same scenarios and model tell a plan: headroom, discordance, sharing, pace. */

import { measurePilot } from "../../analyse/pilot-figures.ts";
import type { Arm } from "../../core/arm.ts";
import { armKey, modelsOf } from "../../core/effective-arm.ts";
import { answererOf } from "../../core/endpoint-address.ts";
import type { ComparisonSpec, Experiment } from "../../core/experiment.ts";
import type { Pilot } from "../../core/experiment-plan.ts";
import { canonicalJson } from "../../core/json.ts";
import type { PairedUnit } from "../../core/pairs.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import type { AskedOfScenario, Store, StoredExperiment } from "../../record/store-port.ts";
import { flagOf } from "./comparison-plan.ts";

export const NO_PILOT: Pilot = { ...measurePilot([], []), experiments: [] };

/** Stored experiments that were asked of the same models in the same way. */
export async function sameModelRuns(
  store: Store,
  experiment: Pick<Experiment, "model" | "arms">,
): Promise<readonly StoredExperiment[]> {
  const essence = (one: Pick<Experiment, "model" | "arms">) =>
    canonicalJson(
      modelsOf(one).map((model) => [
        ...[answererOf(model), model.toolProtocol, model.temperature, model.sendSeed],
      ]),
    );
  const found: StoredExperiment[] = [];
  for (const row of await store.experiments()) {
    if (row.model !== experiment.model.model) continue;
    const stored = await store.loadExperiment(row.id);
    if (essence(stored.experiment) === essence(experiment)) found.push(stored);
  }
  return found;
}

/** Waiting time of one call that was really asked, over all of these runs; null = none was. */
export async function msPerCall(store: Store, runs: readonly StoredExperiment[]): Promise<number | null> {
  let wallMs = 0;
  let asked = 0;
  for (const { experiment } of runs) {
    const totals = await store.totals(experiment.id);
    if (totals.wallMs === null || totals.calls === null) continue;
    wallMs += totals.wallMs;
    asked += totals.calls - (totals.sharedCalls ?? 0);
  }
  return asked === 0 ? null : wallMs / asked;
}

/** Requests of the trials of each scenario in these runs; only scenarios that are still the same. */
export async function askedBefore(
  store: Store,
  runs: readonly StoredExperiment[],
  scenarios: readonly LoadedScenario[],
): Promise<ReadonlyMap<string, AskedOfScenario>> {
  const sums = new Map<string, AskedOfScenario>();
  for (const run of runs)
    for (const row of await store.askedByScenario(run.experiment.id))
      if (hasSame(run, scenarios, row.scenario))
        sums.set(row.scenario, addAsked(sums.get(row.scenario), row));
  return sums;
}

function addAsked(sum: AskedOfScenario | undefined, row: AskedOfScenario): AskedOfScenario {
  if (!sum) return row;
  const plus = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
  return {
    scenario: row.scenario,
    trials: sum.trials + row.trials,
    calls: sum.calls + row.calls,
    inputTokens: plus(sum.inputTokens, row.inputTokens),
    cachedInputTokens: plus(sum.cachedInputTokens, row.cachedInputTokens),
    outputTokens: plus(sum.outputTokens, row.outputTokens),
  };
}

/** Reads what those runs say about one comparison of a planned experiment. */
export async function pilotOf(
  store: Store,
  runs: readonly StoredExperiment[],
  planned: {
    readonly experiment: Experiment;
    readonly spec: ComparisonSpec;
    readonly scenarios: readonly LoadedScenario[];
  },
): Promise<Pilot> {
  const { experiment, spec, scenarios } = planned;
  const pairs: PairedUnit[] = [];
  const controls: boolean[] = [];
  const sources = new Set<string>();
  const armOf = (name: string) => experiment.arms.find((arm) => arm.name === name);
  for (const run of runs) {
    const control = twinOf(run, experiment, armOf(spec.control));
    if (control === undefined) continue;
    const same = spec.stress.filter((id) => hasSame(run, scenarios, id));
    const trials = await store.trials({ experiment: run.experiment.id, arm: control });
    for (const { key, outcome, superseded } of trials) {
      if (superseded || !same.includes(key.scenario) || (outcome !== "pass" && outcome !== "fail")) continue;
      controls.push(outcome === "pass");
      sources.add(run.experiment.id);
    }
    // Pairs of arms that shared nothing on purpose say nothing about arms that share, nor the other way round.
    if (run.experiment.independent !== experiment.independent) continue;
    const treatment = twinOf(run, experiment, armOf(spec.treatment));
    if (treatment === undefined || treatment === control || same.length === 0) continue;
    pairs.push(
      ...(await store.pairedUnits(run.experiment.id, {
        control,
        treatment,
        flagId: flagOf(spec)?.id ?? null,
        scenarios: same,
      })),
    );
  }
  return { ...measurePilot(pairs, controls), experiments: [...sources] };
}

/** The arm of a stored run that is an equal one, by its name there. */
function twinOf(
  { experiment: stored }: StoredExperiment,
  planned: Experiment,
  arm: Arm | undefined,
): string | undefined {
  if (arm === undefined) return undefined;
  return stored.arms.find((other) => armKey(stored, other) === armKey(planned, arm))?.name;
}

function hasSame(run: StoredExperiment, scenarios: readonly LoadedScenario[], id: string): boolean {
  const digest = scenarios.find((loaded) => loaded.scenario.id === id)?.digest;
  return run.scenarios.some((loaded) => loaded.scenario.id === id && loaded.digest === digest);
}
