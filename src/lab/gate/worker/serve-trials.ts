/** The worker's side: runs arms of blocks for a gate in another checkout, as lines on standard input ask for them. */

import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { modelOf } from "../../../core/effective-arm.ts";
import { EXIT, LabError } from "../../../core/errors.ts";
import { isSimulated } from "../../../core/model-settings.ts";
import { NO_JOURNAL } from "../../../llm/wrappers/journalled.ts";
import { makeArm } from "../../../plan/arms.ts";
import { openJournal } from "../../../record/journal.ts";
import { type RunSetup, runArm } from "../../../run/block.ts";
import { openArmModels, openArmPrices } from "../../endpoint/arm-models.ts";
import { pricesFor } from "../../endpoint/model-access.ts";
import { harnessOf } from "../../environment/harness-registry.ts";
import { harnessDigest, provenanceOf } from "../../environment/provenance.ts";
import type { LabResult } from "../../environment/result.ts";
import { openBudget, withinBudget } from "../../experiment/budget.ts";
import { poolOf } from "../../trials/reply-pool.ts";
import { type FromWorker, type ToWorker, WORKER_PROTOCOL } from "./worker-messages.ts";

export interface WorkerStreams {
  readonly input: Readable;
  readonly write: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Serves until the input ends. Contract: every trial that is asked for gets one answer, in the order of ending. */
export async function serveTrials({ input, write, signal }: WorkerStreams): Promise<LabResult> {
  const say = (message: FromWorker): void => write(`${JSON.stringify(message)}\n`);
  const experiments = new Map<string, Promise<RunSetup>>();
  const closers: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();
  const answer = async (message: ToWorker): Promise<void> => {
    if (message.type === "hello") say(await hello(message));
    else if (message.type === "experiment")
      experiments.set(message.experiment.id, openExperiment(message, signal, closers));
    else {
      const setup = await experiments.get(message.experiment);
      if (!setup) throw new Error(`experiment ${message.experiment} was not given`);
      const { id, block, arm, position, attempt, earlier, budgetUsd } = message;
      const held = budgetUsd === undefined ? setup : limitSpending(setup, budgetUsd);
      const outcome = await runArm(held, { block, arm, position, attempt }, poolOf(earlier), signal);
      say({ type: "outcome", id, outcome });
    }
  };
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.trim() === "") continue;
      const message = JSON.parse(line) as ToWorker;
      const work = answer(message)
        .catch((error: unknown) => say(failure(error, "id" in message ? message.id : null)))
        .finally(() => running.delete(work));
      running.add(work);
      // What comes before the trials has to be known when the first of them starts.
      if (message.type !== "trial") await work;
    }
    await Promise.all(running);
  } finally {
    for (const close of closers) await close();
  }
  return { text: "", json: null, exitCode: EXIT.pass };
}

async function hello(message: Extract<ToWorker, { type: "hello" }>): Promise<FromWorker> {
  if (message.protocol !== WORKER_PROTOCOL)
    throw new LabError({
      code: "other-protocol",
      what: `the gate speaks version ${message.protocol} of the worker's language, this checkout version ${WORKER_PROTOCOL}`,
    });
  const digest = await harnessDigest([message]);
  const { commit, labVersion } = await provenanceOf([], {
    simulated: false,
    priceTable: "",
    harnessDigest: digest,
  });
  return {
    type: "hello",
    protocol: WORKER_PROTOCOL,
    arm: makeArm(message.harness, message.flags, message.name),
    commit,
    labVersion,
    harnessDigest: digest,
  };
}

async function openExperiment(
  { experiment, scenarios, db }: Extract<ToWorker, { type: "experiment" }>,
  signal: AbortSignal,
  closers: (() => Promise<void>)[],
): Promise<RunSetup> {
  // A journal of its own: the gate writes to the other one meanwhile.
  const file = isSimulated(experiment.model) ? null : openJournal(db, `${experiment.id}.worker`);
  if (file) closers.push(() => file.close());
  return {
    experiment,
    scenarios: new Map(scenarios.map((loaded) => [loaded.scenario.id, loaded])),
    harnessOf,
    modelFor: await openArmModels(experiment, [], { note: () => {}, status: null, signal }),
    prices: await pricesFor(experiment.model),
    pricesOf: await openArmPrices(experiment),
    journal: file ?? NO_JOURNAL,
  };
}

/** The trial's calls together cost no more than what was set aside for it. */
function limitSpending(setup: RunSetup, budgetUsd: number): RunSetup {
  const budget = openBudget(budgetUsd);
  return {
    ...setup,
    modelFor: (loaded, arm) =>
      withinBudget(setup.modelFor(loaded, arm), budget, {
        settings: modelOf(setup.experiment, arm),
        prices: setup.pricesOf?.(arm) ?? setup.prices,
      }),
  };
}

function failure(error: unknown, id: number | null): FromWorker {
  if (error instanceof LabError) return { type: "failed", id, what: error.what, where: error.where ?? null };
  return { type: "failed", id, what: error instanceof Error ? error.message : String(error), where: null };
}
