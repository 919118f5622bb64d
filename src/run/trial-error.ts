/** Failures of the evaluation told apart from failures of the harness: only the former make a trial an error. */

import { partyOf } from "../core/failure-party.ts";
import type { ModelFailed, ModelReply } from "../core/model.ts";
import type { ModelCall } from "../core/model-call.ts";
import type { TrialError } from "../core/trial.ts";

/** True where a reply says nothing about the arm; a fault that the scenario injects is for the harness to deal with. */
export function breaksTrial(reply: ModelReply): reply is ModelFailed {
  return reply.kind === "failed" && reply.source !== "injected" && partyOf(reply.failure.class) !== "agent";
}

/**
 * The first reason why a trial says nothing about its arm, or null. A harness that asks again by itself is forgiven a
 * failure after which the same request succeeded.
 */
export function errorFromCalls(
  calls: readonly ModelCall[],
  { retriesItself = false }: { readonly retriesItself?: boolean | undefined } = {},
): TrialError | null {
  for (const [at, call] of calls.entries()) {
    if (!breaksTrial(call.reply)) continue;
    if (retriesItself && succeedsLater(call, calls.slice(at + 1))) continue;
    const { class: failure, message } = call.reply.failure;
    if (failure === "no-rule" || failure === "not-recorded" || failure === "budget")
      return { kind: failure, message };
    const party = partyOf(failure);
    if (party === "infrastructure" || party === "operator")
      return { kind: party, message: `${call.purpose}: ${failure}: ${message}` };
    return { kind: "limit", message };
  }
  return null;
}

function succeedsLater(failed: ModelCall, later: readonly ModelCall[]): boolean {
  return later.some(
    (call) =>
      call.reply.kind === "answer" &&
      call.purpose === failed.purpose &&
      call.requestDigest === failed.requestDigest,
  );
}
