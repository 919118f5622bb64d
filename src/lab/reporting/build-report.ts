/** Builds the report document of an experiment from what the store holds: read by SQL, judged by `analyse`. */

import { compare } from "../../analyse/compare.ts";
import { type Contender, compareFamily } from "../../analyse/compare-family.ts";
import type { Look } from "../../analyse/looked-at.ts";
import { modelContrasts } from "../../analyse/model-contrasts.ts";
import type { Comparison } from "../../core/comparison.ts";
import { NO_FACTS } from "../../core/comparison-facts.ts";
import type { ComparisonSpec, Experiment, Provenance } from "../../core/experiment.ts";
import type { Flag, FlagValues } from "../../core/flag.ts";
import type { GradingFacts } from "../../core/judge-report.ts";
import { isAbsent, type PairedUnit } from "../../core/pairs.ts";
import type {
  ExperimentReport,
  GridRow,
  ReportSection,
  TranscriptPair,
  TranscriptSide,
} from "../../core/report-document.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import { outcomeOf, type Score } from "../../core/score.ts";
import { type GradedTrial, trialId } from "../../core/trial.ts";
import type { Store, StoredPair } from "../../record/store-port.ts";
import { calibrationsFor, type FindCalibration } from "../calibration/find-calibration.ts";
import { type IsQualified, judgeFactsOf, qualification } from "../judging/judge-facts.ts";
import { comparisonPlanOf, flagOf, lookAtComparison, requestFor } from "../planning/comparison-plan.ts";
import { differencesOf, matchingOf } from "./arm-facts.ts";
import { designOf } from "./design-outcomes.ts";
import { paidTotals } from "./paid.ts";
import { processOf } from "./process-facts.ts";
import { reportNotes } from "./report-notes.ts";
import { stoppingFacts } from "./stopping-facts.ts";

/** Transcript pairs shown per flag; the rest stays in the store. */
const TRANSCRIPTS = 6;

/** The report of one stored experiment. */
export async function buildReport(
  store: Store,
  experimentId: string,
  shown: GradingFacts["shown"] = "original",
): Promise<ExperimentReport> {
  const { experiment, provenance, scenarios } = await store.loadExperiment(experimentId);
  const judge = await judgeFactsOf(store, experiment, scenarios);
  const grading = await store.gradingDigests(experiment.id, shown);
  const setup: ReportSetup = {
    store,
    experiment,
    provenance,
    scenarios,
    grading: shown,
    isQualified: qualification(judge, scenarios, grading),
    calibration: await calibrationsFor(store, { experiment, provenance }),
  };
  const pairs = await Promise.all(experiment.comparisons.map((spec) => pairsOf(setup, spec)));
  const stressed = await Promise.all(
    experiment.comparisons.map((spec, index) =>
      contenderOver(setup, spec, judgedScenarios(spec), pairs[index] ?? []),
    ),
  );
  const judged = compareFamily(stressed);
  const sections: ReportSection[] = [];
  for (const [index, spec] of experiment.comparisons.entries()) {
    const comparison = judged[index];
    if (!comparison) throw new Error(`no comparison was made for ${spec.id}`);
    sections.push(
      await sectionOf(
        setup,
        spec,
        { pairs: pairs[index] ?? [], comparison, look: stressed[index]?.look ?? null },
        new Map(scenarios.map((loaded) => [loaded.scenario.id, loaded.scenario.purpose])),
      ),
    );
  }
  return {
    format: "harness-lab-report/1",
    title: experiment.name,
    generatedAt: new Date().toISOString(),
    origin: "experiment",
    experiment,
    provenance,
    basis: provenance.simulated ? "simulated" : "real",
    answeredBy: await store.answeredBy(experiment.id),
    totals: paidTotals(await store.totals(experiment.id), experiment),
    sections,
    ...(judge ? { judge } : {}),
    grading,
    ...(experiment.design
      ? {
          design: await designOf(store, experiment, { comparisons: judged, simulated: provenance.simulated }),
        }
      : {}),
    ...modelsIn(experiment, judged),
    process: await processOf(
      store,
      experiment,
      provenance,
      stressed.length > 0 && stressed.every(({ look }) => look !== null && look.decision !== "continue"),
    ),
    notes: reportNotes({ experiment, sections }),
  };
}

