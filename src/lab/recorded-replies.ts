/** Takes a trial's stored replies apart: those the harness got from its model, and those of the judge. */

import type { Model } from "../core/model.ts";
import type { ModelCall } from "../core/model-call.ts";
import { callCounter, placeKey } from "../llm/wrappers/call-counter.ts";
import { recordedModel } from "../llm/wrappers/recorded.ts";

/** The purpose of every call that a judge answers. */
export const JUDGE = "judge";

/**
 * What reached the model below the scenario's injected faults, counted anew: the faults are injected again by the
 * replay itself, so that their calls never ask the recording.
 */
export function harnessCalls(calls: readonly ModelCall[]): readonly ModelCall[] {
  const occurrenceOf = callCounter();
  return calls
    .filter((call) => call.purpose !== JUDGE && call.source !== "injected")
    .map((call) => ({ ...call, occurrence: occurrenceOf(placeKey(call)) }));
}

/** A judge that gives its stored verdicts again; null where it gave none. */
export function recordedJudge(calls: readonly ModelCall[]): Model | null {
  const verdicts = calls.filter((call) => call.purpose === JUDGE);
  return verdicts.length === 0 ? null : recordedModel(verdicts);
}
