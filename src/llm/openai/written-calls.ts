/** Recognises tool calls that a model wrote into its text, where no call arrived. */

import { fieldsOf } from "./loose-fields.ts";

/** Marks of chat templates whose parser a server does not have. */
const TEMPLATE =
  /<\|?(?:tool_call|function_call|tool_use|tool_calls_begin|tool▁calls▁begin|python_tag)\|?>|<(?:function|invoke|tool)[ =]|\[TOOL_CALLS\]|\bto=functions\.\w|<\|channel\|>/;

/** True where a text holds a call of one of the tools. */
export function writesCall(text: string, tools: readonly { readonly name: string }[]): boolean {
  if (tools.length === 0) return false;
  if (TEMPLATE.test(text)) return true;
  const named = tools.filter(({ name }) => text.includes(name));
  if (named.length === 0) return false;
  const asCode = named.some(({ name }) =>
    new RegExp(`^\\W*(?:functions\\.)?${escapeText(name)}\\s*\\(`, "m").test(text),
  );
  return asCode || named.some(({ name }) => namesCall(text, name));
}

/** `{"name": "<tool>", "arguments": {...}}` under any of the names that models use for the two. */
function namesCall(text: string, name: string): boolean {
  const call = new RegExp(
    `"(?:name|tool|tool_name|function|action|recipient_name)"\\s*:\\s*(?:\\{\\s*"name"\\s*:\\s*)?"(?:functions\\.)?${escapeText(name)}"`,
  );
  return (
    call.test(text) && /"(?:arguments|args|parameters|params|input|tool_input|action_input)"\s*:/.test(text)
  );
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** True where a server said that a call ends the reply, although none is there. */
export function lostCall(choice: unknown): boolean {
  return /^(?:tool_calls?|tool_use|function_call)$/i.test(String(fieldsOf(choice).finish_reason ?? ""));
}
