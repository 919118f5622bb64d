/** Takes a trial's stored replies apart: those the harness got from its model, and those of the judge. */

import { digestOf } from "../../core/digest.ts";
import { JUDGE } from "../../core/lab-purposes.ts";
import { type Model, requestContent } from "../../core/model.ts";
import type { ModelCall } from "../../core/model-call.ts";
import { failedReply } from "../../llm/failed-reply.ts";
import { callCounter, placeKey, withoutSeed } from "../../llm/wrappers/call-counter.ts";

/**
 * Calls that reached the model below the scenario's injected faults, counted anew: the faults are injected again by the
 * replay itself, so that their calls never ask the recording.
 */
export function harnessCalls(calls: readonly ModelCall[]): readonly ModelCall[] {
  const occurrenceOf = callCounter();
  return calls
    .filter((call) => call.purpose !== JUDGE && call.source !== "injected")
    .map((call) => ({ ...call, occurrence: occurrenceOf(placeKey(call)) }));
}

/**
 * A judge that gives its stored verdicts again, by what was asked alone: the same words under the same rubric get the
 * same verdict wherever the check now stands. Null where it gave none.
 */
export function recordedJudge(
  calls: readonly ModelCall[],
  options: {
    /** The judge's model as it was asked for. */
    readonly id?: string | undefined;
    /** Asked where no stored verdict fits; without it such a check stays unscored. */
    readonly otherwise?: Model | null;
  } = {},
): Model | null {
  const verdicts = new Map(
    calls.filter((call) => call.purpose === JUDGE).map((call) => [call.requestDigest, call.reply]),
  );
  if (verdicts.size === 0) return null;
  const { id, otherwise } = options;
  return {
    id: id ?? "recorded judge",
    simulated: otherwise?.simulated ?? false,
    async ask(request) {
      const verdict = verdicts.get(digestOf(requestContent(withoutSeed(request))));
      if (verdict) return { ...verdict, source: "recording", latencyMs: null };
      if (otherwise) return otherwise.ask(request);
      return failedReply(
        { class: "not-recorded", message: "no stored verdict is about these words and this rubric" },
        { source: "recording" },
      );
    },
  };
}
