/** Reruns one stored trial live with new sampling seeds: how often it fails, and where failing and passing runs diverge. */

import { EXIT, LabError } from "../../core/errors.ts";
import { drawsApart } from "../../core/experiment.ts";
import { usd } from "../../core/format.ts";
import type { ModelSettings } from "../../core/model-settings.ts";
import { type GradedTrial, isCutShort, isSpoiled } from "../../core/trial.ts";
import { NO_JOURNAL } from "../../llm/wrappers/journalled.ts";
import { acquireRunLock } from "../../record/run-lock.ts";
import { openSpoiledCount } from "../../run/run-blocks.ts";
import { runTrial } from "../../run/trial.ts";
import {
  checkEndpoint,
  type ModelOptions,
  modelSettings,
  openModels,
  pricesFor,
  pricesToRun,
} from "../endpoint/model-access.ts";
import { harnessOf } from "../environment/harness-registry.ts";
import { harnessDigest } from "../environment/provenance.ts";
import type { Console, LabResult } from "../environment/result.ts";
import { type Budget, callLedger, openBudget, requirePrice, withinBudget } from "../experiment/budget.ts";
import { gradeBlock, type JudgeOptions, judgeSettings, openJudge, requireJudge } from "../judging/judging.ts";
import { verdictPool } from "../judging/verdict-pool.ts";
import { findRecording } from "./find-recording.ts";
import { harnessCalls } from "./recorded-replies.ts";
import { type Recording, saveRecording } from "./recording.ts";
import { armOfRecording } from "./replay.ts";
import { rerunPlan } from "./rerun-plan.ts";
import { endOf, type Rerun, rerunResult } from "./rerun-result.ts";

export interface RerunRequest {
  /** A trial id, `scenario#seed@arm`, `latest`, or the file of a recording. */
  readonly trial: string;
  readonly db: string;
  readonly times: number;
  /** Runs at once. */
  readonly width: number;
  /** Most that the runs may spend: no call is sent that could go beyond; absent = no limit. */
  readonly budgetUsd?: number | undefined;
  /** Another model than the trial's; what is absent stays as it was. */
  readonly model: ModelOptions;
  readonly judge?: JudgeOptions;
  /** Folder that gets every run as a recording, for replay and diff. */
  readonly save?: string | undefined;
  /** Plan alone: prints the expected effort, and runs nothing. */
  readonly dryRun?: boolean | undefined;
  readonly console: Console;
}

/** A trial to run again. */
export interface PreparedRerun {
  /** As it was stored. */
  readonly found: Recording;
  /** With the model and harness of the runs. */
  readonly used: Recording;
}

/** Runs the trial `times` times; stored trials are left alone. */
export async function rerun(request: RerunRequest): Promise<LabResult> {
  const prepared = await prepareRerun(request);
  if (request.dryRun) return rerunPlan(prepared.used, request);
  await using _lock = await acquireRunLock(request.db);
  const budget = request.budgetUsd === undefined ? null : openBudget(request.budgetUsd);
  if (budget) requireRoomForOne(prepared.found, budget.limitUsd);
  return await rerunResult(await rerunPrepared(prepared, request, budget), request);
}

/** Finds the trial and gives it the model and the judge of the request. */
export async function prepareRerun(
  request: Pick<RerunRequest, "trial" | "db" | "model" | "judge">,
): Promise<PreparedRerun> {
  const found = await findRecording(request.trial, request.db);
  const model = modelFor(found.experiment.model, request.model);
  const judge = judgeSettings(request.judge ?? {}, request.model) ?? found.experiment.judge;
  const { judge: _recorded, ...experiment } = found.experiment;
  const used: Recording = {
    ...found,
    harnessDigest: await harnessDigest(found.experiment.arms),
    experiment: { ...experiment, model, ...(judge ? { judge } : {}) },
  };
  return { found, used };
}

/** Runs a prepared trial within what the budget has left; the caller holds the run lock. */
export async function rerunPrepared(
  { found, used }: PreparedRerun,
  request: Pick<RerunRequest, "times" | "width" | "save" | "console">,
  budget: Budget | null,
): Promise<Rerun> {
  const { runs, spentUsd } = await runAll(used, request, budget);
  if (runs.length > 0 && runs.every((run) => isSpoiled(run.outcome.error)))
    throw new LabError({
      code: "dead-endpoint",
      what: `no run came to its end; last: ${runs.at(-1)?.outcome.error?.message ?? ""}`,
      remedy: "harness-lab doctor --model ... tells what is wrong",
      exitCode: EXIT.broken,
    });
  const saved: string[] = [];
  if (request.save)
    for (const run of runs) saved.push(await saveRecording(request.save, { ...used, trial: run }));
  return { found, used, runs, spentUsd, saved };
}

/** Cost of the recorded trial: the expected cost of one run. */
function recordedCost({ trial }: Recording): number {
  return harnessCalls(trial.outcome.calls).reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
}

