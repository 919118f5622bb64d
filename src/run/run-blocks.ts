/** Runs many blocks at a given width; a spoiled block is tried again whole, a dead endpoint stops the run. */

import pLimit from "p-limit";
import { EXIT, LabError } from "../core/errors.ts";
import type { Block } from "../core/experiment.ts";
import type { TrialOutcome } from "../core/trial.ts";
import { isSpoiled, type RunGrounds, runBlock } from "./block.ts";

/** Attempts of a block in one run; every attempt is handed over and stored (STATISTICS 7: cap 2, log). */
const ATTEMPTS = 2;
/** Spoiled blocks in a row after which the endpoint counts as dead. */
const DEAD_AFTER = 3;

export interface RunOptions {
  readonly width: number;
  readonly signal: AbortSignal;
  /** Attempts already stored, by block key; the next attempt continues the count. */
  readonly attemptsBefore: (block: Block) => number;
  /** Gets every finished attempt, in order of finishing; the next block waits until it resolves. */
  readonly onBlock: (block: Block, outcomes: readonly TrialOutcome[], last: boolean) => Promise<void>;
  /** Runs one attempt of a block; absent = every arm in this process. */
  readonly runBlock?: BlockRunner | undefined;
  /** Asked before each block; from the first no on, no further block starts (a budget is spent). */
  readonly mayStart?: (() => boolean) | undefined;
}

/** Runs all arms of a block as one attempt. */
export type BlockRunner = typeof runBlock;

/** Runs the blocks; rejects with an AbortError when interrupted and a LabError when the endpoint is dead. */
export async function runBlocks(
  grounds: RunGrounds,
  blocks: readonly Block[],
  options: RunOptions,
): Promise<void> {
  const limit = pLimit(options.width);
  const attemptOf = options.runBlock ?? runBlock;
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  let spoiledInARow = 0;
  let firstFailure: unknown = null;

  const runOne = async (block: Block): Promise<void> => {
    if (options.mayStart?.() === false) return;
    const before = options.attemptsBefore(block);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      signal.throwIfAborted();
      const outcomes = await attemptOf(grounds, block, before + attempt, signal);
      const spoiled = isSpoiled(outcomes);
      const last = !spoiled || attempt === ATTEMPTS;
      await options.onBlock(block, outcomes, last);
      if (!spoiled) {
        spoiledInARow = 0;
        return;
      }
      spoiledInARow += 1;
      if (spoiledInARow >= DEAD_AFTER) throw deadEndpoint(outcomes);
    }
  };

  await Promise.all(
    blocks.map((block) =>
      limit(() => (signal.aborted ? Promise.resolve() : runOne(block))).catch((error: unknown) => {
        firstFailure ??= error;
        stop.abort();
      }),
    ),
  );
  if (options.signal.aborted) options.signal.throwIfAborted();
  if (firstFailure) throw firstFailure;
}

function deadEndpoint(outcomes: readonly TrialOutcome[]): LabError {
  const reason = outcomes.find((outcome) => outcome.error)?.error?.message ?? "no reason given";
  return new LabError({
    code: "dead-endpoint",
    what: `the model endpoint failed ${DEAD_AFTER} times in a row, so the run stopped spending; last: ${reason}`,
    remedy:
      "harness-lab doctor --model ... tells what is wrong; the same command goes on where this run stopped",
    exitCode: EXIT.broken,
  });
}
