/** Conducts an experiment: resumes what is stored, runs the rest block by block, grades and records each one. */

import type { Arm } from "../../core/arm.ts";
import { armNamed, modelOf, modelsOf } from "../../core/effective-arm.ts";
import { LabError } from "../../core/errors.ts";
import type { Block, Experiment } from "../../core/experiment.ts";
import type { RunEnding } from "../../core/frozen-plan.ts";
import { isSimulated } from "../../core/model-settings.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import type { PriceBook } from "../../llm/prices.ts";
import { blockKey, blocksOf } from "../../plan/blocks.ts";
import { openBlockQueue } from "../../record/block-queue.ts";
import { openJournal } from "../../record/journal.ts";
import { acquireRunLock, type RunLock } from "../../record/run-lock.ts";
import { withStore } from "../../record/store.ts";
import type { FinishedBlock, Store } from "../../record/store-port.ts";
import { budgetWords, stopWords } from "../../report/budget-words.ts";
import type { RunSetup } from "../../run/block.ts";
import { type BlockRunner, runBlocks } from "../../run/run-blocks.ts";
import { openArmModels, openArmPrices } from "../endpoint/arm-models.ts";
import { pricesFor } from "../endpoint/model-access.ts";
import { harnessOf } from "../environment/harness-registry.ts";
import { showProgress } from "../environment/progress.ts";
import { provenanceOf } from "../environment/provenance.ts";
import type { Console } from "../environment/result.ts";
import { gradeBlock, type Judge, openJudge, requireJudge } from "../judging/judging.ts";
import { type VerdictPool, verdictPool } from "../judging/verdict-pool.ts";
import {
  type Asked,
  type Budget,
  blockCosts,
  openBudget,
  requirePrice,
  storedSpending,
  unsettledSpending,
  withinBudget,
} from "./budget.ts";
import { roundsOf } from "./rounds.ts";

export interface ConductRequest {
  readonly experiment: Experiment;
  readonly scenarios: readonly LoadedScenario[];
  readonly harnessDigest: string;
  readonly prices: PriceBook;
  readonly db: string;
  readonly width: number;
  /** Runs every block anew, as another attempt, although finished ones are stored. */
  readonly fresh: boolean;
  /** Most that the experiment, earlier runs included, may spend: no call is sent that could go beyond; absent = no limit. */
  readonly budgetUsd?: number | undefined;
  /** Runs one attempt of a block; absent = every arm in this process. */
  readonly runBlock?: BlockRunner | undefined;
  /** The store's lock where the caller holds it over several runs; absent or null = it is taken for this one. */
  readonly lock?: RunLock | null | undefined;
  readonly console: Console;
}

export interface ConductResult {
  /** Blocks that were run now; 0 when everything was stored already. */
  readonly ran: number;
  /** Blocks of this experiment whose stored result was taken as it is. */
  readonly resumed: number;
  /** Set when the budget ended it: what was spent, and how many blocks it set aside. */
  readonly stopped: {
    readonly spentUsd: number;
    readonly limitUsd: number;
    /** Highest cost of the first call that did not fit; null when no call was refused. */
    readonly refusedUsd: number | null;
    readonly setAside: number;
  } | null;
}

/** Runs what is missing of an experiment. Interrupted by Ctrl-C it rejects with an AbortError; finished blocks stay. */
export async function conduct(request: ConductRequest): Promise<ConductResult> {
  const { experiment, db, budgetUsd } = request;
  const pricesOf = await openArmPrices(experiment);
  checkRequest(request, pricesOf);
  const judgePrices = experiment.judge ? await pricesFor(experiment.judge) : null;
  if (budgetUsd !== undefined && experiment.judge && judgePrices) requirePrice(experiment.judge, judgePrices);
  const budget = budgetUsd === undefined ? null : openBudget(budgetUsd);
  const asked: Asked = {
    harness(name) {
      const arm = name === null ? {} : armNamed(experiment, name);
      return { model: modelOf(experiment, arm).model, prices: pricesOf(arm) };
    },
    judge: experiment.judge && judgePrices ? { model: experiment.judge.model, prices: judgePrices } : null,
  };
  await using _lock = request.lock ? null : await acquireRunLock(db);
  const provenance = await provenanceOf(request.scenarios, {
    simulated: isSimulated(experiment.model),
    priceTable: request.prices.describe(),
    harnessDigest: request.harnessDigest,
  });
  const stored = await withStore(db, "write", (store) => store.finishedBlocks(experiment.id));
  // Nothing is stored, so something has to run: a refused start must leave no empty experiment that is the newest.
  const early = stored.length === 0 ? await openAnswering(request) : null;
  const begun = await withStore(db, "write", async (store) => {
    await store.saveExperiment(experiment, provenance, request.scenarios);
    budget?.book(await storedSpending(store, experiment.id, asked));
    // Each write of its own costs a checkpoint of the file, so a run that is sure to come begins in this one.
    return early === null ? null : await beginRun(store, request);
  });
  const ledger = blockLedger(stored, request.fresh);
  const all = blocksOf(experiment);
  const batches =
    experiment.rule?.design === "sequential"
      ? roundsOf({
          experiment,
          provenance,
          read: (use) => withStore(db, "read", use),
          missing: ledger.missing,
        })
      : oneBatch(ledger.missing(all));
  const first = await batches.next();
  if (first.done && begun === null) return { ran: 0, resumed: ledger.resumed(all), stopped: null };
  return await recordRun(request, begun, async () => {
    // Nobody is asked before it is known that something has to run.
    const answering = limitAnswering(budget, early ?? (await openAnswering(request)), {
      experiment,
      pricesOf,
    });
    const verdicts = await storedVerdicts(request, stored);
    const { run, close } = openRunner(
      request,
      { ...answering, verdicts, pricesOf },
      ledger,
      budget && { budget, asked },
    );
    try {
      for (let batch: IteratorResult<readonly Block[]> = first; !batch.done; batch = await batches.next()) {
        const setAside = await run(batch.value);
        if (budget && setAside > 0) {
          const { limitUsd } = budget;
          const stopped = {
            spentUsd: budget.spentUsd(),
            limitUsd,
            refusedUsd: budget.refusedUsd(),
            setAside,
          };
          request.console.note(stopWords(stopped));
          return { ran: ledger.ran(), resumed: ledger.resumed(all), stopped };
        }
      }
      return { ran: ledger.ran(), resumed: ledger.resumed(all), stopped: null };
    } finally {
      await close();
    }
  });
}