/** The variants over the models, where the experiment runs them on several. */
function modelsIn(
  { comparisons }: Experiment,
  judged: readonly Comparison[],
): Pick<ExperimentReport, "models"> {
  const all = comparisons.flatMap(({ onModel }, place) => {
    const comparison = judged[place];
    return onModel && comparison ? [{ ...onModel, comparison }] : [];
  });
  return all.length === 0 ? {} : { models: modelContrasts(all) };
}

/** Surroundings that every comparison of a report is read with. */
interface ReportSetup {
  readonly store: Store;
  readonly experiment: Experiment;
  readonly provenance: Provenance;
  readonly scenarios: readonly LoadedScenario[];
  readonly calibration: FindCalibration;
  readonly grading: GradingFacts["shown"];
  readonly isQualified: IsQualified;
}

/** Every pair of a comparison, run or not: of its stress scenarios, then of its controls. */
function pairsOf({ store, experiment, grading }: ReportSetup, spec: ComparisonSpec) {
  return store.pairs(experiment.id, requestFor(spec, [...spec.stress, ...spec.controls], grading));
}

/** Basis of a comparison over some scenarios, with its state when it is a sequential one over its stress scenarios. */
type Read = Contender & { readonly look: Look | null };

/** Subject of the verdict: the scenarios that stress the flag, or the controls where there are no others. */
function judgedScenarios({ stress, controls }: ComparisonSpec): readonly string[] {
  return stress.length === 0 ? controls : stress;
}

async function contenderOver(
  { experiment, provenance, calibration, isQualified }: ReportSetup,
  spec: ComparisonSpec,
  scenarios: readonly string[],
  pairs: readonly StoredPair[],
): Promise<Read> {
  const units = pairs.flatMap(({ unit }) => (scenarios.includes(unit.scenario) ? [unit] : []));
  const plan = comparisonPlanOf(experiment, spec, {
    simulated: provenance.simulated,
    scenarios: scenarios.length,
    over: scenarios === spec.controls ? "controls" : undefined,
  });
  const facts = {
    ...NO_FACTS,
    calibration: await calibration(spec, scenarios),
    judgeQualified: isQualified(scenarios),
  };
  if (plan.design === "fixed") return { units, plan, facts, look: null };
  if (scenarios !== spec.stress) return { units: units.filter(hasRun), plan, facts, look: null };
  const look = lookAtComparison(units, experiment, spec, { plan, facts });
  return { units: look.units, plan, facts: { ...facts, stopped: look.decision }, look };
}

function hasRun({ control, treatment }: PairedUnit): boolean {
  return !(isAbsent(control.outcome) && isAbsent(treatment.outcome));
}

/** The control scenarios, judged alone: they are not part of the campaign's family. */
async function compareControls(
  setup: ReportSetup,
  spec: ComparisonSpec,
  pairs: readonly StoredPair[],
): Promise<Comparison> {
  const { units, plan, facts } = await contenderOver(setup, spec, spec.controls, pairs);
  return compare(units, plan, facts);
}

async function sectionOf(
  setup: ReportSetup,
  spec: ComparisonSpec,
  {
    pairs,
    comparison,
    look,
  }: {
    readonly pairs: readonly StoredPair[];
    readonly comparison: Comparison;
    readonly look: Look | null;
  },
  purposes: ReadonlyMap<string, string>,
): Promise<ReportSection> {
  const { store, experiment } = setup;
  const flag = flagOf(spec);
  const arms = { control: spec.control, treatment: spec.treatment, flagId: flag?.id ?? null };
  const controls =
    spec.controls.length === 0 || spec.stress.length === 0 ? null : await compareControls(setup, spec, pairs);
  const grid = pairs.map((pair) => gridRow(pair, spec));
  const shown = grid.filter((row) => row.control.trial && row.treatment.trial && isNotable(row));
  const transcripts = await transcriptsOf(setup, shown.slice(0, TRANSCRIPTS), purposes);
  const differs = differencesOf(experiment, spec, setup.scenarios);
  const controlFlags = flagsOfArm(experiment, spec.control);
  const treatmentFlags = flagsOfArm(experiment, spec.treatment);
  return {
    flag: spec.flag,
    summary: flag?.summary ?? `${spec.treatment} compared with ${spec.control}`,
    controlFlags,
    treatmentFlags,
    differs: differs.flags,
    ...(differs.others.length > 0 ? { otherDifferences: differs.others } : {}),
    context: contextOf(experiment, spec, flag),
    comparison,
    controls,
    grid,
    purposes: await store.purposeRows(experiment.id, {
      ...arms,
      scenarios: judgedScenarios(spec),
    }),
    transcripts,
    transcriptsLeftOut: Math.max(0, shown.length - TRANSCRIPTS),
    matching: matchingOf(experiment, spec),
    ...(experiment.design || spec.onModel ? { title: spec.id } : {}),
    ...(look ? { stopping: stoppingFacts(look, comparison, experiment.seeds.length) } : {}),
  };
}

