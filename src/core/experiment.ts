/** An experiment: arms, scenarios, seeds and the comparisons between arms, fixed before the first call. */

import type { Aim } from "./aim.ts";
import type { Arm } from "./arm.ts";
import type { ModelSettings } from "./model-settings.ts";
import type { SettingsOverride } from "./settings.ts";

/** The operator's own price of a model, in US dollars a million tokens; goes before any catalogue. */
export interface PriceOverride {
  readonly model: string;
  readonly inputPerMillion: number;
  /** Absent = cached tokens cost as much as others. */
  readonly cachedInputPerMillion?: number | undefined;
  readonly outputPerMillion: number;
}

/** Two arms compared over some scenarios; `flag` is the one flag in which they differ, null for a free comparison. */
export interface ComparisonSpec {
  readonly id: string;
  /** The control against itself under another name, or a gate's base against its candidate; absent = two arms compared. */
  readonly kind?: "calibration" | "gate";
  readonly flag: string | null;
  readonly control: string;
  readonly treatment: string;
  /** Scenario ids that decide the verdict. */
  readonly stress: readonly string[];
  /** Scenario ids on which the flag must make no difference: a separate check, never pooled. */
  readonly controls: readonly string[];
  /** One of several models that the same variant runs on; absent = the experiment has one model. */
  readonly onModel?: { readonly variant: string; readonly model: string };
  /** The plan names a primary family without this comparison, so that its label stops at `suggestive`. */
  readonly exploratory?: true;
  /** Aim of the treatment, where a file names one; absent = the aim of the flag, or success. */
  readonly aim?: Aim;
  /** By how much success may not be worse, as a difference of pass rates; absent = 0.1. */
  readonly margin?: number;
}

export type DesignKind = "oat" | "leave-one-out" | "both" | "factorial" | "plackett-burman";

/** Configurations of several flags that are run, and the rows they belong to. */
export interface DesignSpec {
  readonly kind: DesignKind;
  /** In the order of the columns. */
  readonly flags: readonly string[];
  /**
   * Rows of the design with the arm that runs each; equal rows name the same arm, which runs once. Of a folded-over
   * design the second half mirrors the first, row by row.
   */
  readonly rows: readonly { readonly arm: string; readonly on: readonly boolean[] }[];
  /** Every one of them runs every arm: the union of the flags' stress scenarios. */
  readonly scenarios: readonly string[];
}

/** Decision rule of comparisons, fixed before the first call. */
export interface DecisionRule {
  /** `sequential` looks at every round end and is held to an e-value; its seeds reach up to the cap. */
  readonly design: "fixed" | "sequential";
  /** Smallest effect worth having, as a difference of pass rates (0.1 = 10 points). */
  readonly deltaMin: number;
  /** The verdict that ends a comparison when it is reached; null = whatever decides. */
  readonly until: "demonstrated" | "harmful" | null;
}

/** Rule of an experiment that states none: a fixed number of pairs, exploratory (STATISTICS 11). */
export const FIXED_RULE: DecisionRule = { design: "fixed", deltaMin: 0.2, until: null };

export interface Experiment {
  /** Digest of scenarios, flags, arms, model settings, endpoint and harness source; the store, width and seeds stay outside. */
  readonly id: string;
  readonly name: string;
  readonly arms: readonly Arm[];
  readonly comparisons: readonly ComparisonSpec[];
  readonly seeds: readonly string[];
  readonly model: ModelSettings;
  readonly settings: SettingsOverride;
  /** The model that decides judge checks; absent when none is named. Never the harness's model by default. */
  readonly judge?: ModelSettings;
  /** Replies are not shared between arms and the arm enters the draw key (noise-floor runs). */
  readonly independent: boolean;
  /** With `independent`: every arm asks for itself, but under the same sampling seeds; absent = seeds of its own. */
  readonly sameSeeds?: boolean;
  /** Absent = every flag on its own. */
  readonly design?: DesignSpec;
  /** Absent = `FIXED_RULE`. */
  readonly rule?: DecisionRule;
}

/** The trials of all arms that share scenario and seed: the unit of work and of matching. */
export interface Block {
  readonly scenario: string;
  readonly seed: string;
  /** Arm names in the order in which they run, random from the seed. */
  readonly arms: readonly string[];
}

/** Basis of an experiment's numbers; a report that cannot name these is invalid. */
export interface Provenance {
  /** Git commit of the lab's source with `+dirty` when it differed, null outside a checkout. */
  readonly commit: string | null;
  readonly labVersion: string;
  /** Digest of the harness source files. */
  readonly harnessDigest: string;
  readonly catalogueDigest: string;
  /** Digest by scenario id. */
  readonly scenarioDigests: Readonly<Record<string, string>>;
  /** Name and version of the price table, and overrides. */
  readonly priceTable: string;
  readonly simulated: boolean;
}

/** True where each arm draws under sampling seeds of its own, so that even an endpoint that honours seeds varies. */
export function drawsApart({
  independent,
  sameSeeds,
}: Pick<Experiment, "independent" | "sameSeeds">): boolean {
  return independent && sameSeeds !== true;
}
