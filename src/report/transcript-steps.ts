/** A trial as a list of comparable steps: every request, every reply and every other event in order. */

import type { LabEvent } from "../core/event.ts";
import type { EventKinds } from "../core/event-line.ts";
import { canonicalJson } from "../core/json.ts";
import type { CallPlace, Message, ModelReply } from "../core/model.ts";
import type { ModelCall } from "../core/model-call.ts";
import type { TranscriptStep } from "../core/transcript-step.ts";
import type { TrialOutcome } from "../core/trial.ts";
import { eventLine } from "./event-line.ts";

/**
 * The steps of a trial. Seeds, ids of calls, times and costs are left out, so that two trials differ only in what was
 * said and done. That a feature's extension point ran is left out too: it happens wherever the flag is on.
 */
export function transcriptSteps(
  { events, calls }: Pick<TrialOutcome, "events" | "calls">,
  kinds: EventKinds,
): TranscriptStep[] {
  const byIndex = new Map(calls.map((call) => [call.index, call]));
  return events.flatMap((event): TranscriptStep[] => {
    if (event.type === "feature-reached") return [];
    if (event.type !== "model-call") return [eventStep(event, calls, kinds)];
    const call = byIndex.get(event.call);
    return call ? [requestStep(call), replyStep(call)] : [eventStep(event, calls, kinds)];
  });
}

function sortOf(kind: TranscriptStep["kind"], label: string, place: CallPlace): string {
  return JSON.stringify([kind, label, place.session, place.turn, place.iteration, place.task]);
}

function requestStep({ purpose, place, request }: ModelCall): TranscriptStep {
  const { messages, purpose: _purpose, feature: _feature, place: _place, seed: _seed, ...options } = request;
  const more = Object.keys(options).length > 0 ? [canonicalJson(options)] : [];
  const text = [...messages.map(messageText), ...more].join("\n");
  return { kind: "request", label: purpose, place, sort: sortOf("request", purpose, place), key: text, text };
}

function messageText(message: Message): string {
  const { role, content, ...rest } = message;
  const more = canonicalJson(rest);
  return `${role}: ${content}${more === "{}" ? "" : ` ${more}`}`;
}

function replyStep({ purpose, place, reply }: ModelCall): TranscriptStep {
  const text = replyText(reply);
  return { kind: "reply", label: purpose, place, sort: sortOf("reply", purpose, place), key: text, text };
}

function replyText(reply: ModelReply): string {
  if (reply.kind === "failed") return `failed with ${reply.failure.class}: ${reply.failure.message}`;
  const { text, toolCalls, finish } = reply;
  return [
    ...(text === "" ? [] : [text]),
    ...toolCalls.map((call) => `calls ${call.tool} ${canonicalJson(call.arguments)}`),
    ...(finish === "stop" || finish === "tool-calls" ? [] : [`(ended with ${finish})`]),
  ].join("\n");
}

function eventStep(event: LabEvent, calls: readonly ModelCall[], kinds: EventKinds): TranscriptStep {
  const { seq: _seq, place, type, ...rest } = event;
  const key = canonicalJson(rest);
  const shown = eventLine(event, calls, kinds);
  const text = shown !== null && "text" in shown ? shown.text : plainText(rest, key);
  return { kind: "event", label: type, place, sort: sortOf("event", type, place), key, text };
}

function plainText(rest: object, otherwise: string): string {
  if ("text" in rest && typeof rest.text === "string") return rest.text;
  return "reply" in rest && typeof rest.reply === "string" ? rest.reply : otherwise;
}
