/** Checks what a trial cost the harness; what is unknown stays undecided. */

import { roundToDigits } from "../core/format.ts";
import { isLabCall } from "../core/lab-purposes.ts";
import type { ModelCall } from "../core/model-call.ts";
import type { Check } from "../core/scenario.ts";
import type { TrialOutcome } from "../core/trial.ts";
import { allOf, type Finding, holds, leaveOpen, misses } from "./finding.ts";

type CostCheck = Extract<Check, { cost: unknown }>["cost"];

/** Compares the totals of the harness's own calls, as deployed, with the limits. */
export function checkCost(check: CostCheck, outcome: TrialOutcome): Finding {
  const calls = outcome.calls.filter(({ purpose }) => !isLabCall(purpose));
  const limits: readonly (readonly [string, number | undefined, (call: ModelCall) => number | null])[] = [
    ["USD", check.maxUsd, (call) => call.costUsd],
    ["calls", check.maxCalls, () => 1],
    ["input tokens", check.maxInputTokens, (call) => call.usage?.inputTokens ?? null],
    ["output tokens", check.maxOutputTokens, (call) => call.usage?.outputTokens ?? null],
  ];
  return allOf(
    limits.flatMap(([unit, limit, amount]) =>
      limit === undefined ? [] : [compare(calls.map(amount), limit, unit)],
    ),
  );
}

/** A known part may already exceed the limit; below it, one unknown part leaves the sum open. */
function compare(amounts: readonly (number | null)[], limit: number, unit: string): Finding {
  const known = amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
  const unknown = amounts.filter((amount) => amount === null).length;
  const sum = `${roundToDigits(known, 6)} ${unit}`;
  if (known > limit) return misses(`${unknown > 0 ? "at least " : ""}${sum}, at most ${limit} wanted`);
  if (unknown > 0) return leaveOpen(`${unit} of ${unknown} of ${amounts.length} calls unknown`);
  return holds(`${sum}, at most ${limit} wanted`);
}
