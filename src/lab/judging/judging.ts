/** Grades the trials of a block, with the experiment's judge where one is named: blind, shared between arms, counted apart. */

import { answererOf } from "../../core/endpoint-address.ts";
import { EXIT, LabError } from "../../core/errors.ts";
import type { Experiment } from "../../core/experiment.ts";
import type { Model } from "../../core/model.ts";
import type { ModelCall } from "../../core/model-call.ts";
import type { ModelSettings } from "../../core/model-settings.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import { attemptName, type GradedTrial, isSpoiled, type TrialOutcome } from "../../core/trial.ts";
import { gradeTrial } from "../../grade/grade-trial.ts";
import type { PriceBook } from "../../llm/prices.ts";
import { journalledModel, type ReplyJournal } from "../../llm/wrappers/journalled.ts";
import { meteredModel } from "../../llm/wrappers/metered.ts";
import { errorFromCalls } from "../../run/trial-error.ts";
import {
  checkEndpoint,
  type ModelOptions,
  modelSettings,
  openModels,
  pricesFor,
  type WaitConsole,
} from "../endpoint/model-access.ts";
import type { Console } from "../environment/result.ts";
import { flagOnIn } from "./flag-on.ts";
import { type VerdictPool, verdictPool } from "./verdict-pool.ts";

/** Options that name the judge, as they come from a command line or an experiment file. */
export interface JudgeOptions {
  readonly judgeModel?: string | undefined;
  readonly judgeBaseUrl?: string | undefined;
  readonly judgeApiKeyEnv?: string | undefined;
}

/** A judge that can be asked. */
export interface Judge {
  readonly settings: ModelSettings;
  readonly modelFor: (loaded: LoadedScenario) => Model;
  readonly prices: PriceBook;
}

/** True where the outcome of a scenario waits for a judge. */
export function needsJudge({ scenario }: LoadedScenario): boolean {
  return scenario.expect.some((check) => "judge" in check);
}

/** The judge that is named; undefined when none is. An address or key without a model is wrong use. */
export function judgeSettings(options: JudgeOptions, others: ModelOptions = {}): ModelSettings | undefined {
  const { judgeModel, judgeBaseUrl, judgeApiKeyEnv } = options;
  if (judgeModel !== undefined)
    return modelSettings({
      model: judgeModel,
      baseUrl: judgeBaseUrl,
      apiKeyEnv: judgeApiKeyEnv,
      timeoutS: others.timeoutS,
      retries: others.retries,
      maxWaitS: others.maxWaitS,
    });
  if (judgeBaseUrl === undefined && judgeApiKeyEnv === undefined) return undefined;
  throw new LabError({
    code: "judge-without-model",
    what: "an address or key for a judge is given, but no judge",
    where: judgeBaseUrl === undefined ? "--judge-api-key-env" : "--judge-base-url",
    remedy: "name the judge with --judge-model",
  });
}

/** The judge as part of an experiment: left out, with a word about it, when no selected scenario asks one. */
export function judgeOf(
  judge: ModelSettings | undefined,
  scenarios: readonly LoadedScenario[],
  console: Console,
): Pick<Experiment, "judge"> {
  if (judge && !scenarios.some(needsJudge)) {
    console.note(
      "No selected scenario has a judge check, so the judge is not asked and not part of the experiment.",
    );
    return {};
  }
  return judge ? { judge } : {};
}

/** Refuses a run whose trials could not be scored, before anything is spent. */
export function requireJudge(
  experiment: Pick<Experiment, "judge">,
  scenarios: readonly LoadedScenario[],
): void {
  const waiting = experiment.judge ? undefined : scenarios.find(needsJudge);
  if (!waiting) return;
  throw new LabError({
    code: "no-judge",
    what: "a check of this scenario is decided by a judge, and none is named; the model under the harness is never taken for it",
    where: `scenario ${waiting.scenario.id}`,
    remedy: "name one with --judge-model (and --judge-base-url), or `judge` in the experiment file",
  });
}

