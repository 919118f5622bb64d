/** A message as one line of a user message that tells what was said before. */

import type { Message } from "../../../core/model.ts";

/** Null where nothing was said; of a tool's output the name alone, since no tool speaks in a user's message. */
export function speakerLine(message: Message, maxChars = Number.POSITIVE_INFINITY): string | null {
  if (message.role === "tool") return `tool: ${message.tool} gave its result`;
  return message.content === "" ? null : `${message.role}: ${message.content.slice(0, maxChars)}`;
}
