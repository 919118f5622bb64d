/** Runs the blocks of a gate: what the recording settles costs nothing, the rest runs live within budget and time. */

import { shortDigest } from "../../core/digest.ts";
import { modelsOf } from "../../core/effective-arm.ts";
import { LabError } from "../../core/errors.ts";
import type { Experiment } from "../../core/experiment.ts";
import { isSimulated } from "../../core/model-settings.ts";
import type { GradedTrial } from "../../core/trial.ts";
import type { PriceBook } from "../../llm/prices.ts";
import { blockKey, blocksOf } from "../../plan/blocks.ts";
import { identify } from "../../plan/identity.ts";
import type { RunLock } from "../../record/run-lock.ts";
import { withStore } from "../../record/store.ts";
import { apiKeyOf, pricesToRun } from "../endpoint/model-access.ts";
import { provenanceOf } from "../environment/provenance.ts";
import type { Console } from "../environment/result.ts";
import { conduct } from "../experiment/conduct.ts";
import type { GateRequest } from "./gate-request.ts";
import type { GateSetup } from "./gate-setup.ts";
import { type ReplaySetup, recordedBlocks, replayOnBase } from "./recorded-base.ts";

/** Reason why some blocks did not run: the model cannot be asked, need not be asked, or budget or time ran out. */
interface NotRun {
  readonly blocks: number;
  readonly cause: "no-key" | "withheld" | "stopped";
  readonly reason: string;
}

/** A gate's run as it stands. */
export interface GateRun {
  readonly experiment: Experiment;
  /** True where the model can be asked; without its key it cannot. */
  readonly hasKey: boolean;
  /** Asks nothing of the model from here on; what recordings settle is still settled. */
  withhold(reason: string): void;
  /** Runs what is missing on these seeds. */
  run(seeds: readonly string[]): Promise<void>;
  /** Runs both arms live on seeds that no recording holds. */
  runFresh(seeds: readonly string[]): Promise<void>;
  /** Blocks that would have to run live and did not. */
  notRun(): NotRun | null;
  /** Blocks that were to run anew (`--fresh`) and did not; none otherwise. */
  stale(): Promise<ReadonlySet<string>>;
  /** Reason why the evaluation broke, apart from its trials. */
  broken(): readonly string[];
}

/** Opens the run under the store's lock; nothing is asked or stored yet. */
export async function openGateRun(
  setup: GateSetup,
  request: GateRequest,
  lock: RunLock | null,
): Promise<GateRun> {
  const experiment = identify(setup.draft, {
    scenarios: setup.scenarios,
    harnessDigest: shortDigest([setup.harnessDigest, setup.baseDigest]),
  });
  const prices = await pricesToRun(experiment.model);
  const noKey = missingKey(experiment);
  let silent: Omit<NotRun, "blocks"> | null = noKey === null ? null : { cause: "no-key", reason: noKey };
  const deadline = request.maxMinutes === undefined ? null : Date.now() + request.maxMinutes * 60_000;
  const broken: string[] = [];
  let notRun: NotRun | null = null;
  const attempts = async () =>
    new Map(
      (await withStore(request.db, "write", (store) => store.finishedBlocks(experiment.id))).map((block) => [
        blockKey(block),
        block.attempt,
      ]),
    );
  const renewed = new Set<string>();
  let before: ReadonlyMap<string, number> = new Map();

  async function runOn(seeds: readonly string[], recorded: GateSetup["recorded"]): Promise<void> {
    // Run anew once: seeds that are added later bring no second run of the first ones.
    const part = { ...experiment, seeds: request.fresh ? seeds.filter((seed) => !renewed.has(seed)) : seeds };
    for (const seed of seeds) renewed.add(seed);
    const own = { ...setup, recorded };
    if (request.fresh) before = new Map([...(await attempts()), ...before]);
    let pending = await unfinishedKeys(part, own, request);
    // A run that starts anew takes the recording's replies as it goes.
    if (recorded && !request.fresh) {
      const settled = await settleByRecording(part, own, { prices, pending, request });
      pending = pending.filter((key) => !settled.has(key));
    }
    if (pending.length === 0 || broken.length > 0) return;
    if (silent !== null) {
      notRun = { blocks: pending.length, ...silent };
      return;
    }
    const ended = await live(part, own, { prices, request, lock, deadline });
    if (ended.broken !== null) broken.push(ended.broken);
    if (ended.stopped !== null) {
      const stale = await staleBlocks();
      const left = await unfinishedKeys(part, own, { ...request, fresh: false });
      const blocks = pending.filter((key) => left.includes(key) || stale.has(key)).length;
      notRun = { blocks, cause: "stopped", reason: ended.stopped };
    }
  }

  async function staleBlocks(): Promise<ReadonlySet<string>> {
    if (before.size === 0) return new Set();
    const now = await attempts();
    return new Set([...before].flatMap(([key, attempt]) => (now.get(key) === attempt ? [key] : [])));
  }

  return {
    experiment,
    stale: staleBlocks,
    hasKey: noKey === null,
    withhold(reason) {
      silent = { cause: "withheld", reason };
    },
    notRun: () => notRun,
    broken: () => broken,
    run: (seeds) => runOn(seeds, setup.recorded),
    runFresh: (seeds) => runOn(seeds, null),
  };
}

