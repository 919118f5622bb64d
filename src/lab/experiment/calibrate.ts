/** Runs a control against itself and says how large the noise is, on the scenarios and the model of later verdicts. */

import { calibrationOf } from "../../analyse/calibration.ts";
import { isSpontaneous, validPairs } from "../../analyse/pair-counts.ts";
import type { CalibratedArm } from "../../core/calibration-run.ts";
import { EXIT } from "../../core/errors.ts";
import type { ComparisonSpec, Experiment } from "../../core/experiment.ts";
import { isSimulated } from "../../core/model-settings.ts";
import { builtFlag } from "../../plan/arms.ts";
import { type CalibrationDraws, planCalibration } from "../../plan/calibration.ts";
import { identify } from "../../plan/identity.ts";
import type { Store } from "../../record/store-port.ts";
import { calibrationText } from "../../report/calibration-text.ts";
import { readSeeds } from "../../scenario/seeds.ts";
import { GATE_ALPHA } from "../calibration/find-calibration.ts";
import { type ModelOptions, modelSettings, pricesToRun } from "../endpoint/model-access.ts";
import { harnessDigest } from "../environment/provenance.ts";
import { readStore } from "../environment/read-store.ts";
import type { LabResult } from "../environment/result.ts";
import { loadSelection } from "../environment/selection.ts";
import { type JudgeOptions, judgeOf, judgeSettings } from "../judging/judging.ts";
import type { RunOptions } from "./ablate.ts";
import { type ConductResult, conduct } from "./conduct.ts";
import { dryRun } from "./dry-run.ts";
import { backendNotes, judgeNotes } from "./run-notes.ts";

export interface CalibrateRequest extends RunOptions {
  /** Flags whose OFF arm is repeated; none = the arm of all defaults. */
  readonly flags: readonly string[];
  readonly scenarios?: readonly string[] | undefined;
  readonly seeds: string;
  readonly model: ModelOptions;
  /** Judge of judge checks; absent = none is named. */
  readonly judge?: JudgeOptions;
  readonly draws: CalibrationDraws;
}

/** A control against itself, as `calibrate --json` prints it. */
interface CalibrationDocument extends Pick<Experiment, "independent" | "model" | "seeds"> {
  readonly experiment: string;
  readonly basis: "simulated" | "real";
  /** Set when the budget ended it before every pair was there. */
  readonly stopped: ConductResult["stopped"];
  readonly arms: readonly CalibratedArm[];
}

/**
 * Exit 0 when the control equals itself as far as can be told, 1 when it does not, 3 when the budget ended it before,
 * 4 when nothing could be compared.
 */
export async function calibrate(request: CalibrateRequest): Promise<LabResult> {
  for (const flag of request.flags) builtFlag(flag);
  const selected = await loadSelection(
    request.scenarios,
    request.flags.length === 0 ? undefined : request.flags,
  );
  const planned = planCalibration({
    flags: request.flags,
    scenarios: selected,
    seeds: await readSeeds(request.seeds),
    model: modelSettings(request.model),
    draws: request.draws,
  });
  const judge = judgeSettings(request.judge ?? {}, request.model);
  const draft = { ...planned, ...judgeOf(judge, selected, request.console) };
  const digest = await harnessDigest(draft.arms);
  const experiment = identify(draft, { scenarios: selected, harnessDigest: digest });
  const used = new Set(experiment.comparisons.flatMap(({ stress, controls }) => [...stress, ...controls]));
  const scenarios = selected.filter(({ scenario }) => used.has(scenario.id));
  const prices = await pricesToRun(experiment.model);
  if (request.dryRun) return dryRun(experiment, scenarios, { ...request, prices, harnessDigest: digest });
  const { stopped } = await conduct({ ...request, experiment, scenarios, harnessDigest: digest, prices });
  const arms = await readStore(request.db, (store) =>
    Promise.all(experiment.comparisons.map((spec) => calibratedArm(store, experiment, spec))),
  );
  const { answeredBy, totals } = await readStore(request.db, async (store) => ({
    answeredBy: await store.answeredBy(experiment.id),
    totals: await store.totals(experiment.id),
  }));
  for (const line of [...backendNotes(answeredBy, 1), ...judgeNotes(experiment.judge, totals)])
    request.console.note(line);
  return {
    text: calibrationText(experiment, arms),
    json: {
      experiment: experiment.id,
      basis: isSimulated(experiment.model) ? "simulated" : "real",
      independent: experiment.independent,
      model: experiment.model,
      seeds: experiment.seeds,
      stopped,
      arms,
    } satisfies CalibrationDocument,
    exitCode: exitCodeOf(arms, experiment.independent, stopped !== null),
  };
}

async function calibratedArm(
  store: Store,
  experiment: Experiment,
  spec: ComparisonSpec,
): Promise<CalibratedArm> {
  const units = await store.pairedUnits(experiment.id, {
    control: spec.control,
    treatment: spec.treatment,
    flagId: null,
    scenarios: [...spec.stress, ...spec.controls],
  });
  const asked = units.filter(({ seed }) => experiment.seeds.includes(seed));
  const stress = asked.filter(({ scenario }) => spec.stress.includes(scenario));
  return {
    spec,
    run: calibrationOf(asked, GATE_ALPHA),
    reproduces: calibrationOf(stress, GATE_ALPHA).calibration.controlReproduces,
    setAside: validPairs(stress).filter(isSpontaneous).length,
  };
}

function exitCodeOf(
  arms: readonly CalibratedArm[],
  independent: boolean,
  stopped: boolean,
): LabResult["exitCode"] {
  if (arms.some(({ run }) => run.psi === null)) return stopped ? EXIT.inconclusive : EXIT.broken;
  const bad = independent ? arms.some(({ run }) => !run.clean) : arms.some(({ run }) => (run.psi ?? 0) > 0);
  if (bad) return EXIT.failed;
  return stopped ? EXIT.inconclusive : EXIT.pass;
}
