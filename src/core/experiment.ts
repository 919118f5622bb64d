/** An experiment: arms, scenarios, seeds and the comparisons between arms, fixed before the first call. */

import type { Arm } from "./arm.ts";
import type { SettingsOverride } from "./settings.ts";

/** How to reach the model under the harness. */
export interface ModelSettings {
  /** `simulated`, or the id sent to the endpoint. */
  readonly model: string;
  readonly baseUrl: string | null;
  /** Name of the environment variable that holds the key; the key itself is never stored. */
  readonly apiKeyEnv: string | null;
  readonly toolProtocol: "native" | "json";
  readonly temperature: number | null;
  readonly timeoutMs: number;
  /** Retries of the client on connection errors, 429 and 5xx; injected faults sit above them. */
  readonly maxRetries: number;
  /** Price this model as if it were that catalogue model; null = its own price. */
  readonly priceLike: string | null;
  /** Whether the sampling seed is sent to the endpoint. */
  readonly sendSeed: boolean;
}

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
  readonly flag: string | null;
  readonly control: string;
  readonly treatment: string;
  /** Scenario ids that decide the verdict. */
  readonly stress: readonly string[];
  /** Scenario ids on which the flag must make no difference: a separate check, never pooled. */
  readonly controls: readonly string[];
}

export interface Experiment {
  /** Digest of scenarios, flags, arms, model settings and harness source; the store, width and seeds stay outside. */
  readonly id: string;
  readonly name: string;
  readonly arms: readonly Arm[];
  readonly comparisons: readonly ComparisonSpec[];
  readonly seeds: readonly string[];
  readonly model: ModelSettings;
  readonly settings: SettingsOverride;
  /** Replies are not shared between arms and the arm enters the draw key (noise-floor runs). */
  readonly independent: boolean;
}

/** The trials of all arms that share scenario and seed: the unit of work and of matching. */
export interface Block {
  readonly scenario: string;
  readonly seed: string;
  /** Arm names in the order in which they run, random from the seed. */
  readonly arms: readonly string[];
}

/** What an experiment's numbers rest on; a report that cannot name these is invalid. */
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
