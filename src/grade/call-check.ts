/** Checks which model calls were made, by purpose. */

import type { Check } from "../core/scenario.ts";
import type { TrialOutcome } from "../core/trial.ts";
import { inBounds } from "./count-bounds.ts";
import type { Finding } from "./finding.ts";

type CallCheck = Extract<Check, { call: unknown }>["call"];

/** Counts the calls of a purpose, failed ones included; one is wanted unless the check says otherwise. */
export function checkCall(check: CallCheck, outcome: TrialOutcome): Finding {
  const { purpose, count } = typeof check === "string" ? { purpose: check, count: undefined } : check;
  const found = outcome.calls.filter((call) => call.purpose === purpose);
  return inBounds(found.length, count, `calls of purpose ${purpose}`);
}