/** The seed-by-seed grid shows pairs of stress scenarios, then of controls. */
function gridRow({ unit, control, treatment }: StoredPair, { stress }: ComparisonSpec): GridRow {
  const { scenario, seed, diverged } = unit;
  const role = stress.includes(scenario) ? "stress" : "control";
  return { scenario, seed, role, control, treatment, diverged };
}

/** Both transcripts of these pairs, read at once. */
async function transcriptsOf(
  { store, grading }: ReportSetup,
  rows: readonly GridRow[],
  purposes: ReadonlyMap<string, string>,
): Promise<readonly TranscriptPair[]> {
  const ids = rows.flatMap(({ control, treatment }) => [control.trial, treatment.trial]).filter(isKnown);
  const trials = new Map((await store.loadTrials(ids)).map((trial) => [trialId(trial.outcome.key), trial]));
  const sides = async ({ trial: id }: GridRow["control"]) => {
    const trial = id === null ? undefined : trials.get(id);
    if (id === null || trial === undefined) throw new Error("a pair that is shown has both trials");
    return sideOf(id, trial, grading === "latest" ? (await store.gradings(id)).at(-1)?.scores : undefined);
  };
  return Promise.all(
    rows.map(async ({ scenario, seed, control, treatment }) => ({
      scenario,
      seed,
      purpose: purposes.get(scenario) ?? "",
      control: await sides(control),
      treatment: await sides(treatment),
    })),
  );
}

function isKnown(id: string | null): id is string {
  return id !== null;
}

/** Values held in both arms: a flag's own context, and in a design that of the others with the others themselves. */
function contextOf(
  { design, ...experiment }: Experiment,
  spec: ComparisonSpec,
  flag: Flag | null,
): FlagValues {
  if (!design) return flag?.context ?? {};
  const others = design.flags.filter((name) => name !== spec.flag);
  const held = [
    ...others,
    ...design.flags.flatMap((name) => Object.keys(flagOf({ flag: name })?.context ?? {})),
  ];
  const { flags } = armOf(experiment, spec.control);
  return Object.fromEntries(held.flatMap((name) => (name in flags ? [[name, flags[name] ?? false]] : [])));
}

/** Discordant pairs and pairs in which something broke are worth reading. */
function isNotable(row: GridRow): boolean {
  return row.control.outcome !== row.treatment.outcome || row.control.outcome === "error";
}

function sideOf(id: string, trial: GradedTrial, newest?: readonly Score[]): TranscriptSide {
  const scores = newest ?? trial.scores;
  return {
    trial: id,
    arm: trial.outcome.key.arm,
    outcome: trial.outcome.error ? "error" : outcomeOf(scores),
    error: trial.outcome.error?.message ?? null,
    turns: trial.outcome.turns,
    scores,
    // Requests and replies are `show`'s: they would make the document many times as large.
    calls: trial.outcome.calls.map(({ index, purpose, feature, usage, costUsd, source }) => ({
      index,
      purpose,
      feature,
      usage,
      costUsd,
      source,
    })),
  };
}

function armOf(experiment: Pick<Experiment, "arms">, name: string) {
  const arm = experiment.arms.find((candidate) => candidate.name === name);
  if (!arm) throw new Error(`the experiment has no arm ${name}`);
  return arm;
}

function flagsOfArm(experiment: Experiment, name: string): FlagValues {
  return armOf(experiment, name).flags;
}
