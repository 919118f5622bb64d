/** Compares an experiment as it was run with the plan that was frozen before it. */

import { answeringPart } from "../../core/effective-arm.ts";
import { endpointOf } from "../../core/endpoint-address.ts";
import type { ComparisonSpec, Experiment, Provenance } from "../../core/experiment.ts";
import { FIXED_RULE } from "../../core/experiment.ts";
import type { PlanContent } from "../../core/frozen-plan.ts";
import { canonicalJson } from "../../core/json.ts";

/** Facts of an experiment as it was run. */
export interface Actual {
  readonly experiment: Experiment;
  readonly provenance: Provenance;
  /** Seeds of which some trial is stored, in the experiment's order. */
  readonly seedsRun: readonly string[];
  /** Every comparison ended by the plan's own stopping rule, so that fewer seeds are not a deviation. */
  readonly stoppedByRule: boolean;
  /** Trials that had begun when the plan was frozen. */
  readonly trialsBefore: number;
}

/** Each deviation as one sentence; none = followed to the letter. */
export function deviationsFrom(plan: PlanContent, actual: Actual): readonly string[] {
  const { experiment, provenance } = actual;
  return [
    ...(actual.trialsBefore === 0
      ? []
      : [`${actual.trialsBefore} trials had begun when the plan was frozen`]),
    ...seedDeviations(plan, actual),
    ...scenarioDeviations(plan, provenance),
    ...modelDeviations(plan, experiment),
    ...(plan.harnessDigest === provenance.harnessDigest
      ? []
      : [`another harness source: ${provenance.harnessDigest} ran, ${plan.harnessDigest} was planned`]),
    ...armDeviations(plan, experiment),
    ...comparisonDeviations(plan.comparisons, experiment.comparisons),
    ...changesOf("decision rule", plan.rule, experiment.rule ?? FIXED_RULE),
    ...changesOf("settings", plan.settings, experiment.settings),
    ...changesOf("design", plan.design?.kind ?? null, experiment.design?.kind ?? null),
    ...changesOf("independent arms", plan.independent, experiment.independent),
  ];
}

function changesOf(what: string, planned: unknown, ran: unknown): readonly string[] {
  const [before, after] = [canonicalJson(planned), canonicalJson(ran)];
  return before === after ? [] : [`another ${what}: ${after} ran, ${before} was planned`];
}

function seedDeviations({ seeds }: PlanContent, actual: Actual): readonly string[] {
  const more = actual.seedsRun.filter((seed) => !seeds.includes(seed));
  const fewer = seeds.filter((seed) => !actual.seedsRun.includes(seed));
  return [
    ...(more.length === 0
      ? []
      : [
          `more seeds: ${more.length} that were not planned (${someOf(more)}), beside ${seeds.length} that were`,
        ]),
    ...(fewer.length === 0 || actual.stoppedByRule
      ? []
      : [`fewer seeds: ${fewer.length} of ${seeds.length} planned did not run (${someOf(fewer)})`]),
  ];
}

function scenarioDeviations(
  { scenarioDigests: planned }: PlanContent,
  { scenarioDigests: ran }: Provenance,
): readonly string[] {
  const added = Object.keys(ran).filter((id) => !(id in planned));
  const dropped = Object.keys(planned).filter((id) => !(id in ran));
  const edited = Object.keys(planned).filter((id) => id in ran && planned[id] !== ran[id]);
  return [
    ...(added.length === 0 ? [] : [`scenarios that were not planned: ${someOf(added)}`]),
    ...(dropped.length === 0 ? [] : [`planned scenarios that were left out: ${someOf(dropped)}`]),
    ...(edited.length === 0 ? [] : [`scenarios changed since the plan: ${someOf(edited)}`]),
  ];
}

function modelDeviations({ model, endpoint }: PlanContent, experiment: Experiment): readonly string[] {
  const ran = endpointOf(experiment.model.baseUrl);
  // A plan without an endpoint may come from a time when none was kept.
  const elsewhere =
    endpoint === undefined || endpoint === ran
      ? []
      : [`another endpoint: ${ran ?? "the default one"} was asked, ${endpoint} was planned`];
  const settings = (Object.keys(model) as (keyof typeof model)[])
    .filter((field) => model[field] !== experiment.model[field])
    .map(
      (field) =>
        `another model setting, ${field}: ${JSON.stringify(experiment.model[field])} ran, ${JSON.stringify(model[field])} was planned`,
    );
  return [...settings, ...elsewhere];
}

function armDeviations({ arms }: PlanContent, experiment: Experiment): readonly string[] {
  const essence = (all: PlanContent["arms"]) =>
    all.map(({ harness, flags, settings, model }) =>
      canonicalJson({ harness, flags, settings, model: model && answeringPart(model) }),
    );
  const [planned, ran] = [essence(arms), essence(experiment.arms)];
  const foreign = experiment.arms.filter((_, place) => !planned.includes(ran[place] ?? ""));
  const absent = arms.filter((_, place) => !ran.includes(planned[place] ?? ""));
  return [
    ...(foreign.length === 0
      ? []
      : [`arms that were not planned: ${someOf(foreign.map(({ name }) => name))}`]),
    ...(absent.length === 0
      ? []
      : [`planned arms that were left out: ${someOf(absent.map(({ name }) => name))}`]),
  ];
}

function comparisonDeviations(
  planned: readonly ComparisonSpec[],
  ran: readonly ComparisonSpec[],
): readonly string[] {
  const key = ({ id, control, treatment, exploratory, aim, margin }: ComparisonSpec) =>
    canonicalJson({ id, control, treatment, exploratory, aim, margin });
  const [before, after] = [planned.map(key), ran.map(key)];
  const added = ran.filter((_, place) => !before.includes(after[place] ?? "")).map(({ id }) => id);
  const dropped = planned.filter((_, place) => !after.includes(before[place] ?? "")).map(({ id }) => id);
  return [
    ...(added.length === 0 ? [] : [`comparisons that were not planned: ${someOf(added)}`]),
    ...(dropped.length === 0 ? [] : [`planned comparisons that were left out: ${someOf(dropped)}`]),
  ];
}

function someOf(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(", ");
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
