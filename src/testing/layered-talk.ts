/** Talks to the layered harness in tests: a model by purpose, a small world, and everything that was asked and emitted. */

import { type FixedClock, fixedClock } from "../core/clock.ts";
import { type EventLog, eventLog, type LabEvent } from "../core/event.ts";
import type { FlagValues } from "../core/flag.ts";
import { builtFlagsOf } from "../core/flag-catalogue.ts";
import type { Json } from "../core/json.ts";
import type { Model, ModelReply, ModelRequest } from "../core/model.ts";
import { seededRandom } from "../core/random.ts";
import type { HistoryMessage, ScenarioInput } from "../core/scenario.ts";
import { Scenario } from "../core/scenario.ts";
import type { SettingsOverride } from "../core/settings.ts";
import type { DurableStore, Session, TurnResult } from "../harnesses/contract/harness.ts";
import type { BasePhase } from "../harnesses/layered/engine/phase.ts";
import { PHASES } from "../harnesses/layered/engine/phase-table.ts";
import type { LayeredEventBody } from "../harnesses/layered/events.ts";
import type { Feature } from "../harnesses/layered/extensions/extension-points.ts";
import { installFeatures } from "../harnesses/layered/features/install.ts";
import { openSession } from "../harnesses/layered/session.ts";
import { Settings } from "../harnesses/layered/settings.ts";
import { failedReply } from "../llm/failed-reply.ts";
import { failureClassOf } from "../llm/status-classes.ts";
import { createWorld } from "../tools/in-memory-world.ts";
import type { World } from "../tools/world.ts";
import { modelAnswer } from "./scripted-model.ts";

/** A reply, a text, or the JSON of a side call. */
export type Said = ModelReply | string | { readonly json: Json };

type Answer = Said | ((request: ModelRequest, n: number) => Said);

export interface TalkOptions {
  /** Words of the model by purpose; `n` counts the calls of that purpose from 0. Side calls find nothing by default. */
  readonly model?: Readonly<Record<string, Answer>>;
  /** Overrides of the catalogue's defaults. */
  readonly flags?: FlagValues;
  readonly features?: readonly Feature[];
  readonly settings?: SettingsOverride;
  readonly world?: Partial<NonNullable<ScenarioInput["world"]>>;
  readonly history?: readonly HistoryMessage[];
  readonly phases?: readonly BasePhase[];
  /** Features besides those of the flags, or of `features`. */
  readonly besides?: readonly Feature[];
}

const NOTHING_FOUND: Readonly<Record<string, Answer>> = {
  "classify-turn": { json: {} },
  "contradiction-check": { json: { conflicts: [] } },
  "propose-hypotheses": { json: { hypotheses: [] } },
  "rule-out-hypotheses": { json: { ruledOut: [] } },
  "criterion-coverage": { json: { covered: true } },
  "grounding-check": { json: { grounded: true, missing: null } },
  "summarise-transcript": "",
  propose: "Done.",
};

const LOW = {
  riskLevel: "LOW",
  riskReason: "talk",
  isTrivial: false,
  decomposedTasks: null,
  statedFacts: [],
};

/** A LOW-risk classification, overridden by what is given. */
export function classified(overrides: Readonly<Record<string, Json>> = {}): Said {
  return { json: { ...LOW, ...overrides } };
}

/** A fact as the classifier reports it. */
export function stated(text: string, overrides: Readonly<Record<string, Json>> = {}): Json {
  const fact = { key: null, kind: "other", confidence: "high", durable: true, assertedByUser: true };
  return { text, ...fact, ...overrides };
}

/** A reply that calls tools. */
export function calling(
  ...calls: readonly [tool: string, args: Readonly<Record<string, Json>>][]
): ModelReply {
  const toolCalls = calls.map(([tool, args], index) => ({ id: `model-${index}`, tool, arguments: args }));
  return modelAnswer("", { toolCalls, finish: "tool-calls" });
}

/** A failed reply of an HTTP status. */
export function broken(status = 503): ModelReply {
  return failedReply({ class: failureClassOf(status), status, message: `HTTP ${status}` });
}