function checkRequest(
  { experiment, scenarios, budgetUsd, fresh }: ConductRequest,
  pricesOf: (arm: Pick<Arm, "model">) => PriceBook,
): void {
  requireJudge(experiment, scenarios);
  if (budgetUsd !== undefined)
    for (const model of modelsOf(experiment)) requirePrice(model, pricesOf({ model }));
  if (fresh && experiment.rule?.design === "sequential")
    throw new LabError({
      code: "fresh-sequential",
      what: "a sequential run that starts anew would have a second chance to stop in its favour",
      where: "--fresh",
      remedy: "leave --fresh out (the run goes on where it stands), or use other seeds",
    });
}

/** Records the start and end of the run. A run killed by SIGKILL has no end record. */
async function recordRun(
  request: ConductRequest,
  begun: RunId | null,
  work: () => Promise<ConductResult>,
): Promise<ConductResult> {
  const { db } = request;
  const run = begun ?? (await withStore(db, "write", (store) => beginRun(store, request)));
  const end = (ending: RunEnding, detail: string | null) =>
    withStore(db, "write", (store) => store.endRun(run, ending, detail));
  try {
    const result = await work();
    if (result.stopped === null) await end("complete", null);
    else await end("budget", budgetWords(result.stopped));
    return result;
  } catch (error) {
    const interrupted = error instanceof Error && error.name === "AbortError";
    await end(
      interrupted ? "interrupted" : "failed",
      error instanceof Error ? error.message : String(error),
    ).catch(() => undefined);
    throw error;
  }
}

type RunId = Awaited<ReturnType<Store["beginRun"]>>;

function beginRun(store: Store, { experiment, fresh, budgetUsd }: ConductRequest): Promise<RunId> {
  return store.beginRun({ experiment: experiment.id, fresh, budgetUsd: budgetUsd ?? null });
}

async function* oneBatch(blocks: readonly Block[]): AsyncGenerator<readonly Block[]> {
  if (blocks.length > 0) yield blocks;
}

/** State of every block: attempts so far, arms stored, and whether it has to run. */
interface BlockLedger {
  missing(blocks: readonly Block[]): readonly Block[];
  attempts(block: Block): number;
  finished(): readonly string[];
  settle(block: Block): void;
  ran(): number;
  /** Count of the blocks that are stored and were not run now; a block that a stopping rule left out is neither. */
  resumed(blocks: readonly Block[]): number;
}

function blockLedger(stored: readonly FinishedBlock[], fresh: boolean): BlockLedger {
  const known = new Map(stored.map((block) => [blockKey(block), block]));
  const ran = new Set<string>();
  return {
    attempts: (block) => known.get(blockKey(block))?.attempt ?? 0,
    finished: () => [...known].filter(([, block]) => !block.errored).map(([key]) => key),
    settle: (block) => ran.add(blockKey(block)),
    ran: () => ran.size,
    resumed: (blocks) =>
      blocks.filter((block) => known.has(blockKey(block)) && !ran.has(blockKey(block))).length,
    missing: (blocks) =>
      blocks.flatMap((block) => {
        const key = blockKey(block);
        const before = known.get(key);
        if (ran.has(key)) return [];
        if (before === undefined || fresh) return [block];
        const lacks = block.arms.filter((arm) => !before.arms.includes(arm));
        if (!before.errored && lacks.length === 0) return [];
        // A block counts by its newest attempt, so that has to hold every arm the one before it held.
        return [
          { ...block, arms: [...block.arms, ...before.arms.filter((arm) => !block.arms.includes(arm))] },
        ];
      }),
  };
}

