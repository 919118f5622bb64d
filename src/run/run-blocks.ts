/** Runs many blocks at a given width; a spoiled block is tried again whole, an endpoint that is dead or refuses stops the run. */

import pLimit from "p-limit";
import { EXIT, LabError } from "../core/errors.ts";
import type { Block } from "../core/experiment.ts";
import { isCutShort, isSpoiled, type TrialError, type TrialOutcome } from "../core/trial.ts";
import { type RunSetup, runBlock } from "./block.ts";

/** Attempts of a block in one run; every attempt is handed over and stored (STATISTICS 7: cap 2, log). */
const ATTEMPTS = 2;
/** Spoiled attempts in a row after which the run stops spending. */
const DEAD_AFTER = 3;

export interface RunOptions {
  readonly width: number;
  readonly signal: AbortSignal;
  /** Attempts already stored, by block key; the next attempt continues the count. */
  readonly attemptsBefore: (block: Block) => number;
  /** Gets every finished attempt, in order of finishing; the next block waits until it resolves. Not one cut short. */
  readonly onBlock: (block: Block, outcomes: readonly TrialOutcome[], last: boolean) => Promise<void>;
  /** Runs one attempt of a block; absent = every arm in this process. */
  readonly runBlock?: BlockRunner | undefined;
  /** Asked before each block; one that may not start is left out (the budget does not hold it). */
  readonly mayStart?: ((block: Block) => boolean) | undefined;
}

/** Runs all arms of a block as one attempt. */
export type BlockRunner = typeof runBlock;

/** Runs the blocks; rejects with an AbortError when interrupted and a LabError when the endpoint is dead or refuses. */
export async function runBlocks(
  setup: RunSetup,
  blocks: readonly Block[],
  options: RunOptions,
): Promise<void> {
  const limit = pLimit(options.width);
  const attemptOf = options.runBlock ?? runBlock;
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const spoiled = openSpoiledCount();
  let firstFailure: unknown = null;

  const runOne = async (block: Block): Promise<void> => {
    if (options.mayStart?.(block) === false) return;
    const before = options.attemptsBefore(block);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      signal.throwIfAborted();
      const outcomes = await attemptOf(setup, block, before + attempt, signal);
      if (isCutShort(outcomes)) return;
      const error = outcomes.map((outcome) => outcome.error).find(isSpoiled) ?? null;
      // The same request is refused again, so only what may pass is tried a second time.
      const last = error?.kind !== "infrastructure" || attempt === ATTEMPTS;
      await options.onBlock(block, outcomes, last);
      spoiled.add(error);
      if (last) return;
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

/** Counts spoiled attempts in a row; the one that is too many is a LabError. */
export function openSpoiledCount(): { add(error: TrialError | null): void } {
  let inARow = 0;
  return {
    add(error) {
      inARow = isSpoiled(error) ? inARow + 1 : 0;
      if (error !== null && inARow >= DEAD_AFTER) throw stoppedSpending(error);
    },
  };
}

function stoppedSpending({ kind, message }: TrialError): LabError {
  const refused = kind === "operator";
  return new LabError({
    code: refused ? "endpoint-refuses" : "dead-endpoint",
    what: `the model endpoint ${refused ? "refused requests" : "failed"} ${DEAD_AFTER} times in a row, so the run stopped spending; last: ${message}`,
    remedy: refused
      ? "put right what the endpoint names (account, key, model, parameters); the same command goes on where this run stopped"
      : "harness-lab doctor --model ... tells what is wrong; the same command goes on where this run stopped",
    exitCode: EXIT.broken,
  });
}