export class Talk {
  readonly asked: ModelRequest[] = [];
  readonly log: EventLog = eventLog();
  readonly clock: FixedClock = fixedClock("2026-03-02T09:00:00Z");
  readonly world: World;
  readonly durable: DurableStore = new Map();
  /** Holds a request back before it is answered. */
  delay: (request: ModelRequest) => Promise<void> = async () => {};
  readonly #options: TalkOptions;
  #session: Promise<Session>;
  #sessions = 0;
  #turns = 0;

  constructor(options: TalkOptions) {
    this.#options = options;
    const world = Scenario.shape.world.parse({ now: "2026-03-02T09:00:00Z", ...options.world });
    this.world = createWorld({ world, clock: this.clock });
    this.#session = this.#open();
  }

  /** One user entry; `meanwhile` is handed out by the poll of that iteration. */
  async say(text: string, meanwhile: Readonly<Record<number, readonly string[]>> = {}): Promise<TurnResult> {
    const turn = ++this.#turns;
    const session = await this.#session;
    const waiting = Object.entries(meanwhile).flatMap(([at, said]) =>
      said.map((one) => ({ at: Number(at), one })),
    );
    const poll = (iteration: number): readonly string[] => {
      const due = waiting.filter(({ at }) => at <= iteration);
      for (const message of due) waiting.splice(waiting.indexOf(message), 1);
      return due.map(({ one }) => one);
    };
    return session.turn({ turn, text, source: "user", poll });
  }

  async session(): Promise<Session> {
    return this.#session;
  }

  /** Closes the program and opens it again on the same durable state. */
  async reopen(): Promise<void> {
    await (await this.#session)[Symbol.asyncDispose]();
    this.#session = this.#open();
    await this.#session;
  }

  /** Ends the program and opens the same session again on what the durable store reads back as JSON. */
  async restart(): Promise<void> {
    await (await this.#session)[Symbol.asyncDispose]();
    for (const [key, value] of this.durable) this.durable.set(key, JSON.parse(JSON.stringify(value)) as Json);
    this.#sessions -= 1;
    this.#session = this.#open();
    await this.#session;
  }

  /** Requests of a purpose, in order. */
  requests(purpose: string): readonly ModelRequest[] {
    return this.asked.filter((request) => request.purpose === purpose);
  }

  /** The system message of the last request of a purpose. */
  system(purpose: string): string {
    return this.requests(purpose).at(-1)?.messages[0]?.content ?? "";
  }

  /** Everything that was emitted, in order, as this harness types it. */
  emitted(): readonly LayeredEventBody[] {
    return this.log.events as readonly unknown[] as readonly LayeredEventBody[];
  }

  /** Events of a type, in order. */
  events<T extends LayeredEventBody["type"]>(
    type: T,
  ): readonly (Extract<LayeredEventBody, { type: T }> & Pick<LabEvent, "seq" | "place">)[] {
    return this.log.events.filter((event) => event.type === type) as never;
  }

  async #open(): Promise<Session> {
    const { flags = {}, features, settings, history = [], phases = PHASES, besides = [] } = this.#options;
    const defaults = Object.fromEntries(builtFlagsOf("layered").map((flag) => [flag.name, flag.default]));
    const effective = { ...defaults, ...flags };
    this.#sessions += 1;
    return openSession(
      {
        flags: effective,
        settings: Settings.parse(settings ?? {}),
        model: this.#model(),
        world: this.world,
        clock: this.clock,
        random: seededRandom(0),
        events: this.log,
        durable: this.durable,
        session: this.#sessions,
        history: this.#sessions === 1 ? history : [],
      },
      { phases, features: [...(features ?? installFeatures({ flags: effective })), ...besides] },
    );
  }

  #model(): Model {
    const answers: Readonly<Record<string, Answer>> = {
      ...NOTHING_FOUND,
      "classify-turn": classified(),
      ...this.#options.model,
    };
    return {
      id: "scripted",
      simulated: true,
      ask: async (request) => {
        const n = this.requests(request.purpose).length;
        this.asked.push(request);
        await this.delay(request);
        const answer: Answer = answers[request.purpose] ?? "";
        return replyOf(typeof answer === "function" ? answer(request, n) : answer);
      },
    };
  }
}

/** Opens a session with the defaults of the catalogue. */
export function talk(options: TalkOptions = {}): Talk {
  return new Talk(options);
}

function replyOf(said: Said): ModelReply {
  if (typeof said === "string") return modelAnswer(said);
  return "kind" in said ? said : modelAnswer(JSON.stringify(said.json), { json: said.json });
}
