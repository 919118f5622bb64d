/** The Store port on an open DuckDB connection: each method is carried out when the one before it has ended. */

import { addGrading, saveTrials, unknownTrial } from "./block-writer.ts";
import {
  experimentRows,
  findExperiment,
  finishedBlocks,
  knownExperiments,
  loadExperiment,
} from "./experiment-reader.ts";
import { saveExperiment } from "./experiment-writer.ts";
import { gradingDigests } from "./grading-digests.ts";
import { judgeChecks, saveJudgeCheck } from "./judge-records.ts";
import { purposeRows, readPairs } from "./pair-reader.ts";
import { freezePlan, frozenPlans } from "./plan-records.ts";
import { beginRun, endRun, listRuns } from "./run-records.ts";
import type { Sql } from "./sql.ts";
import type { Store } from "./store-port.ts";
import { askedByScenario, readAnswerers, totals } from "./totals-reader.ts";
import { findTrial } from "./trial-finder.ts";
import { listTrials, loadTrials, readGradings } from "./trial-reader.ts";

/** The store of a connection. */
export function storeOn(sql: Sql): Store {
  let last: Promise<unknown> = Promise.resolve();
  const next = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };
  return {
    saveExperiment: (experiment, provenance, scenarios) =>
      next(() => saveExperiment(sql, experiment, provenance, scenarios)),
    saveBlock: (trials) => next(() => saveTrials(sql, trials)),
    addGrading: (trial, grading) => next(() => addGrading(sql, trial, grading)),
    finishedBlocks: (experiment) => next(() => finishedBlocks(sql, experiment)),
    experiments: () => next(() => knownExperiments(sql)),
    experimentRows: () => next(() => experimentRows(sql)),
    findExperiment: (ref) => next(() => findExperiment(sql, ref)),
    loadExperiment: (experiment) => next(() => loadExperiment(sql, experiment)),
    trials: (filter = {}) => next(() => listTrials(sql, filter)),
    findTrial: (ref, experiment) => next(() => findTrial(sql, ref, experiment)),
    loadTrial: (trial) =>
      next(async () => {
        const [loaded] = await loadTrials(sql, [trial]);
        if (!loaded) throw unknownTrial(trial);
        return loaded;
      }),
    loadTrials: (trials) => next(() => loadTrials(sql, trials)),
    gradings: (trial) => next(() => readGradings(sql, trial)),
    pairs: (experiment, request) => next(() => readPairs(sql, experiment, request)),
    pairedUnits: (experiment, request) =>
      next(async () => (await readPairs(sql, experiment, request)).map(({ unit }) => unit)),
    purposeRows: (experiment, request) => next(() => purposeRows(sql, experiment, request)),
    answeredBy: (experiment) => next(() => readAnswerers(sql, experiment)),
    askedByScenario: (experiment) => next(() => askedByScenario(sql, experiment)),
    totals: (experiment) => next(() => totals(sql, experiment)),
    beginRun: (run) => next(() => beginRun(sql, run)),
    endRun: (id, ending, detail) => next(() => endRun(sql, id, ending, detail)),
    runs: (experiment) => next(() => listRuns(sql, experiment)),
    freezePlan: (plan) => next(() => freezePlan(sql, plan)),
    frozenPlans: (experiment) => next(() => frozenPlans(sql, experiment)),
    gradingDigests: (experiment, shown) => next(() => gradingDigests(sql, experiment, shown)),
    saveJudgeCheck: (check) => next(() => saveJudgeCheck(sql, check)),
    judgeChecks: () => next(() => judgeChecks(sql)),
    query: (text) => next(() => sql.rows(text)),
  };
}
