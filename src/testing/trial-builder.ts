/** Builds trials for tests in words that read like the scenario. */

import { digestOf } from "../core/digest.ts";
import { type EventBody, eventLog, type TurnStatus } from "../core/event.ts";
import type { Json } from "../core/json.ts";
import {
  type CallPlace,
  type FailureClass,
  type ModelReply,
  requestContent,
  type Usage,
} from "../core/model.ts";
import type { ModelCall } from "../core/model-call.ts";
import type { Score } from "../core/score.ts";
import type { ToolResult } from "../core/tool.ts";
import type { GradedTrial, TrialError, TrialKey, TrialOutcome, TurnRecord } from "../core/trial.ts";
import { sortedFiles, type WorldSnapshot } from "../core/world-snapshot.ts";
import { asEventBody } from "../harnesses/contract/declare-events.ts";
import type { LayeredEvent } from "../harnesses/layered/events.ts";

/** Kind of a model call of the trial; everything left out has a harmless value. */
export interface CallWords {
  readonly says?: string;
  readonly json?: Json;
  readonly calls?: string;
  /** Makes it a failed call. */
  readonly fails?: FailureClass;
  readonly feature?: string;
  /** Parts of the request beside the user's words. */
  readonly system?: string;
  readonly inputTokens?: number | null;
  readonly cachedInputTokens?: number | null;
  readonly outputTokens?: number | null;
  readonly costUsd?: number | null;
  readonly spentUsd?: number | null;
  readonly source?: ModelCall["source"];
  readonly latencyMs?: number | null;
  /** 300 unless said otherwise. */
  readonly virtualLatencyMs?: number | null;
  /** The reply came from a rule that is marked spontaneous. */
  readonly spontaneous?: boolean;
  /** The reply was cut at a token limit. */
  readonly cut?: boolean;
}

const EMPTY_WORLD: WorldSnapshot = {
  now: "2026-03-02T09:00:00.000Z",
  files: {},
  mail: [],
  reminders: [],
  executed: [],
};

/** Starts a trial: `trial().user("refund me").model("propose", { calls: "refund" }).reply("Done.").graded()`. */
export function trial(scenario = "sample/scenario"): TrialBuilder {
  return new TrialBuilder(scenario);
}

export class TrialBuilder {
  #key: TrialKey;
  #position = 0;
  #error: TrialError | null = null;
  #startWorld = EMPTY_WORLD;
  #world: WorldSnapshot | null = null;
  #session = 1;
  #place: CallPlace = { session: 1, turn: 0, iteration: 0, task: "" };
  #wallMs = 12;
  #virtualMs: number | null = 900;
  #user = "";
  #callIds = 0;
  readonly #turns: TurnRecord[] = [];
  readonly #calls: ModelCall[] = [];
  readonly #scores: Score[] = [];
  readonly #log = eventLog();

  constructor(scenario: string) {
    this.#key = { experiment: "experiment-1", scenario, seed: "1", arm: "baseline", attempt: 1 };
    this.event({ type: "session-start", session: 1 });
  }

  /** Sets parts of the key: `.as({ seed: "7", arm: "AUDIT_STEERING=0" })`. */
  as(key: Partial<TrialKey>): this {
    this.#key = { ...this.#key, ...key };
    return this;
  }

  ranAs(position: number): this {
    this.#position = position;
    return this;
  }

  /** Files the world starts with. */
  startsWith(files: Readonly<Record<string, string>>): this {
    this.#startWorld = { ...this.#startWorld, files: sortedFiles(Object.entries(files)) };
    return this;
  }

