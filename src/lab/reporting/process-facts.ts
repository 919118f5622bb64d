/** Reads how an experiment came about: its frozen plan with deviations, every run, every discarded attempt. */

import type { Experiment, Provenance } from "../../core/experiment.ts";
import type { FrozenPlan, RunRow } from "../../core/frozen-plan.ts";
import type { DiscardedAttempt, PlanFacts, ProcessFacts } from "../../core/process-report.ts";
import { isSpoiled } from "../../core/trial.ts";
import type { Store, TrialRow } from "../../record/store-port.ts";
import { deviationsFrom } from "../planning/plan-deviations.ts";

/** The facts of a stored experiment; `stoppedByRule` says that no comparison is still open. */
export async function processOf(
  store: Store,
  experiment: Experiment,
  provenance: Provenance,
  stoppedByRule: boolean,
): Promise<ProcessFacts> {
  const trials = await store.trials({ experiment: experiment.id });
  const plan = planFacts(await store.frozenPlans(experiment), trials, {
    experiment,
    provenance,
    stoppedByRule,
  });
  const runs = await store.runs(experiment.id);
  return {
    plan,
    runs,
    discarded: discardedAttempts(trials),
    addedLate:
      plan === null && looksOnce(experiment, provenance) ? addedLate(trials, runs, experiment.seeds) : [],
  };
}

/** A sequential design and a gate allow for their looks, and of a simulated model no p is a claim. */
function looksOnce({ rule, comparisons }: Experiment, { simulated }: Provenance): boolean {
  return !simulated && rule?.design !== "sequential" && comparisons.every(({ kind }) => kind === undefined);
}

/** Seeds whose first trial began after some run had come to its end. */
function addedLate(
  trials: readonly TrialRow[],
  runs: readonly RunRow[],
  seeds: readonly string[],
): readonly string[] {
  const ends = runs.flatMap(({ ending, endedAt }) => (ending === "complete" && endedAt ? [endedAt] : []));
  const first = new Map<string, string>();
  for (const { key, startedAt } of trials) {
    const before = first.get(key.seed);
    if (before === undefined || startedAt < before) first.set(key.seed, startedAt);
  }
  return seeds.filter((seed) => {
    const began = first.get(seed);
    return began !== undefined && ends.some((end) => end < began);
  });
}

/** The newest plan frozen before the first trial; one frozen only afterwards is shown too, as the deviation it is. */
function planFacts(
  plans: readonly FrozenPlan[],
  trials: readonly TrialRow[],
  run: { readonly experiment: Experiment; readonly provenance: Provenance; readonly stoppedByRule: boolean },
): PlanFacts | null {
  const { experiment } = run;
  const started = trials.map((trial) => trial.startedAt).sort();
  const inTime = plans.filter(({ frozenAt }) => started.every((at) => frozenAt <= at));
  const own = ({ content }: FrozenPlan) => content.experiment === experiment.id;
  const candidates = inTime.length > 0 ? inTime : plans;
  const plan = candidates.findLast(own) ?? candidates.at(-1);
  if (!plan) return null;
  const ran = new Set(trials.map(({ key }) => key.seed));
  return {
    digest: plan.digest,
    frozenAt: plan.frozenAt,
    linkedBy: own(plan) ? "experiment" : "name",
    deviations: deviationsFrom(plan.content, {
      ...run,
      seedsRun: experiment.seeds.filter((seed) => ran.has(seed)),
      trialsBefore: started.filter((at) => at < plan.frozenAt).length,
    }),
    replaced: inTime
      .filter((other) => other !== plan && other.frozenAt <= plan.frozenAt)
      .map(({ digest }) => digest),
  };
}

/** Attempts that a later one replaced, in order of scenario, seed and attempt. */
function discardedAttempts(trials: readonly TrialRow[]): readonly DiscardedAttempt[] {
  const attempts = new Map<string, TrialRow[]>();
  for (const trial of trials.filter(({ superseded }) => superseded)) {
    const { scenario, seed, attempt } = trial.key;
    const key = JSON.stringify([scenario, seed, attempt]);
    attempts.set(key, [...(attempts.get(key) ?? []), trial]);
  }
  return [...attempts.values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const { scenario, seed, attempt } = first.key;
    return [
      {
        scenario,
        seed,
        attempt,
        reason: rows.some(({ error }) => isSpoiled(error)) ? "error" : "fresh",
        outcomes: Object.fromEntries(rows.map(({ key, outcome }) => [key.arm, outcome])),
      } satisfies DiscardedAttempt,
    ];
  });
}
