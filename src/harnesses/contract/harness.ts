/** The Harness port: how the lab opens and drives a system under test. */

import type { Clock } from "../../core/clock.ts";
import type { EventSink, PendingAction, TurnStatus } from "../../core/event.ts";
import type { FlagValues } from "../../core/flag.ts";
import type { HarnessFace } from "../../core/harness-face.ts";
import type { Json } from "../../core/json.ts";
import type { Model } from "../../core/model.ts";
import type { Question } from "../../core/question.ts";
import type { Random } from "../../core/random.ts";
import type { HistoryMessage } from "../../core/scenario.ts";
import type { SettingsOverride } from "../../core/settings.ts";
import type { ToolResult } from "../../core/tool.ts";
import type { World } from "../../tools/world.ts";

/** State that survives a session as a disc does: facts, plans, ledgers, by name. Lives as long as the trial. */
export type DurableStore = Map<string, Json>;

/** Everything a harness may touch; anything else (global state, environment, wall clock) is out of bounds. */
export interface HarnessPorts<Settings> {
  /** Complete effective values of this harness's flags; read once, when features are installed. */
  readonly flags: FlagValues;
  readonly settings: Settings;
  readonly model: Model;
  readonly world: World;
  readonly clock: Clock;
  readonly random: Random;
  readonly events: EventSink;
  readonly durable: DurableStore;
  /** 1-based count of sessions of the trial. */
  readonly session: number;
  /** Messages that are already in the transcript when the session opens. */
  readonly history: readonly HistoryMessage[];
}

export interface TurnInput {
  /** 1-based count of user entries across sessions. */
  readonly turn: number;
  readonly text: string;
  readonly source: "user" | "follow-up";
  /**
   * Called once per iteration: messages the user has sent meanwhile, oldest first, each handed out once. At the end of the
   * turn it is called with Infinity, so that a message which no iteration polled ends as a follow-up.
   */
  readonly poll: (iteration: number) => readonly string[];
}

export interface TurnResult {
  readonly reply: string;
  readonly status: TurnStatus;
  /** Actions staged in this turn and still undecided. */
  readonly staged: readonly PendingAction[];
  /** Messages not applied in place, in arrival order; the caller runs each as an ordinary turn. */
  readonly followUps: readonly string[];
  /** Asked by a turn that is paused: the next message answers it and goes on with the run. */
  readonly question?: Question;
}

/**
 * One conversation.
 * Contract: calls come one at a time; `turn` rejects only on a bug of the harness, never because a model or tool
 * failed; events are emitted in order; every session is disposed, after a crash too, and at the latest while a turn
 * waits for a reply that never comes; disposing twice is harmless.
 */
export interface Session extends AsyncDisposable {
  turn(input: TurnInput): Promise<TurnResult>;
  /** Answers a staged action; an unknown id is an error result. */
  decide(actionId: string, decision: "approve" | "reject"): Promise<ToolResult>;
  /** Runs a slash command and returns what the user sees; an unknown command says so. */
  command(line: string): Promise<string>;
}

export interface Harness extends HarnessFace {
  /** Files and folders below `src` that only this harness runs through; a change in them makes its digest another. */
  readonly sources: readonly string[];
  /**
   * True for somebody else's harness that asks a failed endpoint again by itself: its attempt goes on after a failure
   * of the endpoint, and counts when the same request succeeded later. Absent = the attempt ends there.
   */
  readonly retriesItself?: boolean;
  /** May reject, e.g. because a process does not start: that is an error of the trial. */
  open(ports: HarnessPorts<SettingsOverride>): Promise<Session>;
}
