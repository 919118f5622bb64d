/** One model call as a row of `model_calls`, and back. */

import { canonicalJson } from "../core/json.ts";
import type {
  FailureClass,
  FinishReason,
  Message,
  ModelReply,
  ModelRequest,
  ReplySource,
  Usage,
} from "../core/model.ts";
import type { ModelCall } from "../core/model-call.ts";
import type { Bodies } from "./bodies.ts";
import type { ChainedMessages } from "./message-chains.ts";
import type { Row } from "./sql.ts";
import { originalJson, originalText, storedJson, storedText } from "./stored-text.ts";

/** A row of `model_calls` as it is read. */
export interface CallRow extends ChainedMessages {
  readonly call: number;
  readonly purpose: string;
  readonly feature: string | null;
  readonly session: number;
  readonly turn: number;
  readonly iteration: number;
  readonly task: string;
  readonly occurrence: number;
  readonly request_digest: string;
  readonly system: readonly string[];
  readonly tools: string | null;
  readonly reply_schema: string | null;
  readonly options: string;
  readonly seed: number;
  readonly reply_kind: "answer" | "failed";
  readonly reply: string;
  readonly failure: FailureClass | null;
  readonly finish: FinishReason | null;
  readonly model: string | null;
  readonly fingerprint: string | null;
  readonly source: ReplySource;
  readonly input_tokens: number | null;
  readonly cached_input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly usage_estimated: boolean | null;
  readonly latency_ms: number | null;
  readonly virtual_latency_ms: number | null;
  readonly cost_usd: number | null;
  readonly uncached_cost_usd: number | null;
  readonly spent_usd: number | null;
  readonly grading: number | null;
  readonly judge: string | null;
}

type Chain = (call: number, messages: readonly string[]) => ChainedMessages;

/** The later grading that a judge's call belongs to. */
export interface CallGrading {
  readonly grading: number;
  /** The judge as it was asked for. */
  readonly judge: string;
}

/** The row of a call; its messages, tools, schema and reply go to `bodies`. */
export function callRow(
  trial: string,
  call: ModelCall,
  bodies: Bodies,
  chain: Chain,
  regraded: CallGrading | null = null,
): Row {
  const { request, reply, usage } = call;
  const { purpose, feature, place, messages, tools, schema, ...options } = request;
  const isSystem = (message: Message) => message.role === "system";
  const start = messages.findIndex((message) => !isSystem(message));
  const leading = start < 0 ? messages.length : start;
  return {
    trial,
    call: call.index,
    purpose: storedText(call.purpose),
    feature: call.feature,
    session: call.place.session,
    turn: call.place.turn,
    iteration: call.place.iteration,
    task: storedText(call.place.task),
    occurrence: call.occurrence,
    request_digest: call.requestDigest,
    system: messages.slice(0, leading).map((message) => bodies.put(message)),
    ...chain(
      call.index,
      messages.slice(leading).map((message) => bodies.put(message)),
    ),
    tools: tools ? bodies.put(tools) : null,
    reply_schema: schema ? bodies.put(schema) : null,
    options: storedJson({ ...options, ...differing({ purpose, feature, place }, call) }),
    seed: call.seed,
    ...replyCells(call, bodies),
    source: call.source,
    input_tokens: usage?.inputTokens ?? null,
    cached_input_tokens: usage?.cachedInputTokens ?? null,
    output_tokens: usage?.outputTokens ?? null,
    usage_estimated: usage?.estimated ?? null,
    latency_ms: reply.latencyMs,
    cost_usd: call.costUsd,
    uncached_cost_usd: call.uncachedCostUsd,
    spent_usd: call.spentUsd,
    grading: regraded?.grading ?? null,
    judge: regraded && storedText(regraded.judge),
  };
}

/** The call of a row. */
export function callOf(
  row: CallRow,
  messages: readonly string[],
  bodyOf: <T>(digest: string) => T,
): ModelCall {
  const place = {
    session: row.session,
    turn: row.turn,
    iteration: row.iteration,
    task: originalText(row.task),
  };
  const purpose = originalText(row.purpose);
  const usage: Usage | null =
    row.usage_estimated === null
      ? null
      : {
          inputTokens: row.input_tokens,
          cachedInputTokens: row.cached_input_tokens,
          outputTokens: row.output_tokens,
          estimated: row.usage_estimated,
        };
  const request: ModelRequest = {
    purpose,
    feature: row.feature,
    place,
    messages: [...row.system, ...messages].map((digest) => bodyOf<Message>(digest)),
    ...(row.tools === null ? {} : { tools: bodyOf<NonNullable<ModelRequest["tools"]>>(row.tools) }),
    ...(row.reply_schema === null
      ? {}
      : { schema: bodyOf<NonNullable<ModelRequest["schema"]>>(row.reply_schema) }),
    ...originalJson<Partial<ModelRequest>>(row.options),
  };
  return {
    index: row.call,
    purpose,
    feature: row.feature,
    place,
    occurrence: row.occurrence,
    request,
    requestDigest: row.request_digest,
    reply: replyOf(row, usage, bodyOf),
    seed: row.seed,
    usage,
    costUsd: row.cost_usd,
    uncachedCostUsd: row.uncached_cost_usd,
    spentUsd: row.spent_usd,
    source: row.source,
  };
}

/** The parts of a reply: text goes to a body, so that equal replies are stored once, and facts of the call to columns. */
function replyCells(call: ModelCall, bodies: Bodies): Row {
  const { reply } = call;
  if (reply.kind === "failed") {
    const { kind, latencyMs, usage, source, ...said } = reply;
    return {
      reply_kind: kind,
      reply: bodies.put({ ...said, ...differing({ usage, source }, call) }),
      failure: reply.failure.class,
      finish: null,
      model: null,
      fingerprint: null,
      virtual_latency_ms: null,
    };
  }
  const { kind, finish, model, fingerprint, latencyMs, virtualLatencyMs, usage, source, ...said } = reply;
  return {
    reply_kind: kind,
    reply: bodies.put({ ...said, ...differing({ usage, source }, call) }),
    failure: null,
    finish,
    model: model === null ? null : storedText(model),
    fingerprint: fingerprint === null ? null : storedText(fingerprint),
    virtual_latency_ms: virtualLatencyMs,
  };
}

function replyOf(row: CallRow, usage: Usage | null, bodyOf: <T>(digest: string) => T): ModelReply {
  const columns = { kind: row.reply_kind, usage, source: row.source, latencyMs: row.latency_ms };
  const said = bodyOf<object>(row.reply);
  if (row.reply_kind === "failed") return { ...columns, ...said } as ModelReply;
  return {
    ...columns,
    finish: row.finish,
    model: row.model === null ? null : originalText(row.model),
    fingerprint: row.fingerprint === null ? null : originalText(row.fingerprint),
    virtualLatencyMs: row.virtual_latency_ms,
    ...said,
  } as ModelReply;
}

/** The fields of `own` that the call does not repeat: they have to be kept beside its columns. */
function differing(own: object, call: ModelCall): object {
  const repeated = call as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(own).filter(([key, value]) => canonicalJson(value) !== canonicalJson(repeated[key])),
  );
}