function requireRoomForOne(recording: Recording, limitUsd: number): void {
  const expected = recordedCost(recording);
  if (expected > limitUsd)
    throw new LabError({
      code: "budget-too-small",
      what: `one run is expected to cost ${usd(expected)}, as the recorded one did, and the budget is $${limitUsd}`,
      where: "--budget-usd",
      remedy: "give more, or see what the runs would take (--dry-run)",
    });
}

const MODEL_OPTIONS = [
  "model",
  "baseUrl",
  "apiKeyEnv",
  "toolProtocol",
  "temperature",
  "timeoutS",
  "retries",
  "maxWaitS",
  "priceLike",
  "seed",
  "emptyContent",
  "sendThinking",
] as const satisfies readonly (keyof ModelOptions)[];

/** The trial's own model with what the user changes; another model takes none of the old one's address. */
function modelFor(recorded: ModelSettings, options: ModelOptions): ModelSettings {
  const given = Object.fromEntries(
    MODEL_OPTIONS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
  const base: ModelOptions =
    options.model !== undefined && options.model !== recorded.model
      ? {}
      : {
          model: recorded.model,
          baseUrl: recorded.baseUrl ?? undefined,
          apiKeyEnv: recorded.apiKeyEnv ?? undefined,
          toolProtocol: recorded.toolProtocol,
          temperature: recorded.temperature ?? undefined,
          timeoutS: recorded.timeoutMs / 1000,
          retries: recorded.maxRetries,
          emptyContent: recorded.emptyContent,
          sendThinking: recorded.sendThinking,
          maxWaitS: recorded.maxWaitMs === undefined ? undefined : recorded.maxWaitMs / 1000,
          priceLike: recorded.priceLike ?? undefined,
        };
  return modelSettings({ seed: recorded.sendSeed, ...base, ...given });
}

async function runAll(
  recording: Recording,
  { times, width, console }: Pick<RerunRequest, "times" | "width" | "console">,
  budget: Budget | null,
): Promise<{ readonly runs: readonly GradedTrial[]; readonly spentUsd: number | null }> {
  const { experiment, loaded } = recording;
  requireJudge(experiment, [loaded]);
  const prices = await pricesToRun(experiment.model);
  if (budget) {
    requirePrice(experiment.model, prices);
    if (experiment.judge) requirePrice(experiment.judge, await pricesFor(experiment.judge));
  }
  const endpoint = (await openModels(experiment.model, console))(loaded);
  await checkEndpoint(experiment.model, endpoint);
  const spentBefore = budget?.spentUsd() ?? 0;
  const model = withinBudget(endpoint, budget, { settings: experiment.model, prices });
  const opened = await openJudge(experiment.judge, [loaded], console);
  const judge = opened && {
    ...opened,
    modelFor: () => withinBudget(opened.modelFor(loaded), budget, opened),
  };
  // As in a run: equal words get one verdict, also when they come at the same moment.
  const verdicts = verdictPool();
  const arm = armOfRecording(recording);
  const { key } = recording.trial.outcome;
  const ledger = callLedger();
  const runs = new Map<number, GradedTrial>();
  let next = 0;
  // Until a run has told, one is taken to cost what the recorded trial did.
  let highest = recordedCost(recording);
  const spoiled = openSpoiledCount();
  const one = async (index: number): Promise<void> => {
    const before = ledger.total();
    const outcome = await runTrial({
      // Another seed is another draw of everything: sampling, the user's chance, the harness's own.
      key: { ...key, seed: `${key.seed}~${index + 1}`, attempt: 1 },
      position: 0,
      loaded,
      arm,
      harness: harnessOf(arm),
      settings: experiment.settings,
      model,
      prices,
      independent: drawsApart(experiment),
    });
    // A run that the budget cut short says nothing, as one that did not start.
    if (isCutShort([outcome])) return;
    const graded = await gradeBlock(
      {
        experiment,
        scenarios: new Map([[loaded.scenario.id, loaded]]),
        judge,
        journal: NO_JOURNAL,
        verdicts,
      },
      [outcome],
    );
    const run = graded?.[0];
    if (!run) return;
    ledger.trial(run);
    highest = Math.max(highest, ledger.total() - before);
    runs.set(index, run);
    spoiled.add(outcome.error);
    console.status?.(`${runs.size}/${times} runs, ${failures([...runs.values()])} failed`);
  };
  const worker = async (): Promise<void> => {
    while (next < times) {
      console.signal.throwIfAborted();
      if (budget?.refusedUsd()) return;
      // Runs under way may cost as much as the most expensive one so far.
      const committed = spentBefore + ledger.total() + highest * (next - runs.size + 1);
      if (budget && committed > budget.limitUsd) return;
      await one(next++);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, times) }, worker));
  return {
    runs: [...runs].sort(([a], [b]) => a - b).map(([, run]) => run),
    spentUsd: ledger.isKnown() ? ledger.total() : null,
  };
}

function failures(runs: readonly GradedTrial[]): number {
  return runs.filter((run) => endOf(run) === "fail").length;
}
