/** Keeps a long conversation inside the context: the older part is folded into one message. */

import type { Message } from "../../../core/model.ts";
import { type Composed, consultEdge } from "../extensions/extensions.ts";
import type { CallScope } from "../extensions/scope.ts";
import type { Settings } from "../settings.ts";
import { speakerLine } from "./speaker-line.ts";

const HEADING = "Earlier in this conversation:";

/** The transcript as it is, or with everything but its last messages folded into one. */
export async function compactTranscript(
  context: CallScope & Composed,
  transcript: readonly Message[],
): Promise<readonly Message[]> {
  const limits = context.settings.compaction;
  if (!isTooLong(transcript, limits)) return transcript;
  const { older, recent } = split(transcript, limits);
  if (older.length === 0) return transcript;
  await consultEdge(context, "sessionEdge", { edge: "compaction", messages: older });
  const summary = await context.use("compactor", (one) => one.compact(context, older));
  const folded = fold(summary ?? clip(older, limits), limits);
  context.emit({
    type: "compaction",
    method: summary === null ? "clip" : "summary",
    folded: older.length,
    kept: recent.length,
    chars: folded.content.length,
  });
  return [folded, ...recent];
}

/** True where a transcript passes either limit. */
export function isTooLong(transcript: readonly Message[], limits: Settings["compaction"]): boolean {
  return transcript.length > limits.maxMessages || charsOf(transcript) > limits.maxChars;
}

/** Everything but the last messages, and those; a call and its result stay on one side. */
function split(
  transcript: readonly Message[],
  { keepLast }: Settings["compaction"],
): { readonly older: readonly Message[]; readonly recent: readonly Message[] } {
  let start = Math.max(0, transcript.length - keepLast);
  while (transcript[start]?.role === "tool") start += 1;
  return { older: transcript.slice(0, start), recent: transcript.slice(start) };
}

/**
 * The first characters of each older message; the lines of an earlier fold are carried over as they are. Of a tool's
 * output its name alone is kept: the fold goes out as the user's message, and no tool speaks for the user.
 */
export function clip(older: readonly Message[], { clipChars }: Settings["compaction"]): string {
  const linesOf = (message: Message): readonly string[] => {
    if (isFold(message)) return message.content.split("\n").slice(1);
    return [speakerLine(message, clipChars)?.replace(/\s*\n\s*/g, " ") ?? []].flat();
  };
  return older.flatMap(linesOf).join("\n");
}

/** The one message that takes the older part's place; over the cap its oldest lines go first. */
export function fold(text: string, { summaryMaxChars }: Settings["compaction"]): Message {
  const lines = text.split("\n");
  while (lines.length > 1 && lines.join("\n").length > summaryMaxChars) lines.shift();
  return { role: "user", content: `${HEADING}\n${lines.join("\n").slice(0, summaryMaxChars)}` };
}

/** True where a message is an earlier fold. */
function isFold(message: Message): boolean {
  return message.role === "user" && message.content.startsWith(`${HEADING}\n`);
}

/** Characters of all messages. */
export function charsOf(transcript: readonly Message[]): number {
  return transcript.reduce((sum, { content }) => sum + content.length, 0);
}