  /** Changes parts of the world the trial ends with; `files` are added to those already there, null deletes one. */
  leaves(
    world: Partial<Omit<WorldSnapshot, "files">> & {
      readonly files?: Readonly<Record<string, string | null>>;
    },
  ): this {
    const before = this.#world ?? this.#startWorld;
    const files = Object.entries({ ...before.files, ...world.files }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    this.#world = { ...before, ...world, files: sortedFiles(files) };
    return this;
  }

  /** Opens another session. */
  newSession(): this {
    this.event({ type: "session-end", session: this.#session });
    this.#session += 1;
    this.#place = { ...this.#place, session: this.#session, iteration: 0 };
    return this.event({ type: "session-start", session: this.#session });
  }

  /** The user says something: a new turn. */
  user(text: string): this {
    this.#place = { session: this.#session, turn: this.#place.turn + 1, iteration: 0, task: "" };
    this.#user = text;
    return this.event({ type: "turn-start", text, source: "user" });
  }

  /** A model call of this turn. */
  model(purpose: string, words: CallWords = {}): this {
    if (purpose === "propose") this.#place = { ...this.#place, iteration: this.#place.iteration + 1 };
    const feature = words.feature ?? null;
    const request = {
      purpose,
      feature,
      place: this.#place,
      messages: [
        ...(words.system === undefined ? [] : [{ role: "system" as const, content: words.system }]),
        { role: "user" as const, content: this.#user },
      ],
    };
    const usage: Usage = {
      inputTokens: orDefault(words.inputTokens, 100),
      cachedInputTokens: orDefault(words.cachedInputTokens, 0),
      outputTokens: orDefault(words.outputTokens, 20),
      estimated: true,
    };
    const costUsd = orDefault(words.costUsd, 0.001);
    const source = words.source ?? "asked";
    const occurrence = this.#calls.filter(
      (call) => call.purpose === purpose && digestOf(call.place) === digestOf(this.#place),
    ).length;
    this.#calls.push({
      index: this.#calls.length,
      purpose,
      feature,
      place: this.#place,
      occurrence,
      request,
      requestDigest: digestOf(requestContent(request)),
      reply: this.#reply(words, usage, source),
      seed: 7,
      usage,
      costUsd,
      uncachedCostUsd: costUsd,
      spentUsd: orDefault(words.spentUsd, source === "asked" ? costUsd : 0),
      source,
    });
    return this.event({
      type: "model-call",
      call: this.#calls.length - 1,
      purpose,
      feature,
      failure: words.fails ?? null,
      ...(words.spontaneous ? { spontaneous: true as const } : {}),
    });
  }

  /** A tool call with its result. */
  tool(tool: string, args: { readonly [key: string]: Json } = {}, result: Partial<ToolResult> = {}): this {
    const id = `call-${++this.#callIds}`;
    this.event({ type: "tool-call", call: { id, tool, arguments: args } });
    const full: ToolResult = { kind: result.errorClass ? "error" : "ok", content: "done", ...result };
    return this.event({ type: "tool-result", callId: id, tool, result: full });
  }

  /** Any other event, at the present place. */
  event(body: EventBody | LayeredEvent): this {
    this.#log.emit(asEventBody(body), this.#place);
    return this;
  }

  /** Ends the turn with what the user sees. */
  reply(text: string, status: TurnStatus = "ok"): this {
    const place = { ...this.#place, iteration: 0 };
    this.#log.emit({ type: "turn-end", reply: text, status, trivial: false }, place);
    const { session, turn } = this.#place;
    this.#turns.push({ session, turn, user: this.#user, reply: text, status, staged: [] });
    return this;
  }

  /** The trial broke off. */
  breaks(kind: TrialError["kind"], message = "broke off"): this {
    this.#error = { kind, message };
    return this;
  }

  took(wallMs: number, virtualMs: number | null = null): this {
    this.#wallMs = wallMs;
    this.#virtualMs = virtualMs;
    return this;
  }

  /** A score of the n-th check of its role: `.score("pass")`, `.score("fail", { role: "mechanism", kind: "call" })`. */
  score(result: Score["result"], words: Partial<Score> = {}): this {
    const role = words.role ?? "outcome";
    const position = this.#scores.filter((score) => score.role === role).length + 1;
    this.#scores.push({
      check: `${role}-${position}`,
      role,
      kind: "reply",
      detail: `${result} for the test`,
      judged: false,
      ...words,
      result,
    });
    return this;
  }

  /** The trial before grading. */
  outcome(): TrialOutcome {
    const log = eventLog();
    for (const { seq: _, place, ...body } of this.#log.events) log.emit(body as EventBody, place);
    log.emit({ type: "session-end", session: this.#session }, { ...this.#place, iteration: 0 });
    return {
      key: this.#key,
      position: this.#position,
      error: this.#error,
      turns: [...this.#turns],
      events: log.events,
      calls: [...this.#calls],
      startWorld: this.#startWorld,
      world: this.#world ?? this.#startWorld,
      startedAt: "2026-03-02T09:00:00.000Z",
      wallMs: this.#wallMs,
      virtualMs: this.#virtualMs,
      transcriptDigest: digestOf(log.events),
    };
  }

  /** The trial with its scores. */
  graded(): GradedTrial {
    return { outcome: this.outcome(), scores: [...this.#scores], checksDigest: "checks-digest" };
  }

  #reply(words: CallWords, usage: Usage, source: ModelCall["source"]): ModelReply {
    const latencyMs = orDefault(words.latencyMs, null);
    if (words.fails !== undefined)
      return {
        kind: "failed",
        failure: { class: words.fails, status: null, message: words.says ?? words.fails },
        usage,
        latencyMs,
        source,
      };
    return {
      kind: "answer",
      text: words.says ?? (words.json === undefined ? "" : JSON.stringify(words.json)),
      toolCalls:
        words.calls === undefined
          ? []
          : [{ id: `call-${this.#callIds + 1}`, tool: words.calls, arguments: {} }],
      ...(words.json === undefined ? {} : { json: words.json }),
      finish: words.cut ? "length" : words.calls === undefined ? "stop" : "tool-calls",
      usage,
      model: "simulated",
      fingerprint: null,
      latencyMs,
      virtualLatencyMs: orDefault(words.virtualLatencyMs, 300),
      source,
    };
  }
}

/** Keeps an explicit null, which means unknown. */
function orDefault<T>(value: T | undefined, fallback: T): T {
  return value === undefined ? fallback : value;
}
