/** Applies today's checks to stored trials without an agent call: adds scores under the checks' digest, overwrites none. */

import { answererOf } from "../../core/endpoint-address.ts";
import { EXIT, LabError } from "../../core/errors.ts";
import type { Experiment } from "../../core/experiment.ts";
import type { ModelCall } from "../../core/model-call.ts";
import type { ModelSettings } from "../../core/model-settings.ts";
import type { ChangedOutcome, Regrading } from "../../core/regrading.ts";
import { outcomeOf } from "../../core/score.ts";
import { type GradedTrial, trialId } from "../../core/trial.ts";
import { checksDigest } from "../../grade/checks-digest.ts";
import { gradeTrial } from "../../grade/grade-trial.ts";
import { meteredModel } from "../../llm/wrappers/metered.ts";
import { acquireRunLock } from "../../record/run-lock.ts";
import { withStore } from "../../record/store.ts";
import type { Grading, Store, StoredExperiment, TrialRow } from "../../record/store-port.ts";
import { regradeText } from "../../report/regrade-text.ts";
import { readStore } from "../environment/read-store.ts";
import type { Console, LabResult } from "../environment/result.ts";
import { callLedger } from "../experiment/budget.ts";
import { flagOnIn } from "../judging/flag-on.ts";
import {
  type Judge,
  type JudgeOptions,
  judgeSettings,
  namedJudge,
  needsJudge,
  openJudge,
  requireVerdicts,
} from "../judging/judging.ts";
import { verdictPool } from "../judging/verdict-pool.ts";
import { recordedJudge } from "./recorded-replies.ts";
import { type TodaysScenario, todaysScenarios } from "./todays-checks.ts";

/** Changes by grading anew, as `regrade --json` prints it. */
interface RegradeDocument extends Regrading {
  readonly format: "harness-lab-regrade/1";
}

export interface RegradeRequest {
  /** An experiment id, a unique prefix, a name or `latest`. */
  readonly experiment: string;
  /** Only this trial. */
  readonly trial?: string | undefined;
  readonly db: string;
  /** Asked where no stored verdict fits; without it such a check is unscored. */
  readonly judge?: JudgeOptions;
  readonly console: Console;
}

/** Trials read or written with the store open once. */
const BATCH = 25;

/** Grades the newest attempts of an experiment, or one trial, by today's checks. */
export async function regrade(request: RegradeRequest): Promise<LabResult> {
  const { db } = request;
  await using _lock = await acquireRunLock(db);
  const { stored, rows } = await readStore(db, (store) => choose(store, request));
  const settings = judgeSettings(request.judge ?? {});
  const today = await todaysScenarios(
    stored.scenarios.filter(({ scenario }) => rows.some((row) => row.key.scenario === scenario.id)),
  );
  const judged = today.flatMap((one) => (one.today && needsJudge(one.today) ? [one.today] : []));
  const judge = judged.length > 0 ? await openJudge(settings, judged, request.console) : null;
  const spent = callLedger();
  const grade = grader({ experiment: stored.experiment, today, judge, settings });
  const changes: ChangedOutcome[] = [];
  let graded = 0;
  for (let at = 0; at < rows.length; at += BATCH) {
    request.console.signal.throwIfAborted();
    const ids = rows.slice(at, at + BATCH).map(({ id }) => id);
    const trials = await readStore(db, async (store) => {
      const loaded = await store.loadTrials(ids);
      return inOrder(loaded, async (trial) => {
        const id = trialId(trial.outcome.key);
        return { id, trial, earlier: await store.gradings(id) };
      });
    });
    const fresh: { readonly id: string; readonly grading: Grading }[] = [];
    // What is graded so far is stored whatever ends the batch: its verdicts are paid for.
    try {
      for (const { id, trial, earlier } of trials) {
        const again = await grade(trial, earlier);
        if (!again) continue;
        graded += 1;
        fresh.push({ id, grading: again });
        spent.trial({ ...trial, outcome: { ...trial.outcome, calls: again.judged?.calls ?? [] } });
        changes.push(...changeOf(id, trial, again));
      }
    } finally {
      await withStore(db, "write", (store) =>
        inOrder(fresh, ({ id, grading }) => store.addGrading(id, grading)),
      );
    }
    request.console.status?.(`${Math.min(at + BATCH, rows.length)}/${rows.length} trials`);
  }
  const result: Regrading = {
    experiment: stored.experiment.id,
    trials: rows.length,
    graded,
    scenarios: today.map((one) => scenarioFacts(one, rows, stored, settings)),
    changes,
    judge: judge && { model: judge.settings.model, spentUsd: spent.isKnown() ? spent.total() : null },
  };
  return {
    text: regradeText(result, request.console.tableWidth),
    json: { format: "harness-lab-regrade/1", ...result } satisfies RegradeDocument,
    exitCode: EXIT.pass,
  };
}

