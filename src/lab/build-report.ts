/** Builds the report document of an experiment from what the store holds: read by SQL, judged by `analyse`. */

import { adjustFamily } from "../analyse/adjust-family.ts";
import { compare } from "../analyse/compare.ts";
import type { Comparison, ComparisonPlan } from "../core/comparison.ts";
import type { ComparisonSpec, Experiment, Provenance } from "../core/experiment.ts";
import type { Flag, FlagValues } from "../core/flag.ts";
import { flagNamed } from "../core/flag-catalogue.ts";
import type {
  ExperimentReport,
  GridRow,
  MatchingFacts,
  ReportSection,
  TranscriptPair,
  TranscriptSide,
} from "../core/report-document.ts";
import { outcomeOf } from "../core/score.ts";
import type { GradedTrial } from "../core/trial.ts";
import { differingFlags } from "../plan/arms.ts";
import type { Store } from "../record/store-port.ts";
import { calibrationNotes } from "./calibration-notes.ts";
import { calibrationsFor, type FindCalibration } from "./find-calibration.ts";

/** Transcript pairs shown per flag; the rest stays in the store. */
const TRANSCRIPTS = 6;
/** STATISTICS 11: exploratory ablation. */
const DELTA_MIN = 0.2;

/** The report of one stored experiment. */
export async function buildReport(store: Store, experimentId: string): Promise<ExperimentReport> {
  const { experiment, provenance, scenarios } = await store.loadExperiment(experimentId);
  const grounds: Grounds = {
    store,
    experiment,
    provenance,
    calibration: await calibrationsFor(store, { experiment, provenance }),
  };
  const stressed = await Promise.all(
    experiment.comparisons.map((spec) => compareOver(grounds, spec, spec.stress)),
  );
  const judged = adjustFamily(stressed);
  const sections: ReportSection[] = [];
  for (const [index, spec] of experiment.comparisons.entries()) {
    const comparison = judged[index];
    if (!comparison) throw new Error(`no comparison was made for ${spec.id}`);
    sections.push(
      await sectionOf(
        grounds,
        spec,
        comparison,
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
    totals: await store.totals(experiment.id),
    sections,
    notes: notesOf(experiment, provenance, sections),
  };
}

/** What every comparison of a report is read with. */
interface Grounds {
  readonly store: Store;
  readonly experiment: Experiment;
  readonly provenance: Provenance;
  readonly calibration: FindCalibration;
}

async function compareOver(
  { store, experiment, provenance, calibration }: Grounds,
  spec: ComparisonSpec,
  scenarios: readonly string[],
): Promise<Comparison> {
  const flag = spec.flag === null ? null : (flagNamed(spec.flag) ?? null);
  const units = await store.pairedUnits(experiment.id, {
    control: spec.control,
    treatment: spec.treatment,
    flagId: flag?.id ?? null,
    scenarios,
  });
  const plan = planOf(experiment, provenance, spec, flag, scenarios.length * experiment.seeds.length);
  return compare(units, { ...plan, aa: await calibration(spec, scenarios) });
}

function planOf(
  experiment: Experiment,
  provenance: Provenance,
  spec: ComparisonSpec,
  flag: Flag | null,
  planned: number,
): ComparisonPlan {
  return {
    id: spec.id,
    flag: spec.flag,
    control: spec.control,
    treatment: spec.treatment,
    purpose: provenance.simulated ? "mechanism" : "benefit",
    design: "fixed",
    alpha: 0.05,
    deltaMin: DELTA_MIN,
    family: experiment.comparisons.length,
    simulated: provenance.simulated,
    pairing: "seed",
    flagMakesCalls: (flag?.ownPurposes.length ?? 0) > 0,
    planned,
    aa: null,
    orderKnown: true,
    adjustedP: null,
  };
}

async function sectionOf(
  grounds: Grounds,
  spec: ComparisonSpec,
  comparison: Comparison,
  purposes: ReadonlyMap<string, string>,
): Promise<ReportSection> {
  const { store, experiment } = grounds;
  const flag = spec.flag === null ? null : (flagNamed(spec.flag) ?? null);
  const arms = { control: spec.control, treatment: spec.treatment, flagId: flag?.id ?? null };
  const controls = spec.controls.length === 0 ? null : await compareOver(grounds, spec, spec.controls);
  const grid: readonly GridRow[] = await store.gridRows(experiment.id, {
    ...arms,
    stress: spec.stress,
    controls: spec.controls,
  });
  const shown = grid.filter((row) => row.control.trial && row.treatment.trial && isNotable(row));
  const transcripts: TranscriptPair[] = [];
  for (const row of shown.slice(0, TRANSCRIPTS)) {
    if (!row.control.trial || !row.treatment.trial) continue;
    transcripts.push({
      scenario: row.scenario,
      seed: row.seed,
      purpose: purposes.get(row.scenario) ?? "",
      control: sideOf(await store.loadTrial(row.control.trial), row.control.trial),
      treatment: sideOf(await store.loadTrial(row.treatment.trial), row.treatment.trial),
    });
  }
  const controlFlags = flagsOfArm(experiment, spec.control);
  const treatmentFlags = flagsOfArm(experiment, spec.treatment);
  return {
    flag: spec.flag,
    summary: flag?.summary ?? `${spec.treatment} compared with ${spec.control}`,
    controlFlags,
    treatmentFlags,
    differs: differingFlags(armOf(experiment, spec.control), armOf(experiment, spec.treatment)),
    context: flag?.context ?? {},
    comparison,
    controls,
    grid,
    purposes: await store.purposeRows(experiment.id, {
      ...arms,
      scenarios: spec.stress,
    }),
    transcripts,
    transcriptsLeftOut: Math.max(0, shown.length - TRANSCRIPTS),
    matching: matchingOf(experiment),
  };
}

/** Discordant pairs and pairs in which something broke are worth reading. */
function isNotable(row: GridRow): boolean {
  return row.control.outcome !== row.treatment.outcome || row.control.outcome === "error";
}

function sideOf(trial: GradedTrial, id: string): TranscriptSide {
  return {
    trial: id,
    arm: trial.outcome.key.arm,
    outcome: trial.outcome.error ? "error" : outcomeOf(trial.scores),
    error: trial.outcome.error?.message ?? null,
    turns: trial.outcome.turns,
    scores: trial.scores,
    calls: trial.outcome.calls,
  };
}

function armOf(experiment: Experiment, name: string) {
  const arm = experiment.arms.find((candidate) => candidate.name === name);
  if (!arm) throw new Error(`the experiment has no arm ${name}`);
  return arm;
}

function flagsOfArm(experiment: Experiment, name: string): FlagValues {
  return armOf(experiment, name).flags;
}

function matchingOf(experiment: Experiment): MatchingFacts {
  const simulated = experiment.model.model === "simulated";
  return {
    world: "matched",
    user: "matched",
    faults: "matched",
    replies: experiment.independent
      ? "not matched: every arm samples on its own"
      : "matched wherever both arms send the same request at the same place",
    sampling: experiment.model.sendSeed
      ? simulated
        ? "matched"
        : "seed sent with every request; whether the endpoint honours it is told by doctor"
      : "not matched: no seed is sent",
    order: "random inside each block, recorded",
  };
}

function notesOf(
  experiment: Experiment,
  provenance: Provenance,
  sections: readonly ReportSection[],
): readonly string[] {
  const notes: string[] = [];
  if (provenance.simulated)
    notes.push(
      "Simulated model: these runs prove that mechanisms work as described, never that they benefit a real model.",
    );
  if (experiment.model.priceLike)
    notes.push(
      `Costs are as if every call were priced like ${experiment.model.priceLike}; the model itself has no price here.`,
    );
  return [...notes, ...calibrationNotes(experiment, sections)];
}
