/** Conducts an experiment: resumes what is stored, runs the rest block by block, grades and records each one. */

import type { Block, Experiment } from "../core/experiment.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import type { GradedTrial, TrialOutcome } from "../core/trial.ts";
import { gradeTrial } from "../grade/grade-trial.ts";
import type { PriceBook } from "../llm/prices.ts";
import { blockKey, blocksOf } from "../plan/blocks.ts";
import { openJournal } from "../record/journal.ts";
import { acquireRunLock } from "../record/run-lock.ts";
import { withStore } from "../record/store.ts";
import type { RunGrounds } from "../run/block.ts";
import { runBlocks } from "../run/run-blocks.ts";
import { flagOnIn } from "./flag-on.ts";
import { harnessOf } from "./harness-registry.ts";
import { checkEndpoint, isSimulated, openModels } from "./model-access.ts";
import { showProgress } from "./progress.ts";
import { provenanceOf } from "./provenance.ts";
import type { Console } from "./result.ts";

export interface ConductRequest {
  readonly experiment: Experiment;
  readonly scenarios: readonly LoadedScenario[];
  readonly harnessDigest: string;
  readonly prices: PriceBook;
  readonly db: string;
  readonly width: number;
  /** Runs every block anew, as another attempt, although finished ones are stored. */
  readonly fresh: boolean;
  readonly console: Console;
}

export interface ConductResult {
  /** Blocks that were run now; 0 when everything was stored already. */
  readonly ran: number;
  readonly resumed: number;
}

/** Runs what is missing of an experiment. Interrupted by Ctrl-C it rejects with an AbortError; finished blocks stay. */
export async function conduct(request: ConductRequest): Promise<ConductResult> {
  const { experiment, db } = request;
  await using _lock = await acquireRunLock(db);
  const provenance = await provenanceOf(request.scenarios, {
    simulated: isSimulated(experiment.model),
    priceTable: request.prices.describe(),
    harnessDigest: request.harnessDigest,
  });
  const stored = await withStore(db, "write", async (store) => {
    await store.saveExperiment(experiment, provenance, request.scenarios);
    return store.finishedBlocks(experiment.id);
  });
  const attempts = new Map<string, number>();
  const done = new Set<string>();
  for (const block of stored) {
    const key = blockKey(block);
    attempts.set(key, block.attempt);
    if (!block.errored) done.add(key);
  }
  const all = blocksOf(experiment);
  const pending = request.fresh ? all : all.filter((block) => !done.has(blockKey(block)));
  if (pending.length === 0) return { ran: 0, resumed: all.length };

  const journal = openJournal(db, experiment.id);
  // A run that was killed between storing a block and saying so has left its replies behind.
  for (const block of done) journal.settle(block);
  const modelFor = await openModels(experiment.model);
  const [first] = request.scenarios;
  if (first) await checkEndpoint(experiment.model, modelFor(first));
  const grounds: RunGrounds = {
    experiment,
    scenarios: new Map(request.scenarios.map((loaded) => [loaded.scenario.id, loaded])),
    harnessOf,
    modelFor,
    prices: request.prices,
    journal,
  };
  const trialsOf = (blocks: readonly Block[]) => blocks.reduce((sum, block) => sum + block.arms.length, 0);
  const progress = showProgress(request.console, trialsOf(all), trialsOf(all) - trialsOf(pending));
  const save = inTurn((trials: readonly GradedTrial[]) =>
    withStore(db, "write", (store) => store.saveBlock(trials)),
  );
  try {
    await runBlocks(grounds, pending, {
      width: request.width,
      signal: request.console.signal,
      attemptsBefore: (block) => attempts.get(blockKey(block)) ?? 0,
      async onBlock(block, outcomes, last) {
        const trials = await gradeBlock(grounds, outcomes);
        await save(trials);
        journal.settle(blockKey(block));
        progress.add(trials, last);
      },
    });
  } finally {
    progress.end();
    await journal.close();
  }
  return { ran: pending.length, resumed: all.length - pending.length };
}

async function gradeBlock(
  grounds: RunGrounds,
  outcomes: readonly TrialOutcome[],
): Promise<readonly GradedTrial[]> {
  const graded: GradedTrial[] = [];
  for (const outcome of outcomes) {
    const loaded = grounds.scenarios.get(outcome.key.scenario);
    if (!loaded) throw new Error(`no scenario ${outcome.key.scenario} to grade by`);
    graded.push(
      await gradeTrial({ outcome, loaded, flagOn: flagOnIn(grounds.experiment, outcome), judge: null }),
    );
  }
  return graded;
}

/** Lets calls of an asynchronous function run one after the other, in the order in which they were made. */
function inTurn<A, R>(work: (argument: A) => Promise<R>): (argument: A) => Promise<R> {
  let before: Promise<unknown> = Promise.resolve();
  return (argument) => {
    const mine = before.then(() => work(argument));
    before = mine.catch(() => undefined);
    return mine;
  };
}
