/** Runs an experiment file: a baseline and variants, whose every difference has to be declared. */

import { planExperiment, readExperimentFile } from "../plan/experiment-file.ts";
import { identify } from "../plan/identity.ts";
import { readSeeds } from "../scenario/seeds.ts";
import { carryOut, type RunOptions } from "./ablate.ts";
import { type JudgeOptions, judgeOf, judgeSettings } from "./judging.ts";
import { type ModelOptions, modelSettings } from "./model-access.ts";
import { harnessDigest } from "./provenance.ts";
import type { LabResult } from "./result.ts";
import { loadSelection } from "./selection.ts";

export interface RunFileRequest extends RunOptions {
  readonly file: string;
  /** Command-line options win over the file's. */
  readonly model: ModelOptions;
  /** Wins over the file's judge as a whole. */
  readonly judge?: JudgeOptions;
  readonly seeds?: string | undefined;
}

/** Plans and conducts the experiment of a file. */
export async function runFile(request: RunFileRequest): Promise<LabResult> {
  const file = await readExperimentFile(request.file);
  const scenarios = await loadSelection(file.scenarios, file.scenarios ? undefined : file.vary);
  const given = Object.fromEntries(Object.entries(request.model).filter(([, value]) => value !== undefined));
  const judge =
    judgeSettings(request.judge ?? {}, request.model) ??
    judgeSettings(
      {
        judgeModel: file.judge?.model,
        judgeBaseUrl: file.judge?.baseUrl,
        judgeApiKeyEnv: file.judge?.apiKeyEnv,
      },
      request.model,
    );
  const planned = planExperiment(file, request.file, {
    scenarios,
    seeds: await readSeeds(request.seeds ?? String(file.seeds)),
    model: modelSettings({ ...file.model, ...given }),
  });
  const draft = { ...planned, ...judgeOf(judge, scenarios, request.console) };
  const digest = await harnessDigest();
  return carryOut(identify(draft, { scenarios, harnessDigest: digest }), scenarios, digest, request);
}
