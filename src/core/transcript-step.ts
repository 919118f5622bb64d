/** A trial as comparable steps, and two trials step beside step. */

import type { CallPlace } from "./model.ts";

/** A request, a reply, or another event. */
export interface TranscriptStep {
  readonly kind: "request" | "reply" | "event";
  /** Purpose of the call or type of the event. */
  readonly label: string;
  readonly place: CallPlace;
  /** Equal sorts are the same step of two trials, whatever each says. */
  readonly sort: string;
  /** Equal keys are equal steps. */
  readonly key: string;
  /** Words for people. */
  readonly text: string;
}

/** Two steps side by side; a step that only one trial has stands alone. */
export interface AlignedSteps {
  readonly mark: "same" | "differs" | "left-only" | "right-only";
  readonly left: TranscriptStep | null;
  readonly right: TranscriptStep | null;
}
