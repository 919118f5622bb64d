/** Token counts by characters, for models that report none: always marked estimated. */

import type { ModelRequest } from "../../core/model.ts";

/** Characters per token (REFERENCE 3): prose, code or JSON, and CJK script. */
const CHARS_PER_TOKEN = { prose: 3.5, code: 2.5, cjk: 1.5 } as const;

/** Tokens that chat templates add around a message, about. */
const TOKENS_PER_MESSAGE = 4;

const cjk = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]/gu;

/** ceil(CJK characters / 1.5 + others / 3.5), with 2.5 in place of 3.5 where the text is JSON or code. */
function estimateTokens(
  text: string,
  kind: "prose" | "code" = looksLikeJson(text) ? "code" : "prose",
): number {
  const cjkChars = text.match(cjk)?.length ?? 0;
  return Math.ceil(cjkChars / CHARS_PER_TOKEN.cjk + (text.length - cjkChars) / CHARS_PER_TOKEN[kind]);
}

/** Prompt tokens: every message with 4 for its frame, its tool calls, and the offered tools and schema as JSON. */
export function estimateRequestTokens(request: ModelRequest): number {
  let tokens = 0;
  for (const message of request.messages) {
    tokens += TOKENS_PER_MESSAGE + estimateTokens(message.content);
    if (message.role !== "assistant") continue;
    for (const call of message.toolCalls ?? [])
      tokens += estimateTokens(callText(call.tool, call.arguments), "code");
  }
  for (const tool of request.tools ?? []) {
    tokens +=
      estimateTokens(tool.description, "prose") +
      estimateTokens(callText(tool.name, tool.parameters), "code");
  }
  if (request.schema) tokens += estimateTokens(JSON.stringify(request.schema.schema), "code");
  return tokens;
}

/** Completion tokens of a text with tool calls; at least 1, since even an empty reply ends with a token. */
export function estimateReplyTokens(
  text: string,
  calls: readonly { readonly tool: string; readonly arguments: object }[],
): number {
  const callTokens = calls.map((call) => estimateTokens(callText(call.tool, call.arguments), "code"));
  return Math.max(
    1,
    callTokens.reduce((sum, n) => sum + n, estimateTokens(text)),
  );
}

function callText(tool: string, value: object): string {
  return `${tool} ${JSON.stringify(value)}`;
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text) && /[\]}]\s*$/.test(text);
}
