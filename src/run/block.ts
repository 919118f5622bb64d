/** Runs one block: its arms one after the other, each fair draw shared with the arms that come later. */

import type { Arm } from "../core/arm.ts";
import { fixedClock } from "../core/clock.ts";
import { digestOf } from "../core/digest.ts";
import { type Block, drawsApart, type Experiment } from "../core/experiment.ts";
import type { Model } from "../core/model.ts";
import type { LoadedScenario } from "../core/scenario.ts";
import { attemptName, isCutShort, isSpoiled, type TrialOutcome } from "../core/trial.ts";
import type { Harness } from "../harnesses/contract/harness.ts";
import type { PriceBook } from "../llm/prices.ts";
import { journalledModel, type ReplyJournal } from "../llm/wrappers/journalled.ts";
import { type SharedReplies, sharedModel, sharedReplies } from "../llm/wrappers/shared.ts";
import { createWorld } from "../tools/in-memory-world.ts";
import { runTrial } from "./trial.ts";

/** What every block of a run needs; one value for the whole run. */
export interface RunGrounds {
  readonly experiment: Experiment;
  readonly scenarios: ReadonlyMap<string, LoadedScenario>;
  readonly harnessOf: (arm: Arm) => Harness;
  /** The endpoint for a scenario: the simulated model has a scenario's rules, a real one is the same for all. */
  readonly modelFor: (loaded: LoadedScenario) => Model;
  readonly prices: PriceBook;
  readonly journal: ReplyJournal;
  /** Counts what another process paid for this run; absent = nobody counts. */
  readonly book?: ((usd: number) => void) | undefined;
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
  grounds: RunGrounds,
  block: Block,
  attempt: number,
  signal: AbortSignal,
): Promise<readonly TrialOutcome[]> {
  const pool = sharedReplies();
  return runInTurn(grounds, block, attempt, (turn) => runArm(grounds, turn, pool, signal));
}

/**
 * Walks the arms of an attempt; `run` gets what ran before. The first arm that the endpoint spoils ends the attempt: the
 * others are not run, since the block runs again whole, and end with the same error.
 */
export async function runInTurn(
  grounds: Pick<RunGrounds, "scenarios" | "experiment">,
  block: Block,
  attempt: number,
  run: (turn: ArmTurn, before: readonly TrialOutcome[]) => Promise<TrialOutcome>,
): Promise<readonly TrialOutcome[]> {
  const outcomes: TrialOutcome[] = [];
  let spoiled: TrialOutcome | undefined;
  for (const [position, arm] of block.arms.entries()) {
    const turn = { block, arm, position, attempt };
    const outcome = spoiled ? skippedTrial(grounds, turn, spoiled) : await run(turn, outcomes);
    if (isSpoiled(outcome.error)) spoiled ??= outcome;
    outcomes.push(outcome);
    // The attempt is not stored, so nothing is asked for it any more.
    if (isCutShort([outcome])) break;
  }
  return outcomes;
}

/** An arm that was not run, because another one of its attempt was spoiled. */
function skippedTrial(
  { scenarios, experiment }: Pick<RunGrounds, "scenarios" | "experiment">,
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
  grounds: RunGrounds,
  { block, arm: armName, position, attempt }: ArmTurn,
  pool: SharedReplies,
  signal: AbortSignal,
): Promise<TrialOutcome> {
  signal.throwIfAborted();
  const loaded = scenarioOf(grounds, block.scenario);
  const arm = armNamed(grounds.experiment, armName);
  const key = {
    experiment: grounds.experiment.id,
    scenario: block.scenario,
    seed: block.seed,
    arm: arm.name,
    attempt,
  };
  const journalled = journalledModel(
    abortable(grounds.modelFor(loaded), signal),
    grounds.journal,
    attemptName(key),
  );
  const outcome = await runTrial({
    key,
    position,
    loaded,
    arm,
    harness: grounds.harnessOf(arm),
    settings: grounds.experiment.settings,
    model: grounds.experiment.independent ? journalled : sharedModel(journalled, pool, arm.name),
    prices: grounds.prices,
    independent: drawsApart(grounds.experiment),
  });
  signal.throwIfAborted();
  return outcome;
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

function scenarioOf(grounds: Pick<RunGrounds, "scenarios">, id: string): LoadedScenario {
  const loaded = grounds.scenarios.get(id);
  if (!loaded) throw new Error(`block names scenario ${id}, which is not loaded`);
  return loaded;
}

function armNamed(experiment: Experiment, name: string): Arm {
  const arm = experiment.arms.find((candidate) => candidate.name === name);
  if (!arm) throw new Error(`block names arm ${name}, which the experiment does not have`);
  return arm;
}
