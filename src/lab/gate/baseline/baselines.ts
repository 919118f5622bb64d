/** Saves a stored experiment under a name, loads one that was saved elsewhere, and lists those that are known. */

import { EXIT, LabError } from "../../../core/errors.ts";
import type { Provenance } from "../../../core/experiment.ts";
import { roughDuration } from "../../../core/format.ts";
import { baselinesText } from "../../../report/catalogue-lists.ts";
import { readStore } from "../../environment/read-store.ts";
import type { LabResult } from "../../environment/result.ts";
import { type Baseline, readBaseline, requireBaselinePath, writeBaseline } from "./baseline-file.ts";
import { baselineNames, baselinePath, namedBaseline } from "./named-baselines.ts";
import { runOf, storeRun } from "./stored-trials.ts";

/** Packs an experiment into the file of its name, or into another one. */
export async function saveBaseline(request: {
  readonly name: string;
  readonly experiment: string;
  readonly output?: string | undefined;
  readonly db: string;
}): Promise<LabResult> {
  const file = request.output ?? baselinePath(request.db, request.name);
  if (request.output !== undefined) await requireBaselinePath(request.output, [request.db]);
  const run = await readStore(request.db, (store) => runOf(store, request.experiment));
  if (run.trials.length === 0)
    throw new LabError({
      code: "empty-baseline",
      what: `experiment ${run.experiment.id} has no trial, so nothing could be held against it`,
      where: request.experiment,
      remedy: "run it first, or name another one (harness-lab experiments)",
    });
  const replaced = request.output === undefined && namedBaseline(request.db, request.name) !== null;
  const baseline: Baseline = { name: request.name, savedAt: new Date().toISOString(), ...run };
  await writeBaseline(baseline, file);
  return {
    text: `${replaced ? "replaced" : "saved"} baseline ${request.name}: ${factsOf(baseline).join(", ")}\nwrote ${file}`,
    json: { file, replaced, ...jsonOf(baseline) } satisfies SavedBaseline,
    exitCode: EXIT.pass,
  };
}

/** A baseline as `baseline list --json` prints it. */
interface BaselineFacts {
  readonly name: string;
  readonly savedAt: string;
  /** Start of the youngest of its trials. */
  readonly recordedAt: string;
  readonly experiment: string;
  readonly model: string;
  readonly arms: readonly string[];
  readonly seeds: readonly string[];
  readonly trials: number;
  readonly provenance: Provenance;
}

/** A baseline that was saved or loaded. */
interface SavedBaseline extends BaselineFacts {
  readonly file: string;
  /** One of the same name was there; absent when it was loaded. */
  readonly replaced?: boolean;
}

/** Puts a saved run into the store and makes it known by its name. */
export async function loadBaseline(request: {
  readonly file: string;
  readonly db: string;
}): Promise<LabResult> {
  const baseline = await readBaseline(request.file);
  await storeRun(request.db, baseline);
  const file = baselinePath(request.db, baseline.name);
  if (file !== request.file) await writeBaseline(baseline, file);
  return {
    text: `loaded baseline ${baseline.name}: ${factsOf(baseline).join(", ")}\nexperiment ${baseline.experiment.id} is in ${request.db}`,
    json: { file, ...jsonOf(baseline) } satisfies SavedBaseline,
    exitCode: EXIT.pass,
  };
}

/** Every named baseline with what it rests on. */
export async function listBaselines(db: string, width?: number): Promise<LabResult> {
  const names = await baselineNames(db);
  const known = await Promise.all(names.map((name) => readBaseline(baselinePath(db, name))));
  return {
    text: baselinesText(
      known.map((baseline) => ({
        name: baseline.name,
        experiment: baseline.experiment.id,
        model: baseline.experiment.model.model,
        commit: baseline.provenance.commit,
        trials: baseline.trials.length,
        age: age(baseline),
      })),
      width,
    ),
    json: known.map(jsonOf),
    exitCode: EXIT.pass,
  };
}

/** Start of the youngest of its trials. */
export function recordingTime({ trials, savedAt }: Baseline): string {
  const started = trials.map(({ outcome }) => outcome.startedAt).toSorted();
  return started.at(-1) ?? savedAt;
}

/** Baseline in words. */
function factsOf(baseline: Baseline): readonly string[] {
  const { experiment, provenance, trials, scenarios } = baseline;
  return [
    `experiment ${experiment.id} (${experiment.name})`,
    `commit ${provenance.commit ?? "unknown"}`,
    `harness source ${provenance.harnessDigest}`,
    `${experiment.model.model} model`,
    `${scenarios.length} scenarios`,
    `${experiment.seeds.length} seeds`,
    `${trials.length} trials`,
    `recorded ${age(baseline)} ago`,
  ];
}

function age(baseline: Baseline): string {
  return roughDuration(Math.max(0, Date.now() - Date.parse(recordingTime(baseline))));
}

function jsonOf(baseline: Baseline): BaselineFacts {
  const { name, savedAt, experiment, provenance, trials } = baseline;
  return {
    name,
    savedAt,
    recordedAt: recordingTime(baseline),
    experiment: experiment.id,
    model: experiment.model.model,
    arms: experiment.arms.map((arm) => arm.name),
    seeds: experiment.seeds,
    trials: trials.length,
    provenance,
  };
}
