/** Answers out of a recording: the model of a replay. */

import { canonicalJson } from "../../core/json.ts";
import { type Model, type ModelReply, type ModelRequest, requestContent } from "../../core/model.ts";
import type { ModelCall } from "../../core/model-call.ts";
import { failedReply } from "../failed-reply.ts";
import { callCounter, placeKey, withoutSeed } from "./call-counter.ts";
import { describeDifference, type RecordedDifference } from "./request-difference.ts";

/** Behaviour where a replay leaves its recording. */
export interface RecordedOptions {
  /** The model that was asked when the recording was made, for prices; absent = the one that answered. */
  readonly id?: string;
  /** Told of the first request that differs, once. */
  readonly onDifference?: (difference: RecordedDifference) => void;
  /** Answers from the first difference on; absent or null = the replay stops there. */
  readonly then?: Model | null;
}

/**
 * Replays calls by place, purpose and occurrence, failures and injected faults included, with their usage. A request
 * has to be byte-identical to the recorded one (the seed counts where both have one); from the first that is not, calls
 * go to `then` or fail as `not-recorded`, since what follows a difference is not a replay any more.
 */
export function recordedModel(calls: readonly ModelCall[], options: RecordedOptions = {}): Model {
  const recorded = new Map(calls.map((call) => [`${placeKey(call)} ${call.occurrence}`, call]));
  const occurrenceOf = callCounter();
  const then = options.then ?? null;
  let asked = 0;
  let differed: RecordedDifference | null = null;

  const lookUp = (request: ModelRequest): ModelReply | RecordedDifference => {
    const place = placeKey(request);
    const call = recorded.get(`${place} ${occurrenceOf(place)}`);
    const index = asked++;
    if (differed) return differed;
    if (call && sameContent(call.request, request)) return replay(call.reply);
    differed = describeDifference(index, call?.request ?? null, request);
    options.onDifference?.(differed);
    return differed;
  };

  return {
    id: options.id ?? modelIdOf(calls),
    simulated:
      then?.simulated === true || (calls.length > 0 && calls.every((call) => isSimulated(call.reply))),
    async ask(request) {
      const found = lookUp(request);
      if ("kind" in found) return found;
      if (then) return then.ask(request);
      const where = found.expected ? "differs from the recorded one" : "is not in the recording";
      const message = `call ${found.index} (${found.purpose}, turn ${found.place.turn}) ${where}`;
      return failedReply({ class: "not-recorded", message }, { source: "recording" });
    },
  };
}

function replay(reply: ModelReply): ModelReply {
  return { ...reply, source: "recording", latencyMs: null };
}

function sameContent(recorded: ModelRequest, actual: ModelRequest): boolean {
  const seedless = recorded.seed === undefined || actual.seed === undefined;
  const content = (request: ModelRequest): string =>
    canonicalJson(requestContent(seedless ? withoutSeed(request) : request));
  return content(recorded) === content(actual);
}

/** The model that answered first in the recording, so that prices and reports name it. */
function modelIdOf(calls: readonly ModelCall[]): string {
  for (const { reply } of calls) if (reply.kind === "answer" && reply.model !== null) return reply.model;
  return "recorded";
}

function isSimulated(reply: ModelReply): boolean {
  return reply.kind === "failed" || reply.virtualLatencyMs !== null;
}
