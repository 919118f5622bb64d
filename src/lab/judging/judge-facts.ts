/** Facts of an experiment's judge: its rubrics, and its agreement with labels on each of them. */

import { answererOf } from "../../core/endpoint-address.ts";
import type { Experiment } from "../../core/experiment.ts";
import type { GradingFacts, JudgeFacts } from "../../core/judge-report.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import { checksDigest } from "../../grade/checks-digest.ts";
import { JUDGE_WORDING } from "../../grade/judge-check.ts";
import type { Store } from "../../record/store-port.ts";

/** The rubrics that decide outcomes of a scenario. */
export function rubricsOf({ scenario }: LoadedScenario): readonly string[] {
  return scenario.expect.flatMap((check) => ("judge" in check ? [check.judge.rubric] : []));
}

/** The judge with its newest check on every rubric; null when the experiment names none. */
export async function judgeFactsOf(
  store: Store,
  experiment: Experiment,
  scenarios: readonly LoadedScenario[],
): Promise<JudgeFacts | null> {
  const { judge, model } = experiment;
  if (!judge) return null;
  const checks = (await store.judgeChecks()).filter(
    (check) => check.judge === answererOf(judge) && check.wording === JUDGE_WORDING,
  );
  const rubrics = [...new Set(scenarios.flatMap(rubricsOf))].sort();
  return {
    model: judge.model,
    baseUrl: judge.baseUrl,
    judgesItself: answererOf(judge) === answererOf(model),
    rubrics: rubrics.map((rubric) => ({
      rubric,
      scenarios: scenarios
        .filter((loaded) => rubricsOf(loaded).includes(rubric))
        .map((loaded) => loaded.scenario.id),
      checked: checks.find((check) => check.rubric === rubric) ?? null,
    })),
  };
}

/** The same for a stored experiment by its first gradings. */
export async function qualificationOf(store: Store, experimentId: string): Promise<IsQualified> {
  const { experiment, scenarios } = await store.loadExperiment(experimentId);
  if (!experiment.judge) return () => false;
  const facts = await judgeFactsOf(store, experiment, scenarios);
  return qualification(facts, scenarios, await store.gradingDigests(experiment.id, "original"));
}

/** Test of a set of scenarios: their outcomes rest on qualified verdicts alone. */
export type IsQualified = (scenarios: readonly string[]) => boolean;

/**
 * True where the judge may gate on every rubric it decides by. A grading by other checks than the stored scenario's may
 * rest on another rubric or judge, of which this says nothing, so it is not qualified.
 */
export function qualification(
  facts: JudgeFacts | null,
  loaded: readonly LoadedScenario[],
  grading: GradingFacts,
): IsQualified {
  // Trials of an earlier version were graded under the judge's bare name.
  const names = facts === null ? [null] : [answererOf(facts), facts.model];
  const known = new Map(
    loaded.map(({ scenario, file }) => [
      scenario.id,
      names.map((name) => checksDigest(scenario, file, name)),
    ]),
  );
  return (scenarios) => {
    if (facts === null) return false;
    const sameChecks = grading.digests
      .filter(({ scenario }) => scenarios.includes(scenario))
      .every(({ scenario, checksDigest: shown }) => known.get(scenario)?.includes(shown) === true);
    const decisive = facts.rubrics.filter(({ scenarios: those }) =>
      those.some((id) => scenarios.includes(id)),
    );
    return sameChecks && decisive.length > 0 && decisive.every(({ checked }) => checked?.qualified === true);
  };
}
