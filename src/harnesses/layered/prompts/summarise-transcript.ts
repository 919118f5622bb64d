/** Asks for a summary of the older part of a long conversation. */

import type { Message } from "../../../core/model.ts";
import type { Prompt } from "./prompt.ts";

const SYSTEM = `Summarise the conversation below for an assistant that goes on with it and will not see the original. Keep every name, number with its unit, date, decision and condition that the user gave; leave out greetings and repetition. Write short plain lines, the oldest first, no heading.`;

/** The reply is plain text. */
export function summariseTranscriptPrompt(input: {
  readonly older: readonly Message[];
  readonly maxTokens: number;
}): Prompt {
  const text = input.older.map((message) => `${message.role}: ${message.content}`).join("\n");
  return {
    purpose: "summarise-transcript",
    messages: [
      { role: "system", content: SYSTEM },
      { role: "user", content: text },
    ],
    maxTokens: input.maxTokens,
  };
}