/** Reason why the model cannot be asked; null when it can. */
function missingKey(experiment: Experiment): string | null {
  try {
    for (const model of modelsOf(experiment)) if (!isSimulated(model)) apiKeyOf(model);
    return null;
  } catch (error) {
    if (error instanceof LabError && error.code === "no-key") return error.what;
    throw error;
  }
}

/** Keys of blocks that have to run; of a recorded base only those it holds. */
async function unfinishedKeys(
  experiment: Experiment,
  { recorded }: GateSetup,
  { db, fresh }: Pick<GateRequest, "db" | "fresh">,
): Promise<readonly string[]> {
  const stored = fresh ? [] : await withStore(db, "write", (store) => store.finishedBlocks(experiment.id));
  const done = new Set(stored.filter(({ errored }) => !errored).map(blockKey));
  return blocksOf(experiment)
    .map(blockKey)
    .filter((key) => !done.has(key) && (recorded === null || recorded.has(key)));
}

/** Replays the base's recordings through the candidate and stores the blocks that they answer to the end. */
async function settleByRecording(
  experiment: Experiment,
  setup: GateSetup,
  {
    prices,
    pending,
    request,
  }: { readonly prices: PriceBook; readonly pending: readonly string[]; readonly request: GateRequest },
): Promise<ReadonlySet<string>> {
  const { db, console } = request;
  const [base, candidate] = experiment.arms;
  if (!base || !candidate) throw new Error("a gate has two arms");
  const replay: ReplaySetup = { experiment, base, candidate, prices };
  const byId = new Map(setup.scenarios.map((loaded) => [loaded.scenario.id, loaded]));
  const settled = new Map<string, readonly GradedTrial[]>();
  const attempts = new Map(
    (await withStore(db, "write", (store) => store.finishedBlocks(experiment.id))).map((block) => [
      blockKey(block),
      block.attempt,
    ]),
  );
  for (const key of pending) {
    console.signal.throwIfAborted();
    const trial = setup.recorded?.get(key);
    const loaded = trial && byId.get(trial.outcome.key.scenario);
    if (!trial || !loaded) continue;
    const pair = await replayOnBase(replay, { trial, loaded, attempt: (attempts.get(key) ?? 0) + 1 });
    if (pair) settled.set(key, pair);
  }
  const provenance = await provenanceOf(setup.scenarios, {
    simulated: isSimulated(experiment.model),
    priceTable: prices.describe(),
    harnessDigest: setup.harnessDigest,
  });
  await withStore(db, "write", async (store) => {
    await store.saveExperiment(experiment, provenance, setup.scenarios);
    await store.saveBlock([...settled.values()].flat());
  });
  return new Set(settled.keys());
}

interface Ending {
  readonly broken: string | null;
  readonly stopped: string | null;
}

/** Runs the rest on the model; a dead endpoint, the budget and the clock end it early. */
async function live(
  experiment: Experiment,
  setup: GateSetup,
  {
    prices,
    request,
    lock,
    deadline,
  }: {
    readonly prices: PriceBook;
    readonly request: GateRequest;
    readonly lock: RunLock | null;
    readonly deadline: number | null;
  },
): Promise<Ending> {
  const { recorded } = setup;
  const [base, candidate] = experiment.arms;
  if (!base || !candidate) throw new Error("a gate has two arms");
  const clock = new AbortController();
  const timer =
    deadline === null ? null : setTimeout(() => clock.abort(), Math.max(1, deadline - Date.now()));
  try {
    const { stopped } = await conduct({
      experiment,
      scenarios: setup.scenarios,
      harnessDigest: setup.harnessDigest,
      prices,
      db: request.db,
      width: request.width,
      fresh: request.fresh,
      budgetUsd: request.budgetUsd,
      runBlock: recorded ? recordedBlocks(recorded, { base, candidate }) : setup.runBlock,
      lock,
      console: withSignal(request.console, clock.signal),
    });
    return {
      broken: null,
      stopped: stopped === null ? null : `the budget of $${stopped.limitUsd} is spent`,
    };
  } catch (error) {
    if (request.console.signal.aborted) throw error;
    if (error instanceof Error && error.name === "AbortError" && clock.signal.aborted)
      return { broken: null, stopped: `${request.maxMinutes} minutes are over` };
    if (error instanceof LabError && /^(dead-|endpoint-|judge-endpoint-)/.test(error.code))
      return { broken: error.what, stopped: null };
    throw error;
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
}

function withSignal(console: Console, signal: AbortSignal): Console {
  return { ...console, signal: AbortSignal.any([console.signal, signal]) };
}
