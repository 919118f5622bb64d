/** Tells failures of the evaluation from failures of the harness: only the former make a trial an error. */

import type { FailureClass } from "../core/model.ts";
import type { ModelCall } from "../core/model-call.ts";
import type { TrialError } from "../core/trial.ts";

/** Failures of the endpoint, not of model or harness; a fault injected by the scenario is never one of them. */
const INFRASTRUCTURE: readonly FailureClass[] = [
  "server-error",
  "rate-limit",
  "timeout",
  "network",
  "auth",
  "model-not-found",
];

/** The first reason why a trial says nothing about its arm, or null. */
export function errorFromCalls(calls: readonly ModelCall[]): TrialError | null {
  for (const call of calls) {
    if (call.reply.kind !== "failed" || call.source === "injected") continue;
    const { class: failure, message } = call.reply.failure;
    if (failure === "no-rule" || failure === "not-recorded") return { kind: failure, message };
    if (INFRASTRUCTURE.includes(failure))
      return { kind: "infrastructure", message: `${call.purpose}: ${failure}: ${message}` };
    if (failure === "aborted") return { kind: "limit", message };
  }
  return null;
}
