/** Plan of a rerun before anything is asked: its calls, cost and time by the recorded trial, and the rate it can show. */

import { clopperPearsonInterval } from "../../analyse/intervals.ts";
import { EXIT } from "../../core/errors.ts";
import type { RerunPlan } from "../../core/rerun.ts";
import { trialId } from "../../core/trial.ts";
import { rerunPlanText } from "../../report/rerun-text.ts";
import { pricesFor } from "../endpoint/model-access.ts";
import type { LabResult } from "../environment/result.ts";
import { harnessCalls } from "./recorded-replies.ts";
import type { Recording } from "./recording.ts";

/** The plan of `times` runs of a recording with the model it names; a judge's verdicts are counted, not priced. */
export async function rerunPlan(
  recording: Recording,
  { times, width }: { readonly times: number; readonly width: number },
): Promise<LabResult> {
  const plan = await planOf(recording, { times, width });
  const calls = harnessCalls(recording.trial.outcome.calls);
  return {
    text: rerunPlanText(plan, { width, recordedCalls: calls.length }),
    json: plan,
    exitCode: EXIT.pass,
  };
}

/** Expected effort in figures; null where the recorded trial does not show it. */
export async function planOf(
  { trial, experiment }: Recording,
  { times, width }: { readonly times: number; readonly width: number },
): Promise<RerunPlan> {
  const calls = harnessCalls(trial.outcome.calls);
  const prices = await pricesFor(experiment.model);
  const price = prices.price(experiment.model.model);
  const each = calls.map(({ usage }) => (usage && price ? prices.costOf(price, usage).costUsd : null));
  const sum = (values: readonly (number | null)[]) =>
    values.reduce<number | null>((a, b) => (a === null || b === null ? null : a + b), 0);
  const total = (values: readonly (number | null)[]) => {
    const one = sum(values);
    return one === null ? null : one * times;
  };
  const half = Math.floor(times / 2);
  return {
    format: "harness-lab-rerun-plan/1",
    trial: trialId(trial.outcome.key),
    model: experiment.model.model,
    times,
    calls: calls.length * times,
    inputTokens: total(calls.map(({ usage }) => usage?.inputTokens ?? null)),
    outputTokens: total(calls.map(({ usage }) => usage?.outputTokens ?? null)),
    costUsd: total(each),
    durationMs: (trial.outcome.wallMs * times) / Math.min(width, times),
    intervalAtHalf: clopperPearsonInterval(half, times, 0.95),
  };
}
