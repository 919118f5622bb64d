/** Makes the calls fail that the scenario's schedule names: seen by the harness and by nothing below it. */

import { faultCovers, type ModelFault } from "../../core/fault.ts";
import type { FailureClass, Model, ModelFailed, ModelRequest } from "../../core/model.ts";
import { failedReply, NO_USAGE } from "../failed-reply.ts";
import { failureClassOf } from "../status-classes.ts";
import { callCounter } from "./call-counter.ts";

/** An injected fault as it happened. */
export interface InjectedFault {
  readonly fault: ModelFault;
  readonly request: ModelRequest;
  /** 1-based count of the purpose's calls in the trial. */
  readonly call: number;
  readonly reply: ModelFailed;
}

/**
 * Injects the faults of one trial: `call: n` counts its calls by purpose, the first fault that covers one wins. Sits
 * above sharing and above the client's own retries (ARCHITECTURE 8, injected faults).
 */
export function faultyModel(
  inner: Model,
  faults: readonly ModelFault[],
  onFault?: (injected: InjectedFault) => void,
): Model {
  const countOf = callCounter();
  return {
    id: inner.id,
    simulated: inner.simulated,
    async ask(request) {
      const call = countOf(request.purpose) + 1;
      const fault = faults.find((one) => one.purpose === request.purpose && faultCovers(one.call, call));
      if (!fault) return inner.ask(request);
      const reply = injectedReply(fault);
      onFault?.({ fault, request, call, reply });
      return reply;
    },
  };
}

const ERRORS: Readonly<Record<NonNullable<ModelFault["error"]>, { class: FailureClass; message: string }>> = {
  timeout: { class: "timeout", message: "the model call timed out" },
  network: { class: "network", message: "connection reset while calling the model" },
  malformed: { class: "malformed-reply", message: "the model's reply could not be read" },
};

/** A time-out may have been billed, so what it used is unknown; every other injected fault used nothing. */
function injectedReply(fault: ModelFault): ModelFailed {
  if (fault.error !== undefined) {
    const failure = { ...ERRORS[fault.error], status: fault.status ?? null };
    const usage = failure.class === "timeout" ? null : NO_USAGE;
    return failedReply(failure, { usage, source: "injected" });
  }
  const status = fault.status ?? 503;
  const failureClass = failureClassOf(status);
  const message =
    status >= 500
      ? `HTTP ${status}: server error, service unavailable`
      : `HTTP ${status}: request turned away`;
  const usage = failureClass === "timeout" ? null : NO_USAGE;
  return failedReply({ class: failureClass, status, message }, { usage, source: "injected" });
}
