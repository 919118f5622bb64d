/** Runs one trial: opens the harness on its own world, clock and chance, and walks the scenario's conversation. */

import type { Arm } from "../core/arm.ts";
import { type FixedClock, fixedClock } from "../core/clock.ts";
import { digestOf } from "../core/digest.ts";
import { type EventLog, eventLog } from "../core/event.ts";
import type { CallPlace, Model } from "../core/model.ts";
import type { ModelCall } from "../core/model-call.ts";
import { seededRandom } from "../core/random.ts";
import type { LoadedScenario, Step } from "../core/scenario.ts";
import { mergeSettings, type SettingsOverride } from "../core/settings.ts";
import type { TrialError, TrialKey, TrialOutcome, TurnRecord } from "../core/trial.ts";
import type { DurableStore, Harness, HarnessPorts, Session } from "../harnesses/contract/harness.ts";
import type { PriceBook } from "../llm/prices.ts";
import { faultyModel } from "../llm/wrappers/faulty.ts";
import { meteredModel } from "../llm/wrappers/metered.ts";
import { createWorld } from "../tools/in-memory-world.ts";
import type { World } from "../tools/world.ts";
import { endAtFailure } from "./attempt-end.ts";
import { limitedModel, MAX_CALLS_PER_TRIAL } from "./limits.ts";
import { decisionOn, steering } from "./scripted-user.ts";
import { errorFromCalls } from "./trial-error.ts";

export interface TrialRequest {
  readonly key: TrialKey;
  readonly position: number;
  readonly loaded: LoadedScenario;
  readonly arm: Arm;
  readonly harness: Harness;
  readonly settings: SettingsOverride;
  /** The model below injected faults: sharing, journal and endpoint, already composed for this arm. */
  readonly model: Model;
  readonly prices: PriceBook;
  /** Puts the arm into the draw key, for noise-floor runs. */
  readonly independent: boolean;
}

/** State that all sessions of a trial share. */
interface Stage {
  readonly request: TrialRequest;
  readonly ports: Omit<HarnessPorts<SettingsOverride>, "session" | "history">;
  readonly clock: FixedClock;
  readonly world: World;
  readonly log: EventLog;
  readonly turns: TurnRecord[];
  /** The session opened last. */
  open: Session | null;
}

/** Runs a trial to its end. Contract: rejects only on abort or a bug of the lab; everything else is in the outcome. */
export async function runTrial(request: TrialRequest): Promise<TrialOutcome> {
  const startedAt = new Date();
  const { scenario } = request.loaded;
  const clock = fixedClock(scenario.world.now);
  const world = createWorld({ world: scenario.world, clock });
  const startWorld = world.snapshot();
  const log = eventLog();
  const calls: ModelCall[] = [];
  const limited = limitedModel(request.model, MAX_CALLS_PER_TRIAL);
  const trialSeed = `${request.key.scenario}#${request.key.seed}`;
  const { retriesItself } = request.harness;
  const metered = meteredModel(
    faultyModel(
      limited,
      scenario.world.faults.filter((fault) => fault.on === "model"),
    ),
    {
      trialSeed,
      drawSalt: request.independent ? request.arm.name : "",
      prices: request.prices,
      onCall(call) {
        calls.push(call);
        const { index, purpose, feature, reply } = call;
        const failure = reply.kind === "failed" ? reply.failure.class : null;
        const spontaneous =
          reply.kind === "answer" && reply.spontaneous ? { spontaneous: true as const } : {};
        log.emit({ type: "model-call", call: index, purpose, feature, failure, ...spontaneous }, call.place);
      },
    },
  );
  const ending = retriesItself ? null : endAtFailure(metered);
  const durable: DurableStore = new Map();
  const stage: Stage = {
    request,
    clock,
    world,
    log,
    turns: [],
    open: null,
    ports: {
      flags: request.arm.flags,
      // What a scenario sets, it sets in its own harness.
      settings: mergeSettings(
        scenario.harness === request.arm.harness ? scenario.settings : undefined,
        request.settings,
      ),
      model: ending?.model ?? metered,
      world,
      clock,
      random: seededRandom(trialSeed).stream("harness"),
      events: log,
      durable,
    },
  };
  const talk = converse(stage);
  const crash = ending === null ? await talk : await Promise.race([talk, ending.ended.then(() => null)]);
  await ending?.idle();
  // A session whose attempt was ended waits for a reply that never comes, so nothing else would close it.
  if (ending?.hasEnded()) await Promise.allSettled([stage.open?.[Symbol.asyncDispose]()]);
  const events = [...log.events];
  return {
    key: request.key,
    position: request.position,
    error: crash ?? errorFromCalls(calls, { retriesItself }),
    // Copies, since a harness whose attempt was ended may still be at work on its last step.
    turns: [...stage.turns],
    events,
    calls,
    startWorld,
    world: world.snapshot(),
    startedAt: startedAt.toISOString(),
    wallMs: Date.now() - startedAt.getTime(),
    virtualMs: request.model.simulated ? sumVirtual(calls) : null,
    transcriptDigest: digestOf(events),
  };
}

