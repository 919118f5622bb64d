/** The main job: runs each flag on and off over its scenarios and says what the evidence supports. */

import { EXIT } from "../core/errors.ts";
import type { Experiment } from "../core/experiment.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import { planAblation } from "../plan/ablation.ts";
import { builtFlag } from "../plan/arms.ts";
import { identify } from "../plan/identity.ts";
import { readSeeds } from "../scenario/seeds.ts";
import { buildReport } from "./build-report.ts";
import { conduct } from "./conduct.ts";
import { dryRun } from "./dry-run.ts";
import { type JudgeOptions, judgeOf, judgeSettings, requireJudge } from "./judging.ts";
import { type ModelOptions, modelSettings, pricesFor } from "./model-access.ts";
import { harnessDigest } from "./provenance.ts";
import { readStore } from "./read-store.ts";
import type { Console, LabResult } from "./result.ts";
import { loadSelection } from "./selection.ts";

export interface RunOptions {
  readonly db: string;
  readonly width: number;
  readonly fresh: boolean;
  readonly dryRun: boolean;
  readonly console: Console;
}

export interface AblateRequest extends RunOptions {
  readonly flags: readonly string[];
  readonly scenarios?: readonly string[] | undefined;
  /** A count or a file. */
  readonly seeds: string;
  readonly model: ModelOptions;
  /** Who decides judge checks; absent = nobody is named. */
  readonly judge?: JudgeOptions;
  readonly independent: boolean;
  readonly name?: string | undefined;
}

/** Plans and conducts an ablation, or only shows the plan; rejects before anything is spent on wrong use. */
export async function ablate(request: AblateRequest): Promise<LabResult> {
  for (const flag of request.flags) builtFlag(flag);
  const scenarios = await loadSelection(request.scenarios, request.flags);
  const planned = planAblation({
    flags: request.flags,
    scenarios,
    seeds: await readSeeds(request.seeds),
    model: modelSettings(request.model),
    independent: request.independent,
    ...(request.name ? { name: request.name } : {}),
  });
  const judge = judgeSettings(request.judge ?? {}, request.model);
  const draft = { ...planned, ...judgeOf(judge, scenarios, request.console) };
  const digest = await harnessDigest();
  return carryOut(identify(draft, { scenarios, harnessDigest: digest }), scenarios, digest, request);
}

/** Conducts a planned experiment and reports it; the exit code says whether the evaluation completed. */
export async function carryOut(
  experiment: Experiment,
  selected: readonly LoadedScenario[],
  digest: string,
  options: RunOptions,
): Promise<LabResult> {
  const used = new Set(
    experiment.comparisons.flatMap((comparison) => [...comparison.stress, ...comparison.controls]),
  );
  const scenarios = selected.filter((loaded) => used.has(loaded.scenario.id));
  const prices = await pricesFor(experiment.model);
  requireJudge(experiment, scenarios);
  if (options.dryRun) return dryRun(experiment, scenarios, { prices, db: options.db });
  const { ran, resumed } = await conduct({
    experiment,
    scenarios,
    harnessDigest: digest,
    prices,
    db: options.db,
    width: options.width,
    fresh: options.fresh,
    console: options.console,
  });
  if (ran === 0)
    options.console.note("Everything was stored already: this is the stored result (--fresh runs anew).");
  else if (resumed > 0) options.console.note(`${resumed} blocks were stored already; ${ran} were run.`);
  const document = await readStore(options.db, (store) => buildReport(store, experiment.id));
  const { renderTerminal } = await import("../report/terminal.ts");
  const { totals } = document;
  const broken = totals.trialsCompleted === 0 || totals.trialsMissing > 0;
  return {
    text: renderTerminal(document, { colour: options.console.colour, width: options.console.width }),
    json: document,
    exitCode: broken ? EXIT.broken : EXIT.pass,
  };
}
