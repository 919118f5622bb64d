/** Duties of every harness, whatever it is made of: each case rejects where a harness breaks the contract. */

import { expect } from "vitest";
import { fixedClock } from "../core/clock.ts";
import { type EventLog, eventLog, type LabEvent } from "../core/event.ts";
import { COMMON_EVENTS } from "../core/event-types.ts";
import type { FlagValues } from "../core/flag.ts";
import type { Model, ModelReply, ModelRequest } from "../core/model.ts";
import { seededRandom } from "../core/random.ts";
import type { ScenarioInput } from "../core/scenario.ts";
import type { TrialOutcome } from "../core/trial.ts";
import type { DurableStore, Harness, Session, TurnResult } from "../harnesses/contract/harness.ts";
import { failedReply } from "../llm/failed-reply.ts";
import { openPriceBook } from "../llm/prices.ts";
import { runTrial } from "../run/trial.ts";
import { createWorld } from "../tools/in-memory-world.ts";
import type { World } from "../tools/world.ts";
import { scenarioOf } from "./scenario-builder.ts";
import { modelAnswer } from "./scripted-model.ts";

/** A harness with what the suite has to know to talk to it. */
export interface Subject {
  readonly harness: Harness;
  readonly flags: FlagValues;
  /** Replies of its side calls by purpose; every other call is answered by what the user asked for. */
  readonly sideCalls: Readonly<Record<string, ModelReply>>;
  /** True where it holds back a change of the world until the user approves. */
  readonly stages: boolean;
}

type Answer = (request: ModelRequest) => ModelReply | string;

const NOW = "2026-03-02T09:00:00Z";
const FILES = { "a.md": "four" };
const READ = { id: "model-1", tool: "read_file", arguments: { path: "a.md" } };
const WRITE = { id: "model-1", tool: "write_file", arguments: { path: "a.md", content: "five" } };
const calling = (call: typeof READ | typeof WRITE) =>
  modelAnswer("", { toolCalls: [call], finish: "tool-calls" });

/** Reads or writes when the user's last message says so, and answers once it has a tool's result. */
const obliging: Answer = ({ messages }) => {
  const last = messages.at(-1);
  if (last?.role !== "user") return "Done.";
  if (last.content.includes("Read")) return calling(READ);
  return last.content.includes("Write") ? calling(WRITE) : `You said: ${last.content}`;
};

function modelOf({ sideCalls }: Subject, answer: Answer, asked: ModelRequest[] = []): Model {
  return {
    id: "scripted",
    simulated: true,
    async ask(request) {
      asked.push(request);
      const reply = sideCalls[request.purpose] ?? answer(request);
      return typeof reply === "string" ? modelAnswer(reply) : reply;
    },
  };
}

/** A trial through the runner. */
async function trialOf(
  subject: Subject,
  conversation: ScenarioInput["conversation"],
  { answer = obliging, seed = "1" }: { readonly answer?: Answer; readonly seed?: string } = {},
): Promise<{ readonly outcome: TrialOutcome; readonly asked: readonly ModelRequest[] }> {
  const loaded = scenarioOf({ conversation, world: { now: NOW, files: FILES } });
  const asked: ModelRequest[] = [];
  const { harness, flags } = subject;
  const arm = { name: "baseline", harness: harness.id, flags };
  const outcome = await runTrial({
    key: { experiment: "conformance", scenario: loaded.scenario.id, seed, arm: arm.name, attempt: 1 },
    position: 0,
    loaded,
    arm,
    harness,
    settings: {},
    model: modelOf(subject, answer, asked),
    prices: openPriceBook({ overrides: [], priceLike: null }),
    independent: false,
  });
  return { outcome, asked };
}

/** Sessions opened by hand on one world and one durable store, one after the other. */
class Desk {
  readonly log: EventLog = eventLog();
  readonly durable: DurableStore = new Map();
  readonly world: World;
  readonly asked: ModelRequest[] = [];
  readonly #clock = fixedClock(NOW);
  readonly #subject: Subject;
  #sessions = 0;
  #turns = 0;

