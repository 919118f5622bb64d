/** Reads how an experiment came about: its frozen plan with deviations, every run, every discarded attempt. */

import type { Experiment, Provenance } from "../core/experiment.ts";
import type { FrozenPlan } from "../core/frozen-plan.ts";
import type { DiscardedAttempt, PlanFacts, ProcessFacts } from "../core/process-report.ts";
import type { Store, TrialRow } from "../record/store-port.ts";
import { deviationsFrom } from "./plan-deviations.ts";

/** The facts of a stored experiment; `stoppedByRule` says that no comparison is still open. */
export async function processOf(
  store: Store,
  experiment: Experiment,
  provenance: Provenance,
  stoppedByRule: boolean,
): Promise<ProcessFacts> {
  const trials = await store.trials({ experiment: experiment.id });
  return {
    plan: planFacts(await store.frozenPlans(experiment), trials, { experiment, provenance, stoppedByRule }),
    runs: await store.runs(experiment.id),
    discarded: discardedAttempts(trials),
  };
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
        reason: rows.some(({ error }) => error?.kind === "infrastructure") ? "error" : "fresh",
        outcomes: Object.fromEntries(rows.map(({ key, outcome }) => [key.arm, outcome])),
      } satisfies DiscardedAttempt,
    ];
  });
}
