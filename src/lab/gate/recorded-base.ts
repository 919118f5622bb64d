/** Runs a candidate on the recorded replies of its base: what asks nothing new is settled without a call. */

import type { Arm } from "../../core/arm.ts";
import { settingsOf } from "../../core/effective-arm.ts";
import type { Block, Experiment } from "../../core/experiment.ts";
import { JUDGE } from "../../core/lab-purposes.ts";
import type { ModelCall } from "../../core/model-call.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import type { GradedTrial, TrialOutcome } from "../../core/trial.ts";
import { gradeTrial } from "../../grade/grade-trial.ts";
import type { PriceBook } from "../../llm/prices.ts";
import { recordedModel } from "../../llm/wrappers/recorded.ts";
import { blockKey } from "../../plan/blocks.ts";
import { type RunSetup, runArm } from "../../run/block.ts";
import type { BlockRunner } from "../../run/run-blocks.ts";
import { runTrial } from "../../run/trial.ts";
import { harnessOf } from "../environment/harness-registry.ts";
import { harnessCalls, recordedJudge } from "../trials/recorded-replies.ts";
import { poolOf } from "../trials/reply-pool.ts";

export interface ReplaySetup {
  readonly experiment: Experiment;
  readonly base: Arm;
  readonly candidate: Arm;
  readonly prices: PriceBook;
}

/** The recorded trial as a trial of the gate's experiment, ahead of the candidate; nothing of it is paid now. */
function adopt(
  trial: GradedTrial,
  { experiment, base }: Pick<ReplaySetup, "experiment" | "base">,
  attempt: number,
): GradedTrial {
  const { outcome } = trial;
  return {
    ...trial,
    outcome: {
      ...outcome,
      key: { ...outcome.key, experiment: experiment.id, arm: base.name, attempt },
      position: 0,
      calls: outcome.calls.map((call) => ({
        ...call,
        spentUsd: 0,
        ...(call.source === "injected"
          ? {}
          : { source: "recording", reply: { ...call.reply, source: "recording" } }),
      })),
    },
  };
}

/**
 * Both trials of a block when every request of the candidate is in the base's recording, at its place and word for word;
 * null when one is not. The candidate may ask less than the base did.
 */
export async function replayOnBase(
  setup: ReplaySetup,
  {
    trial,
    loaded,
    attempt,
  }: { readonly trial: GradedTrial; readonly loaded: LoadedScenario; readonly attempt: number },
): Promise<readonly GradedTrial[] | null> {
  const { experiment, candidate, prices } = setup;
  let differs = false;
  const replayed = await runTrial({
    key: { ...trial.outcome.key, experiment: experiment.id, arm: candidate.name, attempt },
    position: 1,
    loaded,
    arm: candidate,
    harness: harnessOf(candidate),
    settings: settingsOf(experiment, candidate),
    model: recordedModel(harnessCalls(trial.outcome.calls), {
      id: experiment.model.model,
      onDifference: () => {
        differs = true;
      },
    }),
    prices,
    independent: false,
  });
  if (differs || replayed.error !== null) return null;
  const graded = await gradeTrial({
    outcome: asShared(replayed),
    loaded,
    flagOn: null,
    judge: recordedJudge(trial.outcome.calls),
  });
  return [adopt(trial, setup, attempt), graded];
}

/** A replayed reply is one taken from the other arm of the block. */
function asShared(outcome: TrialOutcome): TrialOutcome {
  const shared = (call: ModelCall): ModelCall =>
    call.source === "injected"
      ? call
      : { ...call, source: "shared", reply: { ...call.reply, source: "shared" } };
  return { ...outcome, calls: outcome.calls.map(shared) };
}

/** Runs the candidate live; it takes every reply of the base that it asks for in the same words at the same place. */
export function recordedBlocks(
  recorded: ReadonlyMap<string, GradedTrial>,
  { base, candidate }: Pick<ReplaySetup, "base" | "candidate">,
): BlockRunner {
  return async (setup: RunSetup, block: Block, attempt, signal) => {
    const trial = recorded.get(blockKey(block));
    // Without a base there is no pair, so nothing is run or paid.
    if (!trial) return [];
    const own = adopt(trial, { experiment: setup.experiment, base }, attempt).outcome;
    const turn = { block, arm: candidate.name, position: 1, attempt };
    // A judge is asked anew for both arms, so that one judge decides both.
    const calls = own.calls.filter(({ purpose }) => purpose !== JUDGE);
    const outcome = await runArm(setup, turn, poolOf([{ arm: base.name, calls: own.calls }]), signal);
    return [{ ...own, calls }, outcome];
  };
}