  constructor(subject: Subject) {
    this.#subject = subject;
    const { world } = scenarioOf({ world: { now: NOW, files: FILES } }).scenario;
    this.world = createWorld({ world, clock: this.#clock });
  }

  open(answer: Answer = obliging): Promise<Session> {
    return this.#subject.harness.open({
      flags: this.#subject.flags,
      settings: {},
      model: modelOf(this.#subject, answer, this.asked),
      world: this.world,
      clock: this.#clock,
      random: seededRandom("1"),
      events: this.log,
      durable: this.durable,
      session: ++this.#sessions,
      history: [],
    });
  }

  say(session: Session, text: string, poll = (): readonly string[] => []): Promise<TurnResult> {
    return session.turn({ turn: ++this.#turns, text, source: "user", poll });
  }
}

const typesOf = (events: readonly LabEvent[], ...types: readonly string[]) =>
  events.filter(({ type }) => types.includes(type)).map(({ type }) => type);

export const CONFORMANCE: Readonly<Record<string, (subject: Subject) => Promise<void>>> = {
  async "events come in order, each turn ends once with the reply that the user gets"(subject) {
    const { outcome } = await trialOf(subject, [
      { user: "Hello." },
      { user: "Read it." },
      { "new-session": {} },
      { user: "Bye." },
    ]);
    expect(outcome.error).toBeNull();
    expect(typesOf(outcome.events, "session-start", "turn-start", "turn-end", "session-end")).toEqual(
      ["session-start", "turn-start", "turn-end", "turn-start", "turn-end", "session-end"].concat([
        "session-start",
        "turn-start",
        "turn-end",
        "session-end",
      ]),
    );
    expect(outcome.events.flatMap((event) => (event.type === "turn-end" ? [event.reply] : []))).toEqual(
      outcome.turns.map(({ reply }) => reply),
    );
    expect(outcome.turns.map(({ status }) => status)).toEqual(["ok", "ok", "ok"]);
  },

  async "every call and every event stands at its session and turn"(subject) {
    const { outcome } = await trialOf(subject, [
      { user: "Hello." },
      { "new-session": {} },
      { user: "Read it." },
    ]);
    const places = [...outcome.events, ...outcome.calls].map(({ place }) => `${place.session}.${place.turn}`);
    expect(new Set(places)).toEqual(new Set(["1.0", "1.1", "2.1", "2.2"]));
    expect(outcome.calls.length).toBeGreaterThan(2);
  },

  async "every tool call is followed by its result"(subject) {
    const { outcome } = await trialOf(subject, [{ user: "Read it." }]);
    const trace = outcome.events.flatMap((event) =>
      event.type === "tool-call"
        ? [`call ${event.call.id}`]
        : event.type === "tool-result"
          ? [`result ${event.callId}`]
          : [],
    );
    expect(trace).toHaveLength(2);
    expect(trace[1]).toBe(trace[0]?.replace("call", "result"));
  },

  async "what it emits is common or declared, and what it declares shadows nothing common"(subject) {
    const { outcome } = await trialOf(subject, [
      { user: "Hello." },
      { user: "Read it." },
      { user: "Write it." },
    ]);
    const { events: kinds } = subject.harness;
    const known = [...COMMON_EVENTS, ...Object.keys(kinds)];
    expect(outcome.events.map(({ type }) => type as string).filter((type) => !known.includes(type))).toEqual(
      [],
    );
    expect(Object.keys(kinds).filter((kind) => COMMON_EVENTS.includes(kind))).toEqual([]);
    for (const event of outcome.events)
      if (Object.hasOwn(kinds, event.type)) expect(kinds[event.type]?.(event as never)).toBeTypeOf("object");
  },

  async "equal seeds give equal transcripts and requests"(subject) {
    // The reply depends on the sampling seed, so that a harness that sets its own shows.
    const answer: Answer = (request) =>
      request.messages.at(-1)?.role === "tool" ? `${request.seed}` : obliging(request);
    const conversation = [{ user: "Read it." }, { user: "Hello." }];
    const [one, again, other] = await Promise.all(
      ["1", "1", "2"].map((seed) => trialOf(subject, conversation, { answer, seed })),
    );
    expect(one?.outcome.transcriptDigest).toBe(again?.outcome.transcriptDigest);
    expect(one?.asked).toEqual(again?.asked);
    expect(one?.outcome.turns[0]?.reply).not.toBe(other?.outcome.turns[0]?.reply);
  },

  async "a call that fails is an honest reply, not a crash"(subject) {
    for (const failure of ["context-length", "aborted", "server-error"] as const) {
      const desk = new Desk(subject);
      await using session = await desk.open(() => failedReply({ class: failure, message: "no reply" }));
      const { reply, status } = await desk.say(session, "Hello.");
      expect([failure, status]).not.toEqual([failure, "ok"]);
      expect(reply).not.toBe("");
    }
  },

  async "a model that never stops calling tools is stopped by a limit of the harness"(subject) {
    const { outcome } = await trialOf(subject, [{ user: "Read it." }, { user: "Hello." }], {
      answer: (request) => (request.place.turn === 1 ? calling(READ) : "Hi."),
    });
    expect(outcome.error).toBeNull();
    expect(outcome.turns.map(({ status }) => status === "ok")).toEqual([false, true]);
  },

  async "a call that cannot be read runs nothing and does not end the turn"(subject) {
    const broken = modelAnswer("", {
      toolCalls: [{ ...WRITE, arguments: {}, malformed: "{" }],
      finish: "tool-calls",
    });
    const desk = new Desk(subject);
    await using session = await desk.open(({ messages }) =>
      messages.at(-1)?.role === "user" ? broken : "Sorry.",
    );
    expect((await desk.say(session, "Go.")).reply).toContain("Sorry.");
    expect(desk.world.snapshot().files).toEqual(FILES);
  },

  async "a new session on the same durable state goes on from it"(subject) {
    const desk = new Desk(subject);
    for (const text of ["Hello.", "Read it.", "Hello again."]) {
      await using session = await desk.open();
      expect((await desk.say(session, text)).status).toBe("ok");
    }
    // What lasts is JSON, since a disc would keep no more of it.
    expect(JSON.parse(JSON.stringify([...desk.durable]))).toEqual([...desk.durable]);
  },

  async "a session is disposed as often as one likes, also while a turn waits"(subject) {
    const desk = new Desk(subject);
    const never: Model = { id: "m", simulated: true, ask: () => new Promise(() => {}) };
    const session = await desk.open();
    await desk.say(session, "Hello.");
    await session[Symbol.asyncDispose]();
    await session[Symbol.asyncDispose]();
    const waiting = await subject.harness.open({
      flags: subject.flags,
      settings: {},
      model: never,
      world: desk.world,
      clock: fixedClock(NOW),
      random: seededRandom("1"),
      events: eventLog(),
      durable: new Map(),
      session: 1,
      history: [],
    });
    void desk.say(waiting, "Hello.");
    await waiting[Symbol.asyncDispose]();
  },

  async "an unknown command and an unknown action are answered"(subject) {
    const desk = new Desk(subject);
    await using session = await desk.open();
    expect(await session.command("/no-such-command")).toContain("/no-such-command");
    for (const decision of ["approve", "reject"] as const)
      expect((await session.decide("action-99", decision)).kind).toBe("error");
  },

  async "a message sent during a turn ends in exactly one place"(subject) {
    const desk = new Desk(subject);
    await using session = await desk.open();
    const waiting = ["And the other file."];
    const { followUps } = await desk.say(session, "Read it.", () => waiting.splice(0));
    if (waiting.length > 0) return;
    const inRequest = desk.asked.some(({ messages }) =>
      JSON.stringify(messages).includes("And the other file."),
    );
    expect([
      ...followUps.filter((text) => text === "And the other file."),
      ...(inRequest ? ["request"] : []),
    ]).toHaveLength(1);
  },

  async "what changes the world waits where the harness stages it, and runs at most once"(subject) {
    const desk = new Desk(subject);
    let session = await desk.open();
    const { staged } = await desk.say(session, "Write it.");
    expect(staged.map(({ call }) => call.tool)).toEqual(subject.stages ? ["write_file"] : []);
    const [action] = staged;
    if (!action) return;
    expect(desk.world.snapshot().files).toEqual(FILES);
    // The decision may come after the program was closed and opened again.
    await session[Symbol.asyncDispose]();
    session = await desk.open();
    expect((await session.decide(action.id, "approve")).kind).toBe("ok");
    expect(desk.world.snapshot().files).toEqual({ "a.md": "five" });
    expect((await session.decide(action.id, "approve")).kind).toBe("error");
    const [second] = (await desk.say(session, "Write it.")).staged;
    expect(second?.id).not.toBe(action.id);
    expect((await session.decide(second?.id ?? "", "reject")).kind).toBe("ok");
    expect(typesOf(desk.log.events, "tool-call")).toHaveLength(1);
    await session[Symbol.asyncDispose]();
  },
};