/** Opens the judge of an experiment and asks it one tiny question; null when none is named. */
export async function openJudge(
  settings: ModelSettings | undefined,
  scenarios: readonly LoadedScenario[],
  console: WaitConsole,
): Promise<Judge | null> {
  if (!settings) return null;
  const modelFor = await openModels(settings, console);
  const [first] = scenarios;
  if (first)
    await checkEndpoint(settings, modelFor(first)).catch((error: unknown) => {
      if (!(error instanceof LabError)) throw error;
      throw new LabError({
        code: `judge-${error.code}`,
        what: `the judge is not ready: ${error.what}`,
        where: `--judge-model ${settings.model}`,
        remedy: "check --judge-model, --judge-base-url and --judge-api-key-env",
        exitCode: error.exitCode,
        cause: error,
      });
    });
  return { settings, modelFor, prices: await pricesFor(settings) };
}

/** The judge under the name by which gradings tell it from others: with its endpoint. */
export function namedJudge(settings: ModelSettings, model: Model): Model {
  return { id: answererOf(settings), simulated: model.simulated, ask: (request) => model.ask(request) };
}

export interface GradeSetup {
  readonly experiment: Experiment;
  readonly scenarios: ReadonlyMap<string, LoadedScenario>;
  readonly judge: Judge | null;
  /** Holds verdicts that are paid for until the block is stored. */
  readonly journal: ReplyJournal;
  /** Verdicts that the experiment has already; absent = those of this block alone. */
  readonly verdicts?: VerdictPool | undefined;
}

/**
 * Grades one attempt of a block; null where the budget does not hold a verdict. A judge that cannot be reached stops the
 * run, so that nothing is stored unscored.
 */
export async function gradeBlock(
  setup: GradeSetup,
  outcomes: readonly TrialOutcome[],
): Promise<readonly GradedTrial[] | null> {
  const pool = setup.verdicts ?? verdictPool();
  const graded: GradedTrial[] = [];
  for (const outcome of outcomes) {
    const one = await gradeOne(setup, outcome, pool);
    if (one === null) return null;
    graded.push(one);
  }
  return graded;
}

async function gradeOne(
  { experiment, scenarios, judge, journal }: GradeSetup,
  outcome: TrialOutcome,
  pool: VerdictPool,
): Promise<GradedTrial | null> {
  const { scenario: id } = outcome.key;
  const loaded = scenarios.get(id);
  if (!loaded) throw new Error(`no scenario ${id} to grade by`);
  const calls: ModelCall[] = [];
  const graded = await gradeTrial({
    outcome,
    loaded,
    flagOn: flagOnIn(experiment, outcome, loaded.scenario.targets),
    judge:
      judge === null
        ? null
        : namedJudge(
            judge.settings,
            meteredModel(
              pool.shared(journalledModel(judge.modelFor(loaded), journal, attemptName(outcome.key))),
              {
                // Nothing of the trial is in the draw: equal words get an equal verdict.
                trialSeed: "judge",
                drawSalt: "",
                prices: judge.prices,
                onCall: (call) => calls.push({ ...call, index: outcome.calls.length + call.index }),
              },
            ),
          ),
  });
  if (errorFromCalls(calls)?.kind === "budget") return null;
  requireVerdicts(calls);
  return calls.length === 0
    ? graded
    : { ...graded, outcome: { ...outcome, calls: [...outcome.calls, ...calls] } };
}

/** Refuses to go on where the judge could not be reached, so that nothing is stored as unscored for that. */
export function requireVerdicts(calls: readonly ModelCall[]): void {
  const failure = errorFromCalls(calls);
  if (failure === null || !isSpoiled(failure)) return;
  const what = failure.kind === "operator" ? "the judge refuses to be asked" : "the judge cannot be reached";
  throw new LabError({
    code: "dead-judge",
    what: `${what}, so the run stopped spending: ${failure.message}`,
    where: "--judge-model",
    remedy: "the same command goes on where this run stopped; replies and verdicts already paid for are kept",
    exitCode: EXIT.broken,
  });
}
