/** Lists scenarios, experiments and trials, as tables and as data. */

import { EXIT } from "../../core/errors.ts";
import type { Scenario } from "../../core/scenario.ts";
import { knownFlag } from "../../plan/arms.ts";
import { experimentsText, scenariosText } from "../../report/catalogue-lists.ts";
import { trialsText } from "../../report/trials-text.ts";
import { readScenarios } from "../../scenario/read-scenarios.ts";
import { HARNESSES } from "./harness-registry.ts";
import { SCENARIO_ROOT } from "./project.ts";
import { readStore } from "./read-store.ts";
import type { LabResult } from "./result.ts";

/** A scenario as `scenarios --json` lists it. */
interface ListedScenario extends Scenario {
  /** Digest of the parsed scenario with its expanded rules. */
  readonly digest: string;
  /** Absolute path. */
  readonly file: string;
}

/** The built-in scenarios, or those that target a flag. */
export async function listScenarios(options: {
  readonly flag?: string | undefined;
  readonly root?: string | undefined;
  /** Columns to lay out for; absent = rows are not wrapped. */
  readonly width?: number | undefined;
}): Promise<LabResult> {
  if (options.flag) knownFlag(options.flag);
  const all = await readScenarios(options.root ?? SCENARIO_ROOT, HARNESSES);
  const shown = all.filter((loaded) => !options.flag || loaded.scenario.targets.includes(options.flag));
  return result(
    scenariosText(
      shown.map(({ scenario }) => scenario),
      options.width,
    ),
    shown.map(({ scenario, digest, file }): ListedScenario => ({ ...scenario, digest, file })),
  );
}

/** Stored experiments, newest first. */
export async function listExperiments(db: string, width?: number): Promise<LabResult> {
  const experiments = await readStore(db, (store) => store.experimentRows());
  return result(experimentsText(experiments, width), experiments);
}

/** Stored trials, newest first. */
export async function listTrials(options: {
  readonly db: string;
  readonly failed: boolean;
  readonly experiment?: string | undefined;
  readonly flag?: string | undefined;
  readonly limit: number;
  /** Columns to lay out for; absent = rows are not wrapped. */
  readonly width?: number | undefined;
}): Promise<LabResult> {
  if (options.flag) knownFlag(options.flag);
  const { trials, simulated } = await readStore(options.db, async (store) => ({
    trials: await store.trials({
      ...(options.failed ? { failed: true } : {}),
      ...(options.experiment ? { experiment: (await store.findExperiment(options.experiment)).id } : {}),
      ...(options.flag ? { flag: options.flag } : {}),
      limit: options.limit,
    }),
    simulated: new Set((await store.experimentRows()).flatMap((one) => (one.simulated ? [one.id] : []))),
  }));
  return result(trialsText(trials, simulated, options.width), trials);
}

function result(text: string, json: unknown): LabResult {
  return { text, json, exitCode: EXIT.pass };
}
