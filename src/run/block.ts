/** Runs one block: its arms one after the other, each fair draw shared with the arms that come later. */

import type { Arm } from "../core/arm.ts";
import { fixedClock } from "../core/clock.ts";
import { digestOf } from "../core/digest.ts";
import { answeringKey, armNamed, modelOf, settingsOf } from "../core/effective-arm.ts";
import { type Block, drawsApart, type Experiment } from "../core/experiment.ts";
import type { Model } from "../core/model.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import { attemptName, isCutShort, isSpoiled, type TrialOutcome } from "../core/trial.ts";
import type { Harness } from "../harnesses/contract/harness.ts";
import type { PriceBook } from "../llm/prices.ts";
import type { Allotment } from "../llm/wrappers/budgeted.ts";
import { journalledModel, type ReplyJournal } from "../llm/wrappers/journalled.ts";
import { type SharedReplies, sharedModel, sharedReplies } from "../llm/wrappers/shared.ts";
import { createWorld } from "../tools/in-memory-world.ts";
import { runTrial } from "./trial.ts";

/** Surroundings of every block of a run; one value for the whole run. */
export interface RunSetup {
  readonly experiment: Experiment;
  readonly scenarios: ReadonlyMap<string, LoadedScenario>;
  readonly harnessOf: (arm: Arm) => Harness;
  /** The endpoint of an arm for a scenario: the simulated model has a scenario's rules, a real one is the same for all. */
  readonly modelFor: (loaded: LoadedScenario, arm: Arm) => Model;
  readonly prices: PriceBook;
  /** The prices of an arm's own model; absent = `prices` in every arm. */
  readonly pricesOf?: ((arm: Arm) => PriceBook) | undefined;
  readonly journal: ReplyJournal;
  /** Sets money aside for a trial that another process runs; absent = there is no limit. */
  readonly allot?: (() => Allotment) | undefined;
}

/** One arm's turn in an attempt of a block. */
export interface ArmTurn {
  readonly block: Block;
  readonly arm: string;
  /** 0 runs first. */
  readonly position: number;
  readonly attempt: number;
}

/** Runs all arms of a block as one attempt, in the block's order. */
export async function runBlock(
  setup: RunSetup,
  block: Block,
  attempt: number,
  signal: AbortSignal,
): Promise<readonly TrialOutcome[]> {
  const pool = sharedReplies();
  return runInTurn(setup, block, attempt, (turn) => runArm(setup, turn, pool, signal));
}

/**
 * Walks the arms of an attempt; `run` gets what ran before. The first arm that the endpoint spoils ends the attempt: the
 * others are not run, since the block runs again whole, and end with the same error.
 */
export async function runInTurn(
  setup: Pick<RunSetup, "scenarios" | "experiment">,
  block: Block,
  attempt: number,
  run: (turn: ArmTurn, before: readonly TrialOutcome[]) => Promise<TrialOutcome>,
): Promise<readonly TrialOutcome[]> {
  const outcomes: TrialOutcome[] = [];
  let spoiled: TrialOutcome | undefined;
  for (const [position, arm] of block.arms.entries()) {
    const turn = { block, arm, position, attempt };
    const outcome = spoiled ? skippedTrial(setup, turn, spoiled) : await run(turn, outcomes);
    if (isSpoiled(outcome.error)) spoiled ??= outcome;
    outcomes.push(outcome);
    // The attempt is not stored, so nothing is asked for it any more.
    if (isCutShort([outcome])) break;
  }
  return outcomes;
}

/** An arm that was not run, because another one of its attempt was spoiled. */
function skippedTrial(
  { scenarios, experiment }: Pick<RunSetup, "scenarios" | "experiment">,
  { block, arm, position, attempt }: ArmTurn,
  spoiled: TrialOutcome,
): TrialOutcome {
  const { scenario } = scenarioOf({ scenarios }, block.scenario);
  const world = createWorld({ world: scenario.world, clock: fixedClock(scenario.world.now) }).snapshot();
  const { kind = "infrastructure", message = "" } = spoiled.error ?? {};
  return {
    key: { experiment: experiment.id, scenario: block.scenario, seed: block.seed, arm, attempt },
    position,
    error: { kind, message: `not run, since ${spoiled.key.arm} was ended by the endpoint: ${message}` },
    turns: [],
    events: [],
    calls: [],
    startWorld: world,
    world,
    startedAt: new Date().toISOString(),
    wallMs: 0,
    virtualMs: spoiled.virtualMs === null ? null : 0,
    transcriptDigest: digestOf([]),
  };
}

/** Runs one arm of a block; it takes the replies that earlier arms left in the pool and leaves its own. */
export async function runArm(
  setup: RunSetup,
  { block, arm: armName, position, attempt }: ArmTurn,
  pool: SharedReplies,
  signal: AbortSignal,
): Promise<TrialOutcome> {
  signal.throwIfAborted();
  const loaded = scenarioOf(setup, block.scenario);
  const arm = armNamed(setup.experiment, armName);
  const key = {
    experiment: setup.experiment.id,
    scenario: block.scenario,
    seed: block.seed,
    arm: arm.name,
    attempt,
  };
  const journalled = journalledModel(
    abortable(setup.modelFor(loaded, arm), signal),
    setup.journal,
    attemptName(key),
  );
  const outcome = await runTrial({
    key,
    position,
    loaded,
    arm,
    harness: setup.harnessOf(arm),
    settings: settingsOf(setup.experiment, arm),
    model: setup.experiment.independent
      ? journalled
      : sharedModel(journalled, poolOfModel(pool, setup.experiment, arm), arm.name),
    prices: setup.pricesOf?.(arm) ?? setup.prices,
    independent: drawsApart(setup.experiment),
  });
  signal.throwIfAborted();
  return outcome;
}

/** The part of the pool that the arm's model filled: a reply of another model is not a draw of this one. */
function poolOfModel(pool: SharedReplies, experiment: Experiment, arm: Arm): SharedReplies {
  const own = modelOf(experiment, arm);
  if (arm.model === undefined || answeringKey(own) === answeringKey(experiment.model)) return pool;
  const keyOf = (key: string) => `${answeringKey(own)} ${key}`;
  return {
    take: (key, name) => pool.take(keyOf(key), name),
    put: (key, name, reply) => pool.put(keyOf(key), name, reply),
  };
}

/** Answers nothing more once the run is aborted, so that no further call is paid. */
function abortable(inner: Model, signal: AbortSignal): Model {
  return {
    id: inner.id,
    simulated: inner.simulated,
    async ask(request) {
      if (!signal.aborted) return inner.ask(request);
      const failure = { class: "aborted", status: null, message: "the run was interrupted" } as const;
      return { kind: "failed", failure, usage: null, latencyMs: null, source: "asked" };
    },
  };
}

function scenarioOf(setup: Pick<RunSetup, "scenarios">, id: string): LoadedScenario {
  const loaded = setup.scenarios.get(id);
  if (!loaded) throw new Error(`block names scenario ${id}, which is not loaded`);
  return loaded;
}