async function choose(
  store: Store,
  { experiment, trial }: RegradeRequest,
): Promise<{ readonly stored: StoredExperiment; readonly rows: readonly TrialRow[] }> {
  if (trial !== undefined) {
    const row = await store.findTrial(trial);
    return { stored: await store.loadExperiment(row.key.experiment), rows: [row] };
  }
  const { id } = await store.findExperiment(experiment);
  const rows = (await store.trials({ experiment: id })).filter((row) => !row.superseded);
  if (rows.length === 0)
    throw new LabError({
      code: "no-trial",
      what: `experiment ${id} has no stored trial`,
      where: `experiment ${experiment}`,
      remedy: "run it first, or name another one (harness-lab experiments)",
    });
  return { stored: await store.loadExperiment(id), rows };
}

interface GraderSetup {
  readonly experiment: Experiment;
  readonly today: readonly TodaysScenario[];
  readonly judge: Judge | null;
  readonly settings: ModelSettings | undefined;
}

/** A trial its grading by today's checks, or null where its scenario is left out. */
function grader({ experiment, today, judge, settings }: GraderSetup) {
  const byId = new Map(today.map((one) => [one.id, one.today]));
  const own = experiment.judge && answererOf(experiment.judge);
  const asked = settings ? answererOf(settings) : own;
  // As in a run, equal words get one verdict, so that a judge's noise cannot pass for an effect.
  const verdicts = verdictPool();
  return async (trial: GradedTrial, earlier: readonly Grading[]): Promise<Grading | null> => {
    const { key } = trial.outcome;
    const loaded = byId.get(key.scenario);
    if (!loaded) return null;
    const paid: ModelCall[] = [];
    const live =
      judge &&
      namedJudge(
        judge.settings,
        meteredModel(verdicts.shared(judge.modelFor(loaded)), {
          trialSeed: "judge",
          drawSalt: "",
          prices: judge.prices,
          onCall: (call) => paid.push(call),
        }),
      );
    const { scores, checksDigest } = await gradeTrial({
      outcome: trial.outcome,
      loaded,
      flagOn: flagOnIn(experiment, trial.outcome, loaded.scenario.targets),
      judge:
        asked === undefined
          ? live
          : (recordedJudge(verdictsOf(asked, trial, earlier), { id: asked, otherwise: live }) ?? live),
    });
    requireVerdicts(paid);
    return { scores, checksDigest, judged: asked === undefined ? null : { judge: asked, calls: paid } };
  };

  /** Earlier verdict of this judge on the trial, when it was run or graded again; another judge's word is not taken. */
  function verdictsOf(
    name: string,
    { outcome }: GradedTrial,
    earlier: readonly Grading[],
  ): readonly ModelCall[] {
    const later = earlier.flatMap(({ judged }) => (judged?.judge === name ? judged.calls : []));
    return name === own ? [...outcome.calls, ...later] : later;
  }
}

/** True where the outcome differs from the one the trial was stored with. */
function changeOf(trial: string, before: GradedTrial, after: Grading): readonly ChangedOutcome[] {
  if (before.outcome.error) return [];
  const [was, is] = [outcomeOf(before.scores), outcomeOf(after.scores)];
  if (was === is) return [];
  const decisive = after.scores.find(
    (score) =>
      score.role === "outcome" &&
      score.result !== before.scores.find(({ check }) => check === score.check)?.result,
  );
  return [
    {
      trial,
      key: before.outcome.key,
      was,
      is,
      from: before.checksDigest,
      to: after.checksDigest,
      detail: decisive ? `${decisive.check} ${decisive.result}: ${decisive.detail}` : "",
    },
  ];
}

function scenarioFacts(
  one: TodaysScenario,
  rows: readonly TrialRow[],
  { experiment, scenarios }: StoredExperiment,
  settings: ModelSettings | undefined,
): Regrading["scenarios"][number] {
  const old = scenarios.find(({ scenario }) => scenario.id === one.id);
  const own = experiment.judge && answererOf(experiment.judge);
  const judge = settings ? answererOf(settings) : own;
  return {
    scenario: one.id,
    trials: rows.filter((row) => row.key.scenario === one.id).length,
    from: old ? checksDigest(old.scenario, old.file, own) : null,
    to: one.today ? checksDigest(one.today.scenario, one.today.file, judge) : null,
    leftOut: one.today ? null : one.reason,
  };
}

async function inOrder<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
