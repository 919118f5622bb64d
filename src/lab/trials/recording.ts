/** Self-contained recordings: one trial with its scenario, arm, replies and result, replayable without the store. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { flagValueText } from "../../core/arm.ts";
import { digestOf } from "../../core/digest.ts";
import { LabError } from "../../core/errors.ts";
import type { Experiment } from "../../core/experiment.ts";
import { type LoadedScenario, Scenario, SimulateRule } from "../../core/scenario.ts";
import { type GradedTrial, trialName } from "../../core/trial.ts";
import { writeWhole } from "../environment/write-data.ts";

/** Everything a replay needs. */
export interface Recording {
  readonly format: "harness-lab-recording/1";
  /** Digest of the harness source it was made with: another one may make it stale. */
  readonly harnessDigest: string;
  readonly experiment: Experiment;
  readonly loaded: LoadedScenario;
  readonly trial: GradedTrial;
}

const RecordingFile = z.strictObject({
  format: z.literal("harness-lab-recording/1"),
  harnessDigest: z.string(),
  experiment: z.looseObject({
    id: z.string(),
    arms: z.array(z.looseObject({ name: z.string() })),
    settings: z.looseObject({}),
  }),
  scenario: Scenario,
  rules: z.array(SimulateRule),
  trial: z.looseObject({
    outcome: z.looseObject({ calls: z.array(z.looseObject({})) }),
    scores: z.array(z.looseObject({})),
  }),
});

/** File of a saved recording, named after scenario, seed and arm. */
function recordingFile(folder: string, recording: Recording): string {
  const { scenario, seed, arm } = recording.trial.outcome.key;
  const flags = recording.experiment.arms.find((candidate) => candidate.name === arm)?.flags ?? {};
  const name = `${scenario}-${seed}-${arm}`
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .toLowerCase()
    .slice(0, 120);
  return join(
    folder,
    `${name}-${digestOf(Object.entries(flags).map(([flag, value]) => [flag, flagValueText(value)])).slice(0, 6)}.json`,
  );
}

/** The commands that record a trial anew with today's harness. */
export function recordAnew({ experiment, loaded, trial }: Recording): string {
  const { scenario, seed } = trial.outcome.key;
  const flags = experiment.comparisons
    .filter(({ stress, controls }) => [...stress, ...controls].includes(scenario))
    .flatMap(({ flag }) => flag ?? []);
  const model = experiment.model.model === "simulated" ? "" : ` --model ${experiment.model.model}`;
  const run =
    flags.length > 0
      ? `harness-lab ablate ${[...new Set(flags)].join(" ")} --scenarios ${loaded.scenario.id} --seeds ${/^\d+$/.test(seed) ? Math.max(1, Number(seed)) : experiment.seeds.length}${model}`
      : `harness-lab run <the file of ${experiment.name}>`;
  return `${run} && harness-lab replay "${trialName(trial.outcome.key)}" --save`;
}

/** Writes a recording and returns its path. */
export async function saveRecording(folder: string, recording: Recording): Promise<string> {
  const file = recordingFile(folder, recording);
  const { loaded, ...rest } = recording;
  await writeWhole(
    file,
    `${JSON.stringify({ ...rest, scenario: loaded.scenario, rules: loaded.rules }, null, 1)}\n`,
  );
  return file;
}

/** Reads a recording; a file of another shape is a LabError that names the field. */
export async function readRecording(file: string): Promise<Recording> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw new LabError({
      code: "unreadable-recording",
      what: `cannot read ${file} as JSON`,
      where: file,
      remedy: "name a file written by harness-lab replay --save",
      cause,
    });
  }
  const parsed = RecordingFile.safeParse(value);
  if (!parsed.success)
    throw new LabError({
      code: "invalid-recording",
      what: parsed.error.issues
        .slice(0, 3)
        .map((issue) => `${issue.path.join(".")}: ${issue.message}`)
        .join("; "),
      where: file,
      remedy: "record the trial anew: harness-lab replay <trial> --save",
    });
  const { scenario, rules, trial, experiment, ...rest } = parsed.data;
  return {
    ...rest,
    experiment: experiment as unknown as Experiment,
    trial: trial as unknown as GradedTrial,
    loaded: { scenario, rules, digest: digestOf({ scenario, rules }), file },
  };
}
