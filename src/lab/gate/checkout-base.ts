/** A base that is another checkout of the lab, run beside the candidate by its own built command line, block by block. */

import { answeringKey, armNamed, modelOf } from "../../core/effective-arm.ts";
import type { Experiment } from "../../core/experiment.ts";
import type { TrialOutcome } from "../../core/trial.ts";
import { makeArm } from "../../plan/arms.ts";
import { candidateOf, planGate } from "../../plan/gate.ts";
import { oneHarness } from "../../plan/scenario-harness.ts";
import { type RunSetup, runArm, runInTurn } from "../../run/block.ts";
import type { BlockRunner } from "../../run/run-blocks.ts";
import { readSeeds } from "../../scenario/seeds.ts";
import { modelSettings } from "../endpoint/model-access.ts";
import { harnessDigest } from "../environment/provenance.ts";
import { loadSelection } from "../environment/selection.ts";
import { judgeOf, judgeSettings } from "../judging/judging.ts";
import { poolOf } from "../trials/reply-pool.ts";
import { candidateChanges, changedFlags, readAssignments } from "./assignments.ts";
import { DEFAULT_SEEDS } from "./flag-base.ts";
import type { GateRequest } from "./gate-request.ts";
import type { GateSetup } from "./gate-setup.ts";
import { startWorker, type WorkerProcess } from "./worker/worker-process.ts";

/** Plans the other checkout's defaults against this checkout's, or against flags of this one, on this one's scenarios. */
export async function setUpCheckout(request: GateRequest, checkout: string): Promise<GateSetup> {
  const changes = readAssignments(request.candidate, "--candidate");
  const scenarios = await loadSelection(request.scenarios, undefined);
  const harness = oneHarness(scenarios);
  const worker = startWorker(checkout);
  try {
    const other = await worker.hello({ harness, flags: {}, name: "base" });
    return {
      base: {
        kind: "checkout",
        name: checkout,
        why: `the checkout ${checkout} was named; it ran beside the candidate, block by block`,
        arm: other.arm,
        experiment: null,
        commit: other.commit,
        harnessDigest: other.harnessDigest,
        recordedAt: null,
      },
      draft: planGate({
        base: other.arm,
        candidate: candidateOf(makeArm(harness, {}), candidateChanges(changes, request)),
        scenarios: scenarios.map(({ scenario }) => scenario.id),
        seeds: await readSeeds(request.seeds ?? DEFAULT_SEEDS),
        model: modelSettings(request.model),
        settings: {},
        ...judgeOf(judgeSettings(request.judge, request.model), scenarios, request.console),
      }),
      scenarios,
      harnessDigest: await harnessDigest([{ harness }]),
      baseDigest: `${other.harnessDigest} ${other.labVersion}`,
      flags: changedFlags(changes, other.arm),
      recorded: null,
      runBlock: twoCheckouts(worker, request.db),
      notes: [],
      close: () => worker.close(),
    };
  } catch (error) {
    await worker.close();
    throw error;
  }
}

/** Runs the base in the worker and the candidate here, one after the other in the block's order, sharing replies. */
function twoCheckouts(worker: WorkerProcess, db: string): BlockRunner {
  const known = new Set<string>();
  return async (setup, block, attempt, signal) => {
    const { experiment } = setup;
    const [base] = experiment.arms;
    if (!known.has(experiment.id)) {
      worker.experiment({
        experiment: withLiveAddress(experiment),
        scenarios: [...setup.scenarios.values()],
        db,
      });
      known.add(experiment.id);
    }
    return runInTurn(setup, block, attempt, (turn, before) => {
      signal.throwIfAborted();
      const earlier = before
        .filter(({ key }) => sameModel(experiment, key.arm, turn.arm))
        .map(({ key, calls }) => ({ arm: key.arm, calls }));
      return turn.arm === base?.name
        ? withinLimit(setup, (limit) =>
            worker.trial({ ...turn, experiment: experiment.id, earlier, ...limit }),
          )
        : runArm(setup, turn, poolOf(earlier), signal);
    });
  };
}

/** Runs a trial of the other checkout with money set aside for it, since its calls are paid from the same budget. */
async function withinLimit(
  { allot }: RunSetup,
  run: (limit: { readonly budgetUsd?: number }) => Promise<TrialOutcome>,
): Promise<TrialOutcome> {
  const allotment = allot?.();
  if (allotment === undefined) return run({});
  // A worker that died may have paid for whatever it was allowed to.
  let paid = allotment.usd;
  let ended = false;
  try {
    const outcome = await run({ budgetUsd: allotment.usd });
    ended = outcome.error?.kind === "budget";
    paid = outcome.calls.reduce((sum, { spentUsd }) => sum + (spentUsd ?? allotment.usd), 0);
    return outcome;
  } finally {
    allotment.settle(paid, ended);
  }
}

/** True where two arms ask one model, so that the replies of one are draws of the other. */
function sameModel(experiment: Experiment, one: string, other: string): boolean {
  const [left, right] = [one, other].map((name) => modelOf(experiment, armNamed(experiment, name)));
  return left !== undefined && right !== undefined && answeringKey(left) === answeringKey(right);
}

/** The pipe to the worker is the one place that an address travels to whole; the worker runs no arm of another model. */
function withLiveAddress(experiment: Experiment): Experiment {
  const { secretUrl, ...model } = experiment.model;
  const arms = experiment.arms.map(({ model: _, ...arm }) => arm);
  return {
    ...experiment,
    arms,
    model: secretUrl ? { ...model, baseUrl: secretUrl.reveal() } : experiment.model,
  };
}
