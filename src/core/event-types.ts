/** The event types as a list, so that a check on an event that cannot exist is found when the scenario is read. */

import type { EventType } from "./event.ts";

const known: Record<EventType, true> = {
  "session-start": true,
  "session-end": true,
  "turn-start": true,
  "turn-end": true,
  command: true,
  "clock-advanced": true,
  steered: true,
  phase: true,
  "layer-end": true,
  "model-call": true,
  "tool-call": true,
  "tool-result": true,
  "tool-denied": true,
  "action-staged": true,
  "action-applied": true,
  "action-discarded": true,
  "gate-decision": true,
  "task-state": true,
  "task-failed": true,
  recovery: true,
  contradiction: true,
  "memory-write": true,
  "memory-render": true,
  compaction: true,
  "limit-hit": true,
  warning: true,
  "feature-reached": true,
  "feature-fired": true,
};

/** Every event type there is; the compiler holds it complete. */
export const EVENT_TYPES: readonly string[] = Object.keys(known);
