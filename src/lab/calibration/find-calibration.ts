/** Finds the stored calibration that fits a comparison: same model settings, harness source, control arm and scenarios. */

import { calibrationOf } from "../../analyse/calibration.ts";
import type { Arm } from "../../core/arm.ts";
import type { Calibration } from "../../core/calibration.ts";
import { asRunBy, modelOf } from "../../core/effective-arm.ts";
import { answererOf } from "../../core/endpoint-address.ts";
import { type ComparisonSpec, drawsApart, type Experiment, type Provenance } from "../../core/experiment.ts";
import { canonicalJson } from "../../core/json.ts";
import type { Store } from "../../record/store-port.ts";

/** Looks for a calibration of a comparison's control arm on some scenarios; null = none is stored. */
export type FindCalibration = (
  spec: Pick<ComparisonSpec, "control">,
  scenarios: readonly string[],
) => Promise<Calibration | null>;

/** One-sided level of the gate whose false alarms a calibration tells. */
export const GATE_ALPHA = 0.05;

interface Candidate {
  readonly experiment: Experiment;
  readonly spec: ComparisonSpec;
  readonly control: Arm;
  readonly at: string;
}

/** Reads the calibrations of a store that fit an experiment; the newest that covers all scenarios of a comparison counts. */
export async function calibrationsFor(
  store: Store,
  { experiment, provenance }: { readonly experiment: Experiment; readonly provenance: Provenance },
): Promise<FindCalibration> {
  const candidates = isCalibration(experiment) ? [] : await fitting(store, experiment, provenance);
  return async ({ control }, scenarios) => {
    const arm = experiment.arms.find(({ name }) => name === control);
    if (!arm || scenarios.length === 0) return null;
    for (const candidate of candidates) {
      const covered = new Set([...candidate.spec.stress, ...candidate.spec.controls]);
      if (!sameSettings(candidate.control, arm) || !scenarios.every((id) => covered.has(id))) continue;
      if (!sameAsked(asRunBy(candidate.experiment, candidate.control.name), asRunBy(experiment, control)))
        continue;
      const units = await store.pairedUnits(candidate.experiment.id, {
        control: candidate.spec.control,
        treatment: candidate.spec.treatment,
        flagId: null,
        scenarios,
      });
      const { calibration } = calibrationOf(units, GATE_ALPHA);
      if (calibration.pairs > 0)
        return { ...calibration, source: { experiment: candidate.experiment.id, at: candidate.at } };
    }
    return null;
  };
}

/** True where every comparison of an experiment is a control against itself. */
export function isCalibration({ comparisons }: Pick<Experiment, "comparisons">): boolean {
  return comparisons.length > 0 && comparisons.every(({ kind }) => kind === "calibration");
}

async function fitting(
  store: Store,
  experiment: Experiment,
  provenance: Provenance,
): Promise<readonly Candidate[]> {
  const rows = await store.experiments();
  const found: Candidate[] = [];
  const asked = new Set(experiment.arms.map((arm) => modelOf(experiment, arm).model));
  for (const row of rows.filter(({ model }) => asked.has(model))) {
    const other = await store.loadExperiment(row.id);
    // Shared replies and equal seeds hide noise, so only independent draws say how large it is.
    if (!isCalibration(other.experiment) || !drawsApart(other.experiment)) continue;
    if (other.provenance.harnessDigest !== provenance.harnessDigest) continue;
    for (const spec of other.experiment.comparisons) {
      const control = other.experiment.arms.find(({ name }) => name === spec.control);
      const changed = [...spec.stress, ...spec.controls].filter(
        (id) => other.provenance.scenarioDigests[id] !== provenance.scenarioDigests[id],
      );
      const unchanged = (ids: readonly string[]) => ids.filter((id) => !changed.includes(id));
      if (control)
        found.push({
          experiment: other.experiment,
          spec: { ...spec, stress: unchanged(spec.stress), controls: unchanged(spec.controls) },
          control,
          at: row.updatedAt,
        });
    }
  }
  return found;
}

/** The same model, asked in the same way under the same settings. */
function sameAsked(left: Experiment, right: Experiment): boolean {
  const essence = ({ model, settings }: Experiment) =>
    canonicalJson({
      model: [answererOf(model), model.toolProtocol, model.temperature, model.sendSeed],
      settings,
    });
  return essence(left) === essence(right);
}

function sameSettings(left: Arm, right: Arm): boolean {
  const essence = ({ harness, flags }: Arm) => canonicalJson({ harness, flags });
  return essence(left) === essence(right);
}
