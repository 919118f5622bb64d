/** The event types of any harness as a list, so that a check on an event that cannot exist is found when it is read. */

import type { CommonEventType } from "./event.ts";

const known: Record<CommonEventType, true> = {
  "session-start": true,
  "session-end": true,
  "turn-start": true,
  "turn-end": true,
  command: true,
  "clock-advanced": true,
  steered: true,
  "model-call": true,
  "tool-call": true,
  "tool-result": true,
  "tool-denied": true,
  "action-staged": true,
  "action-applied": true,
  "action-discarded": true,
  "limit-hit": true,
  warning: true,
  "feature-reached": true,
  "feature-fired": true,
};

/** Every event type that is not declared by a harness; the compiler holds it complete. */
export const COMMON_EVENTS: readonly string[] = Object.keys(known);
