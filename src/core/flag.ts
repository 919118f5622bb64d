/** A flag: one switchable mechanism of a harness, as data. */

import type { Aim } from "./aim.ts";
import type { HarnessId } from "./harness-id.ts";

export type FlagValue = boolean | string | number;
export type FlagValues = Readonly<Record<string, FlagValue>>;

export interface Flag {
  /** External name as in the documents, e.g. AUDIT_SEMANTIC_CONTRADICTION. */
  readonly name: string;
  /** Kebab id used in events and calls, e.g. semantic-contradiction. */
  readonly id: string;
  readonly harness: HarnessId;
  readonly default: FlagValue;
  /** The value that installs the mechanism when an ablation asks for ON. */
  readonly on: FlagValue;
  /** The value that leaves it out, or restores the documented old behaviour. */
  readonly off: FlagValue;
  /** Allowed values of an enum flag; absent for booleans and numbers. */
  readonly values?: readonly string[];
  /** One sentence: what ON does. */
  readonly summary: string;
  /** Requirement ids. */
  readonly source: readonly string[];
  /** Flags that must be on for this one to work. */
  readonly requires: readonly string[];
  /** Flags an ablation of this one holds at a fixed value in both arms. */
  readonly context: FlagValues;
  /** True where the mechanism exists in the code; ablating one that does not is wrong use. */
  readonly built: boolean;
  /** Purposes of the model calls the flag itself makes; empty when it makes none. */
  readonly ownPurposes: readonly string[];
  /** Manner of acting: by a part of the request (then the swap test applies) or by control flow alone. */
  readonly worksThrough: "request" | "control-flow";
  /** Aim of the flag; its verdict is about that. */
  readonly aim: Aim;
  /** Its place in the document of the layered harness; null for a harness whose document has no such classes. */
  readonly standing: Standing | null;
}

/** Mark of a mechanism in the layered document, with the evidence for it. */
export interface Standing {
  /** `core`: part of the eleven layers. `added`: put around them by the application. `inert`: there, and off by default. */
  readonly kind: "core" | "added" | "inert";
  readonly evidence: string;
}
