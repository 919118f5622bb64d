/** Asks for a summary of the older part of a long conversation. */

import type { Message } from "../../../core/model.ts";
import { speakerLine } from "../transcript/speaker-line.ts";
import type { Prompt } from "./prompt.ts";

const SYSTEM = `You write notes for an assistant that goes on with a conversation and will not see its older part.`;

/** Stands behind the text: asked before it, a small model goes on with the conversation instead. */
const TASK = `List what the user said above as short plain lines, the oldest first, no heading. Keep every name, number with its unit, code, date, decision and condition; leave out greetings and repetition.`;

/** The reply is plain text. */
export function summariseTranscriptPrompt(input: {
  readonly older: readonly Message[];
  readonly maxTokens: number;
}): Prompt {
  const text = input.older.flatMap((message) => speakerLine(message) ?? []).join("\n");
  return {
    purpose: "summarise-transcript",
    messages: [
      { role: "system", content: SYSTEM },
      { role: "user", content: `${text}\n\n${TASK}` },
    ],
    maxTokens: input.maxTokens,
  };
}
