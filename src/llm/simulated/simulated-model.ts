/** The simulated model: a reply is a pure function of the request and a seeded draw (ARCHITECTURE 4.1). */

import type { Json } from "../../core/json.ts";
import type { FinishReason, Model, ModelAnswer, ModelReply, ModelRequest } from "../../core/model.ts";
import { unitDraw } from "../../core/random.ts";
import type { SimulateRule } from "../../core/scenario.ts";
import type { ToolCall } from "../../core/tool.ts";
import { failedReply } from "../failed-reply.ts";
import { findJson } from "../json-text.ts";
import { failureClassOf } from "../status-classes.ts";
import { fillCaptures } from "./fill-captures.ts";
import { type Captures, compileRule, requestParts } from "./rule-match.ts";
import { estimateReplyTokens, estimateRequestTokens } from "./token-estimate.ts";
import { virtualLatencyOf } from "./virtual-latency.ts";

/** Words of a rule once its captures are filled in. */
interface Content {
  readonly text: string;
  readonly json: Json | undefined;
  readonly toolCalls: readonly ToolCall[];
  readonly finish: FinishReason;
}

const REQUEST_EXCERPT_CHARS = 200;

/** Opens the simulated model on a scenario's rules, first match wins; a request that none matches fails as `no-rule`. */
export function simulatedModel({ rules }: { readonly rules: readonly SimulateRule[] }): Model {
  const compiled = rules.map((rule, index) => ({ rule, index, matcher: compileRule(rule) }));
  const answer = (request: ModelRequest): ModelReply => {
    const parts = requestParts(request);
    for (const { rule, index, matcher } of compiled) {
      if (rule.chance !== undefined && unitDraw(request.seed ?? 0, index) >= rule.chance) continue;
      const captures = matcher.match(request, parts);
      if (captures) return replyOf(rule, captures, request);
    }
    return noRule(request, `no simulate rule matches this ${request.purpose} request`);
  };
  return { id: "simulated", simulated: true, ask: async (request) => answer(request) };
}

function replyOf(rule: SimulateRule, captures: Captures, request: ModelRequest): ModelReply {
  if (rule.fail) {
    const { status } = rule.fail;
    return failedReply({
      class: failureClassOf(status),
      status,
      message: `HTTP ${status} from the simulated model`,
    });
  }
  const content = contentOf(rule, captures);
  if ("missing" in content) {
    const names = content.missing.map((name) => `\${${name}}`).join(", ");
    return noRule(
      request,
      `the ${request.purpose} rule that matches says ${names}, which none of its patterns captures`,
    );
  }
  const answer = answerOf(content, request);
  return rule.spontaneous ? { ...answer, spontaneous: true } : answer;
}

function contentOf(
  rule: SimulateRule,
  captures: Captures,
): Content | { readonly missing: readonly string[] } {
  const calls = rule.call === undefined ? [] : Array.isArray(rule.call) ? rule.call : [rule.call];
  const template = {
    say: rule.say ?? "",
    json: (rule.json ?? null) as Json,
    calls: calls.map((call) => call.arguments as { readonly [key: string]: Json }),
  };
  const filled = fillCaptures(template, captures);
  if ("missing" in filled) return filled;
  const { value } = filled;
  const toolCalls = calls.map((call, i) => ({
    id: `call_${i + 1}`,
    tool: call.tool,
    arguments: value.calls[i] ?? {},
  }));
  return {
    text: rule.json === undefined ? value.say : JSON.stringify(value.json),
    json: rule.json === undefined ? undefined : value.json,
    toolCalls,
    finish: rule.finish ?? (toolCalls.length > 0 ? "tool-calls" : "stop"),
  };
}

function answerOf(content: Content, request: ModelRequest): ModelAnswer {
  const inputTokens = estimateRequestTokens(request);
  const outputTokens = estimateReplyTokens(content.text, content.toolCalls);
  const json = content.json ?? (request.schema ? findJson(content.text)?.value : undefined);
  return {
    kind: "answer",
    text: content.text,
    toolCalls: content.toolCalls,
    ...(request.schema && json !== undefined ? { json } : {}),
    finish: content.finish,
    usage: { inputTokens, cachedInputTokens: 0, outputTokens, estimated: true },
    model: "simulated",
    fingerprint: null,
    latencyMs: null,
    virtualLatencyMs: virtualLatencyOf(inputTokens, outputTokens),
    source: "asked",
  };
}

function noRule(request: ModelRequest, what: string): ModelReply {
  const seen = request.messages.map((message) => message.content).join("\n");
  const tail = seen.slice(-REQUEST_EXCERPT_CHARS);
  return failedReply({ class: "no-rule", message: `${what}; it ends: ${tail}` });
}