type SessionStep = Exclude<Step, { "new-session": object }>;

/** Runs the sessions one after the other; a crash of the harness, while it opens too, ends the trial as an error of it. */
async function converse(stage: Stage): Promise<TrialError | null> {
  try {
    for (const [index, steps] of sessionsOf(stage.request.loaded.scenario.conversation).entries())
      await runSession(stage, index + 1, steps);
    return null;
  } catch (thrown) {
    const cause = firstCause(thrown);
    if (cause instanceof Error && cause.name === "AbortError") throw cause;
    const message = cause instanceof Error ? `${cause.message}\n${cause.stack ?? ""}` : String(cause);
    return { kind: "harness", message };
  }
}

/** The error that came before a failure to dispose; the class is looked for by name, since not every runtime has it. */
function firstCause(thrown: unknown): unknown {
  return thrown instanceof Error && thrown.name === "SuppressedError" && "suppressed" in thrown
    ? firstCause(thrown.suppressed)
    : thrown;
}

/** Splits a conversation at its `new-session` steps. */
function sessionsOf(conversation: readonly Step[]): readonly (readonly SessionStep[])[] {
  const sessions: SessionStep[][] = [[]];
  for (const step of conversation)
    if ("new-session" in step) sessions.push([]);
    else sessions.at(-1)?.push(step);
  return sessions;
}

/** Opens a session, walks its steps and disposes it however they end. */
async function runSession(stage: Stage, number: number, steps: readonly SessionStep[]): Promise<void> {
  const emit = (type: "session-start" | "session-end"): void =>
    stage.log.emit({ type, session: number }, placeOf(number, stage.turns.length));
  emit("session-start");
  {
    await using session = await openSession(stage, number);
    for (const step of steps) await takeStep(stage, session, number, step);
  }
  emit("session-end");
}

async function takeStep(
  stage: Stage,
  session: Session,
  sessionNumber: number,
  step: SessionStep,
): Promise<void> {
  const place = placeOf(sessionNumber, stage.turns.length);
  if ("command" in step) {
    const output = await session.command(step.command);
    stage.log.emit({ type: "command", line: step.command, output }, place);
  } else if ("wait" in step) {
    const durationMs = step.wait.hours * 3_600_000;
    stage.clock.advance(durationMs);
    stage.log.emit({ type: "clock-advanced", durationMs, now: stage.clock.now().toISOString() }, place);
  } else {
    const poll = steering(step);
    const entries: { text: string; source: "user" | "follow-up" }[] = [{ text: step.user, source: "user" }];
    for (let entry = entries.shift(); entry; entry = entries.shift()) {
      const turn = stage.turns.length + 1;
      const turnPlace = placeOf(sessionNumber, turn);
      stage.log.emit({ type: "turn-start", text: entry.text, source: entry.source }, turnPlace);
      const result = await session.turn({ turn, text: entry.text, source: entry.source, poll });
      stage.turns.push({
        session: sessionNumber,
        turn,
        user: entry.text,
        reply: result.reply,
        status: result.status,
        staged: result.staged,
      });
      for (const action of result.staged) {
        const decision = decisionOn(step, action);
        if (decision) await session.decide(action.id, decision);
      }
      entries.push(...result.followUps.map((text) => ({ text, source: "follow-up" as const })));
    }
  }
}

async function openSession(stage: Stage, session: number): Promise<Session> {
  const history = session === 1 ? stage.request.loaded.scenario.history : [];
  stage.open = await stage.request.harness.open({ ...stage.ports, session, history });
  return stage.open;
}

function placeOf(session: number, turn: number): CallPlace {
  return { session, turn, iteration: 0, task: "" };
}

function sumVirtual(calls: readonly ModelCall[]): number {
  return calls.reduce(
    (sum, call) => sum + (call.reply.kind === "answer" ? (call.reply.virtualLatencyMs ?? 0) : 0),
    0,
  );
}
