/** Words of events in a transcript, as each harness declares them for its own events. */

import type { HarnessEvent } from "./event.ts";

export type Tone = "good" | "bad" | "open" | "quiet";

export interface EventLine {
  readonly label: string;
  readonly text: string;
  readonly tone: Tone | null;
}

/** An event that is a step of its turn: the turn lists its steps, each with how often it came. */
export interface EventStep {
  /** Label of the list, e.g. `layers`. */
  readonly list: string;
  /** Null where the step is shown by another one. */
  readonly step: string | null;
}

/** The kinds of event that a harness declares, each with how it reads. */
export type EventKinds = Readonly<Record<string, (event: HarnessEvent) => EventLine | EventStep>>;
