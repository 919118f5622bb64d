/** The one decision about a failed model call: who answers for it. */

import type { FailureClass } from "./model.ts";

/**
 * `agent`: model and harness, it counts against the arm. `infrastructure`: asked again, and the pair is run again.
 * `operator`: account, key, address or parameters are wrong. `scenario`: no rule or no recording for the request.
 * `lab`: the lab itself cut the call off, or did not send it.
 */
export type FailureParty = "agent" | "infrastructure" | "operator" | "scenario" | "lab";

const PARTY: Readonly<Record<FailureClass, FailureParty>> = {
  "server-error": "infrastructure",
  "rate-limit": "infrastructure",
  timeout: "infrastructure",
  network: "infrastructure",
  "no-completion": "infrastructure",
  auth: "operator",
  quota: "operator",
  "model-not-found": "operator",
  "prompt-filtered": "operator",
  "bad-request": "operator",
  // The one refused request that is the agent's own: its harness let the prompt grow beyond the window.
  "context-length": "agent",
  "malformed-reply": "agent",
  refused: "agent",
  aborted: "lab",
  budget: "lab",
  "no-rule": "scenario",
  "not-recorded": "scenario",
};

/** The party that answers for failures of a class. */
export function partyOf(failure: FailureClass): FailureParty {
  return PARTY[failure];
}
