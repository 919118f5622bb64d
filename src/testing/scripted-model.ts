/** A model that answers from a list or a function and remembers what it was asked. */

import type { Model, ModelAnswer, ModelReply, ModelRequest } from "../core/model.ts";

/** An answer with the given text and 100 + 10 tokens of told usage, overridden by what is given. */
export function modelAnswer(text: string, overrides: Partial<ModelAnswer> = {}): ModelAnswer {
  return {
    kind: "answer",
    text,
    toolCalls: [],
    finish: "stop",
    usage: { inputTokens: 100, cachedInputTokens: 0, outputTokens: 10, estimated: false },
    model: "scripted",
    fingerprint: null,
    latencyMs: 5,
    virtualLatencyMs: null,
    source: "asked",
    ...overrides,
  };
}

export interface ScriptedModel extends Model {
  readonly asked: readonly ModelRequest[];
}

/** The function's replies; a text stands for a plain answer. */
export function scriptedModel(
  reply: (request: ModelRequest, n: number) => ModelReply | string,
  id = "scripted",
): ScriptedModel {
  const asked: ModelRequest[] = [];
  return {
    id,
    simulated: false,
    asked,
    async ask(request) {
      asked.push(request);
      const given = reply(request, asked.length - 1);
      return typeof given === "string" ? modelAnswer(given, { model: id }) : given;
    },
  };
}
