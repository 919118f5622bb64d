/** Says what running a trial again would take and tell, by what the recorded trial asked, before anything is asked. */

import { clopperPearsonInterval } from "../../analyse/intervals.ts";
import { EXIT } from "../../core/errors.ts";
import { duration, percent } from "../../core/format.ts";
import type { Range } from "../../core/pairs.ts";
import { trialId } from "../../core/trial.ts";
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
  const about = (value: number | null) => (value === null ? "unknown" : `about ${Math.round(value)}`);
  return {
    text: [
      `Rerun of ${plan.trial}, nothing was run`,
      `  model      ${plan.model}`,
      `  runs       ${times}, ${width} at once`,
      `  calls      about ${plan.calls}, as the recorded trial asked ${calls.length}`,
      `  tokens     ${about(plan.inputTokens)} in, ${about(plan.outputTokens)} out`,
      `  cost       ${plan.costUsd === null ? "unknown: a call has no known price (--price-like)" : `about $${plan.costUsd.toFixed(4)}`}`,
      `  time       about ${duration(plan.durationMs)}, at the pace of the recorded trial`,
      `  tells      a failure rate, somewhere in ${percent(plan.intervalAtHalf[0])} to ${percent(plan.intervalAtHalf[1])} if half of the runs fail`,
      "",
    ].join("\n"),
    json: plan,
    exitCode: EXIT.pass,
  };
}

/** What running a trial again would take, as `rerun --dry-run --json` prints it. */
export interface RerunPlan {
  readonly format: "harness-lab-rerun-plan/1";
  readonly trial: string;
  readonly model: string;
  readonly times: number;
  readonly calls: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
  readonly durationMs: number;
  /** 95 % interval of the failure rate if half of the runs fail. */
  readonly intervalAtHalf: Range;
}

/** What it would take, in figures; null where the recorded trial does not tell. */
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
