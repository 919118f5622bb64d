/** Events of a trial, typed and ordered: the event list is the transcript; everything else is a projection. */

import type { CallPlace, FailureClass } from "./model.ts";
import type { ToolCall, ToolResult } from "./tool.ts";

export interface PendingAction {
  /** Counter of the trial, e.g. `action-1`. */
  readonly id: string;
  readonly call: ToolCall;
  readonly stagedAt: string;
}

export type TurnStatus = "ok" | "could-not-complete" | "escalated" | "paused" | "refused";

/** Events that any harness has, without their place. */
export type CommonEventBody =
  /** A session is opened. */
  | { readonly type: "session-start"; readonly session: number }
  /** A session is closed, as when the program ends. */
  | { readonly type: "session-end"; readonly session: number }
  /** The user has said something, or a message sent meanwhile becomes a turn of its own. */
  | { readonly type: "turn-start"; readonly text: string; readonly source: "user" | "follow-up" }
  /** The turn is over; a trivial one ran no layer. */
  | {
      readonly type: "turn-end";
      readonly reply: string;
      readonly status: TurnStatus;
      readonly trivial: boolean;
    }
  /** A slash command and what the user sees. */
  | { readonly type: "command"; readonly line: string; readonly output: string }
  /** The trial's clock moves by a declared duration. */
  | { readonly type: "clock-advanced"; readonly durationMs: number; readonly now: string }
  /** A message sent during the turn, and where it ended. */
  | { readonly type: "steered"; readonly text: string; readonly landing: "note" | "follow-up" }
  /** A call of the model has ended; the call itself is in `model_calls`. */
  | {
      readonly type: "model-call";
      readonly call: number;
      readonly purpose: string;
      readonly feature: string | null;
      readonly failure: FailureClass | null;
      /** The reply came from a rule that is marked `spontaneous`. */
      readonly spontaneous?: true;
    }
  /** A tool is about to run. */
  | { readonly type: "tool-call"; readonly call: ToolCall }
  /** A tool has run. */
  | {
      readonly type: "tool-result";
      readonly callId: string;
      readonly tool: string;
      readonly result: ToolResult;
    }
  /** A gate refused a call. */
  | {
      readonly type: "tool-denied";
      readonly call: ToolCall;
      readonly decision: "deny" | "require-approval";
      readonly reason: string;
    }
  /** An action waits for the user. */
  | { readonly type: "action-staged"; readonly action: PendingAction }
  /** An action that the user approved has run. */
  | { readonly type: "action-applied"; readonly actionId: string; readonly result: ToolResult }
  /** An action that will not run. */
  | { readonly type: "action-discarded"; readonly actionId: string; readonly reason: "rejected" | "swept" }
  /** A limit of the harness ended something. */
  | { readonly type: "limit-hit"; readonly limit: string; readonly value: number }
  /** Something that a reader should know and that decides nothing. */
  | { readonly type: "warning"; readonly about: string; readonly message: string }
  /** The feature's extension point ran. */
  | { readonly type: "feature-reached"; readonly feature: string; readonly at: string }
  /** The feature changed a payload, a decision or the control flow; its own call alone is not firing. */
  | { readonly type: "feature-fired"; readonly feature: string; readonly at: string; readonly what: string };

export type CommonEventType = CommonEventBody["type"];

/**
 * An event of a kind that one harness declares; its fields are known to that harness alone. The type stands for any such
 * kind: the compiler needs one literal to tell these events from the common ones.
 */
interface HarnessEventBody {
  readonly type: "<kind of a harness>";
}

export type EventBody = CommonEventBody | HarnessEventBody;

/** Place and time of an event in its trial: its place in the conversation and its 0-based number. */
interface Placed {
  readonly seq: number;
  readonly place: CallPlace;
}

export type LabEvent = EventBody & Placed;
export type HarnessEvent = HarnessEventBody & Placed;

/**
 * Takes events in order.
 * Contract: never rejects, never drops, never reorders; returns at once.
 */
export interface EventSink {
  emit(body: EventBody, place: CallPlace): void;
}

/** Keeps events in memory in the order they came. */
export interface EventLog extends EventSink {
  readonly events: readonly LabEvent[];
}

/** Opens an empty in-memory event log. */
export function eventLog(): EventLog {
  const events: LabEvent[] = [];
  return {
    events,
    emit(body, place) {
      events.push({ ...body, seq: events.length, place });
    },
  };
}
