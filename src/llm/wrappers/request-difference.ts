/** First difference of two requests, in words and with the text around it. */

import { canonicalJson } from "../../core/json.ts";
import type { CallPlace, Message, ModelRequest } from "../../core/model.ts";
import { withoutSeed } from "./call-counter.ts";

/** The first request of a replay that is not the recorded one. */
export interface RecordedDifference {
  /** 0-based number of the call in the order in which the replay asked. */
  readonly index: number;
  readonly place: CallPlace;
  readonly purpose: string;
  /** Null when the recording has no such call. */
  readonly expected: ModelRequest | null;
  readonly actual: ModelRequest;
  /** 0-based; null when the messages are equal and something else differs, or there is nothing to compare with. */
  readonly firstDifferingMessage: number | null;
  /** Two lines, recorded and now: the text around the first differing character, line ends shown as \\n. */
  readonly excerpt: string;
}

const CHARS_AROUND = 60;

/** Compares two requests that are known to differ; the message list is looked at first, then the rest. */
export function describeDifference(
  index: number,
  expected: ModelRequest | null,
  actual: ModelRequest,
): RecordedDifference {
  const base = { index, place: actual.place, purpose: actual.purpose, expected, actual };
  if (!expected) {
    return { ...base, firstDifferingMessage: null, excerpt: bothLines("(no such call)", lastText(actual)) };
  }
  const longer = Math.max(expected.messages.length, actual.messages.length);
  for (let i = 0; i < longer; i++) {
    const before = messageText(expected.messages[i]);
    const after = messageText(actual.messages[i]);
    if (before !== after) return { ...base, firstDifferingMessage: i, excerpt: excerptAround(before, after) };
  }
  const excerpt = excerptAround(restText(expected, actual), restText(actual, expected));
  return { ...base, firstDifferingMessage: null, excerpt };
}

/** A message as one readable line of text; equal texts are equal messages. */
function messageText(message: Message | undefined): string {
  if (!message) return "";
  const { role, content, ...rest } = message;
  const more = canonicalJson(rest);
  return `${role}: ${content}${more === "{}" ? "" : ` ${more}`}`;
}

function restText(request: ModelRequest, other: ModelRequest): string {
  const {
    messages: _messages,
    place: _place,
    feature: _feature,
    ...rest
  } = request.seed === undefined || other.seed === undefined ? withoutSeed(request) : request;
  return canonicalJson(rest);
}

function lastText(request: ModelRequest): string {
  return messageText(request.messages.at(-1)).slice(-2 * CHARS_AROUND);
}

function excerptAround(expected: string, actual: string): string {
  let at = 0;
  while (at < expected.length && at < actual.length && expected[at] === actual[at]) at++;
  const cut = (text: string): string => text.slice(Math.max(0, at - CHARS_AROUND), at + CHARS_AROUND);
  return bothLines(cut(expected), cut(actual));
}

function bothLines(recorded: string, now: string): string {
  const line = (text: string): string => text.replaceAll("\n", "\\n");
  return `recorded: ${line(recorded)}\nnow:      ${line(now)}`;
}
