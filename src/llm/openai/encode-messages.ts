/** Writes the port's messages in the form of OpenAI's chat completions. */

import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import type { Message } from "../../core/model.ts";
import type { ModelSettings } from "../../core/model-settings.ts";
import { carriedFields } from "./carried-parts.ts";
import { RESULT_MARK } from "./json-protocol.ts";

/**
 * Encodes a history for servers that are strict about it: a tool result whose call is no longer in the history becomes
 * a user message, and a call without a result is given one, since either would have the whole request turned away.
 */
export function encodeMessages(
  messages: readonly Message[],
  { emptyContent = "null" }: Pick<ModelSettings, "emptyContent"> = {},
): ChatCompletionMessageParam[] {
  const encoded: ChatCompletionMessageParam[] = [];
  let open = new Set<string>();
  const answerOpen = (): void => {
    for (const id of open) encoded.push({ role: "tool", tool_call_id: id, content: "(no result)" });
    open = new Set();
  };
  for (const message of messages) {
    if (message.role === "tool" && open.delete(message.callId)) {
      encoded.push({ role: "tool", tool_call_id: message.callId, content: message.content });
      continue;
    }
    answerOpen();
    if (message.role === "tool") {
      encoded.push({ role: "user", content: orphanText(message) });
    } else if (message.role === "assistant" && message.toolCalls && message.toolCalls.length > 0) {
      open = new Set(message.toolCalls.map((call) => call.id));
      const carried = carriedFields(message.carry);
      encoded.push({
        ...carried.message,
        role: "assistant",
        content: message.content === "" && emptyContent === "null" ? null : message.content,
        tool_calls: message.toolCalls.map((call, index) => ({
          ...carried.call(index),
          id: call.id,
          type: "function",
          function: { name: call.tool, arguments: JSON.stringify(call.arguments) },
        })),
      });
    } else {
      encoded.push({ role: message.role, content: message.content });
    }
  }
  answerOpen();
  return encoded;
}

function orphanText({ tool, callId, content }: Message & { readonly role: "tool" }): string {
  return `${RESULT_MARK} ${tool} (${callId}):\n${content}`;
}
