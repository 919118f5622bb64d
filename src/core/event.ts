/** What happened in a trial, typed and ordered: the event list is the transcript; everything else is a projection. */

import type { Json } from "./json.ts";
import type { CallPlace, FailureClass } from "./model.ts";
import type { ToolCall, ToolResult } from "./tool.ts";

/** The eleven layers of document 000 by id, in the numbering of the document. */
export const LAYERS = [
  "world-model",
  "evidence",
  "hypothesis",
  "contradiction",
  "diagnostics",
  "control-state",
  "planning",
  "execution",
  "verification",
  "recovery",
  "reviewer",
] as const;
export type LayerId = (typeof LAYERS)[number];

export interface PendingAction {
  /** Counter of the trial, e.g. `action-1`. */
  readonly id: string;
  readonly call: ToolCall;
  readonly stagedAt: string;
}

export type TurnStatus = "ok" | "could-not-complete" | "escalated" | "paused" | "refused";

/** Events without their place; `at` is added by the sink's caller where it is known. */
export type EventBody =
  | { readonly type: "session-start"; readonly session: number }
  | { readonly type: "session-end"; readonly session: number }
  | { readonly type: "turn-start"; readonly text: string; readonly source: "user" | "follow-up" }
  | {
      readonly type: "turn-end";
      readonly reply: string;
      readonly status: TurnStatus;
      readonly trivial: boolean;
    }
  | { readonly type: "command"; readonly line: string; readonly output: string }
  | { readonly type: "clock-advanced"; readonly durationMs: number; readonly now: string }
  | { readonly type: "steered"; readonly text: string; readonly landing: "note" | "follow-up" }
  | { readonly type: "phase"; readonly phase: string; readonly layer: LayerId | null }
  | { readonly type: "layer-end"; readonly layer: LayerId; readonly summary: Json }
  | {
      readonly type: "model-call";
      readonly call: number;
      readonly purpose: string;
      readonly feature: string | null;
      readonly failure: FailureClass | null;
      /** The reply came from a rule that is marked `spontaneous`. */
      readonly spontaneous?: true;
    }
  | { readonly type: "tool-call"; readonly call: ToolCall }
  | {
      readonly type: "tool-result";
      readonly callId: string;
      readonly tool: string;
      readonly result: ToolResult;
    }
  | {
      readonly type: "tool-denied";
      readonly call: ToolCall;
      readonly decision: "deny" | "require-approval";
      readonly reason: string;
    }
  | { readonly type: "action-staged"; readonly action: PendingAction }
  | { readonly type: "action-applied"; readonly actionId: string; readonly result: ToolResult }
  | { readonly type: "action-discarded"; readonly actionId: string; readonly reason: "rejected" | "swept" }
  | {
      readonly type: "gate-decision";
      readonly gate: string;
      readonly decision: string;
      readonly reason: string;
    }
  | { readonly type: "task-state"; readonly task: string; readonly state: string; readonly reason: string }
  | {
      readonly type: "task-failed";
      readonly task: string;
      readonly kind: "system-error" | "exhausted" | "verification";
      readonly message: string;
    }
  | {
      readonly type: "recovery";
      readonly task: string;
      readonly strategy: string;
      readonly requeued: boolean;
      readonly reason: string;
    }
  | {
      readonly type: "contradiction";
      readonly severity: string;
      readonly between: readonly [string, string];
      readonly description: string;
    }
  | { readonly type: "memory-write"; readonly store: string; readonly operation: string; readonly fact: Json }
  | {
      readonly type: "memory-render";
      readonly included: number;
      readonly omitted: number;
      readonly chars: number;
    }
  | {
      readonly type: "compaction";
      readonly method: string;
      readonly folded: number;
      readonly kept: number;
      readonly chars: number;
    }
  | { readonly type: "limit-hit"; readonly limit: string; readonly value: number }
  | { readonly type: "warning"; readonly about: string; readonly message: string }
  /** The feature's extension point ran. */
  | { readonly type: "feature-reached"; readonly feature: string; readonly at: string }
  /** The feature changed a payload, a decision or the control flow; its own call alone is not firing. */
  | { readonly type: "feature-fired"; readonly feature: string; readonly at: string; readonly what: string };

export type EventType = EventBody["type"];

/** An event with its place in the conversation and its 0-based number in the trial. */
export type LabEvent = EventBody & { readonly seq: number; readonly place: CallPlace };

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