/** Answering models: the harness's model by scenario, and the judge. */
interface Answering {
  readonly modelFor: RunSetup["modelFor"];
  readonly judge: Judge | null;
}

/** Opens both and asks their endpoints a first time; rejects where one cannot be used. */
async function openAnswering({ experiment, scenarios, console }: ConductRequest): Promise<Answering> {
  const modelFor = await openArmModels(experiment, scenarios, console);
  return { modelFor, judge: await openJudge(experiment.judge, scenarios, console) };
}

/** Holds both to the budget; without one they are what they were. */
function limitAnswering(
  budget: Budget | null,
  { modelFor, judge }: Answering,
  {
    experiment,
    pricesOf,
  }: { readonly experiment: Experiment; readonly pricesOf: (arm: Pick<Arm, "model">) => PriceBook },
): Answering {
  if (budget === null) return { modelFor, judge };
  return {
    modelFor: (loaded, arm) =>
      withinBudget(modelFor(loaded, arm), budget, {
        settings: modelOf(experiment, arm),
        prices: pricesOf(arm),
      }),
    judge: judge && { ...judge, modelFor: (loaded) => withinBudget(judge.modelFor(loaded), budget, judge) },
  };
}

/** The verdicts of the experiment's stored blocks, so that an extended run judges equal words alike. */
async function storedVerdicts(
  { experiment, db }: ConductRequest,
  stored: readonly FinishedBlock[],
): Promise<VerdictPool> {
  const pool = verdictPool();
  if (!experiment.judge || stored.length === 0) return pool;
  await withStore(db, "read", async (store) => {
    for (const { id } of (await store.trials({ experiment: experiment.id })).toReversed())
      for (const call of (await store.loadTrial(id)).outcome.calls)
        if (call.purpose === "judge") pool.remember(call);
  });
  return pool;
}

/** True where some reply comes from an endpoint; in this process a simulated one costs nothing and is made again alike. */
function asksEndpoint(experiment: Experiment): boolean {
  return [...modelsOf(experiment), experiment.judge].some(
    (one) => one && !(isSimulated(one) && one.baseUrl === null),
  );
}

/** Opens journal and progress; `run` carries out blocks and tells how many the budget set aside. */
function openRunner(
  request: ConductRequest,
  {
    modelFor,
    judge,
    verdicts,
    pricesOf,
  }: Answering & {
    readonly verdicts: VerdictPool;
    readonly pricesOf: NonNullable<RunSetup["pricesOf"]>;
  },
  ledger: BlockLedger,
  limit: { readonly budget: Budget; readonly asked: Asked } | null,
): { run: (blocks: readonly Block[]) => Promise<number>; close: () => Promise<void> } {
  const { experiment, db } = request;
  const journal = openJournal(db, experiment.id, { isPaid: asksEndpoint(experiment) });
  // A run that was killed between storing a block and saying so has left its replies behind.
  for (const block of ledger.finished()) journal.settle(block);
  limit?.budget.book(unsettledSpending(journal.unsettled(), experiment, limit.asked));
  const costs = blockCosts();
  const setup: RunSetup = {
    experiment,
    scenarios: new Map(request.scenarios.map((loaded) => [loaded.scenario.id, loaded])),
    harnessOf,
    modelFor,
    prices: request.prices,
    pricesOf,
    journal,
    ...(limit ? { allot: limit.budget.allot } : {}),
  };
  const trialsOf = (blocks: readonly Block[]) => blocks.reduce((sum, block) => sum + block.arms.length, 0);
  const all = blocksOf(experiment);
  const progress = showProgress(request.console, {
    all: trialsOf(all),
    done: trialsOf(all) - trialsOf(ledger.missing(all)),
    isPaid: !isSimulated(experiment.model),
  });
  return {
    async run(blocks) {
      let finished = 0;
      const queue = openBlockQueue(db);
      try {
        await runBlocks(setup, blocks, {
          width: request.width,
          signal: request.console.signal,
          attemptsBefore: ledger.attempts,
          runBlock: request.runBlock,
          // A pair that is not likely to come to its end is not begun.
          mayStart: (block) => limit?.budget.leavesRoom(costs.expectedWith(block)) ?? true,
          async onBlock(block, outcomes, last) {
            const trials = await gradeBlock({ ...setup, judge, verdicts }, outcomes);
            // A harness or a check may have taken a reply that could not be written for a failed call.
            journal.requireWritten();
            if (trials === null) return;
            // What is not stored yet is in the journal, so a reply once paid is safe before its block is.
            await queue.add(trials, () => journal.settle(blockKey(block), outcomes[0]?.key.attempt));
            costs.add(block, trials);
            progress.add(trials, last);
            if (!last) return;
            finished += 1;
            ledger.settle(block);
          },
        });
      } finally {
        await queue.close();
      }
      return blocks.length - finished;
    },
    async close() {
      progress.end();
      await journal.close();
    },
  };
}
