/** A graded trial as rows of the tables, and back. */

import type { EventBody, LabEvent, PendingAction, TurnStatus } from "../core/event.ts";
import type { ModelCall } from "../core/model-call.ts";
import type { Score } from "../core/score.ts";
import { type GradedTrial, type TrialError, type TrialKey, trialId } from "../core/trial.ts";
import type { WorldSnapshot } from "../core/world-snapshot.ts";
import type { Bodies } from "./bodies.ts";
import { type CallRow, callOf, callRow } from "./call-row.ts";
import { openChains, unchain } from "./message-chains.ts";
import type { Row } from "./sql.ts";
import { originalJson, originalText, storedJson, storedText } from "./stored-text.ts";

/** The rows of one trial by table; bodies go into the collection. */
export interface TrialRows {
  readonly trial: Row;
  readonly turns: readonly Row[];
  readonly events: readonly Row[];
  readonly calls: readonly Row[];
  readonly scores: readonly Row[];
}

/** Takes a trial apart. */
export function rowsOf(graded: GradedTrial, bodies: Bodies): TrialRows {
  const { outcome } = graded;
  const id = trialId(outcome.key);
  const chains = openChains();
  return {
    trial: {
      id,
      ...outcome.key,
      position: outcome.position,
      error_kind: outcome.error?.kind ?? null,
      error_message: outcome.error ? storedText(outcome.error.message) : null,
      started_at: outcome.startedAt,
      wall_ms: outcome.wallMs,
      virtual_ms: outcome.virtualMs,
      transcript_digest: outcome.transcriptDigest,
      checks_digest: graded.checksDigest,
      start_world: bodies.put(outcome.startWorld),
      world: bodies.put(outcome.world),
    },
    turns: outcome.turns.map((turn, position) => ({
      trial: id,
      position,
      session: turn.session,
      turn: turn.turn,
      user_text: storedText(turn.user),
      reply: storedText(turn.reply),
      status: turn.status,
      staged: storedJson(turn.staged),
    })),
    events: outcome.events.map((event) => eventRow(id, event)),
    calls: outcome.calls.map((call) => callRow(id, call, bodies, chains.chain)),
    scores: scoreRows(id, 1, graded.scores, graded.checksDigest),
  };
}

/** The rows of one grading. */
export function scoreRows(
  trial: string,
  grading: number,
  scores: readonly Score[],
  checksDigest: string,
): readonly Row[] {
  return scores.map((score, position) => ({
    trial,
    grading,
    checks_digest: checksDigest,
    position,
    check_id: score.check,
    role: score.role,
    kind: score.kind,
    result: score.result,
    detail: storedText(score.detail),
    judged: score.judged,
  }));
}

function eventRow(trial: string, event: LabEvent): Row {
  const { seq, place, type, ...data } = event;
  return {
    trial,
    seq,
    type,
    session: place.session,
    turn: place.turn,
    iteration: place.iteration,
    task: storedText(place.task),
    feature: "feature" in data && typeof data.feature === "string" ? data.feature : null,
    call: event.type === "model-call" ? event.call : null,
    data: storedJson(data),
  };
}

/** Parts of a trial that are read, each list in its own order. */
export interface ReadTrial {
  readonly trial: TrialKey & {
    readonly position: number;
    readonly error_kind: TrialError["kind"] | null;
    readonly error_message: string | null;
    readonly started_at: string;
    readonly wall_ms: number;
    readonly virtual_ms: number | null;
    readonly transcript_digest: string;
    readonly checks_digest: string;
    readonly start_world: string;
    readonly world: string;
  };
  readonly turns: readonly {
    readonly session: number;
    readonly turn: number;
    readonly user_text: string;
    readonly reply: string;
    readonly status: TurnStatus;
    readonly staged: string;
  }[];
  readonly events: readonly {
    readonly seq: number;
    readonly type: EventBody["type"];
    readonly session: number;
    readonly turn: number;
    readonly iteration: number;
    readonly task: string;
    readonly data: string;
  }[];
  readonly calls: readonly CallRow[];
  readonly scores: readonly ScoreRow[];
  readonly bodies: ReadonlyMap<string, string>;
}

/** A row of `scores` as it is read. */
export interface ScoreRow {
  readonly grading: number;
  readonly checks_digest: string;
  readonly check_id: string;
  readonly role: Score["role"];
  readonly kind: Score["kind"];
  readonly result: Score["result"];
  readonly detail: string;
  readonly judged: boolean;
}

/** Puts calls of one trial together again; `rows` come in the order of their indexes. */
export function callsOf(rows: readonly CallRow[], bodies: ReadonlyMap<string, string>): readonly ModelCall[] {
  const bodyOf = parsedBodies(bodies);
  const messages = unchain(rows);
  return rows.map((row) => callOf(row, messages.get(row.call) ?? [], bodyOf));
}

function parsedBodies(bodies: ReadonlyMap<string, string>): <T>(digest: string) => T {
  const parsed = new Map<string, unknown>();
  return <T>(digest: string): T => {
    const text = bodies.get(digest);
    if (text === undefined) throw new Error(`the store lacks body ${digest}`);
    if (!parsed.has(digest)) parsed.set(digest, originalJson(text));
    return parsed.get(digest) as T;
  };
}

/** Puts a trial together again, deep-equal to what was taken apart. */
export function trialOf(read: ReadTrial): GradedTrial {
  const { trial } = read;
  const bodyOf = parsedBodies(read.bodies);
  return {
    outcome: {
      key: {
        experiment: trial.experiment,
        scenario: trial.scenario,
        seed: trial.seed,
        arm: trial.arm,
        attempt: trial.attempt,
      },
      position: trial.position,
      error:
        trial.error_kind === null
          ? null
          : { kind: trial.error_kind, message: originalText(trial.error_message ?? "") },
      turns: read.turns.map((turn) => ({
        session: turn.session,
        turn: turn.turn,
        user: originalText(turn.user_text),
        reply: originalText(turn.reply),
        status: turn.status,
        staged: originalJson<readonly PendingAction[]>(turn.staged),
      })),
      events: read.events.map(
        ({ seq, type, session, turn, iteration, task, data }) =>
          ({
            type,
            ...originalJson<object>(data),
            seq,
            place: { session, turn, iteration, task: originalText(task) },
          }) as LabEvent,
      ),
      calls: callsOf(read.calls, read.bodies),
      startWorld: bodyOf<WorldSnapshot>(trial.start_world),
      world: bodyOf<WorldSnapshot>(trial.world),
      startedAt: trial.started_at,
      wallMs: trial.wall_ms,
      virtualMs: trial.virtual_ms,
      transcriptDigest: trial.transcript_digest,
    },
    scores: read.scores.map(scoreOf),
    checksDigest: trial.checks_digest,
  };
}

/** The score of a row. */
export function scoreOf(row: ScoreRow): Score {
  return {
    check: row.check_id,
    role: row.role,
    kind: row.kind,
    result: row.result,
    detail: originalText(row.detail),
    judged: row.judged,
  };
}
