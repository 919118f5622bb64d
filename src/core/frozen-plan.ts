/** A plan that was fixed and digested before the first paid call, and the runs that followed it. */

import type { Arm } from "./arm.ts";
import type { ComparisonSpec, DecisionRule, DesignSpec } from "./experiment.ts";
import type { ModelSettings } from "./model-settings.ts";
import type { SettingsOverride } from "./settings.ts";

/** Everything that a report holds a run to. */
export interface PlanContent {
  readonly name: string;
  /** Id of the experiment that would follow the plan to the letter. */
  readonly experiment: string;
  readonly arms: readonly Arm[];
  readonly comparisons: readonly ComparisonSpec[];
  readonly design: DesignSpec | null;
  readonly rule: DecisionRule;
  /** Level of the tests; 0.05 everywhere. */
  readonly alpha: number;
  readonly seeds: readonly string[];
  readonly settings: SettingsOverride;
  readonly independent: boolean;
  /** Settings that decide replies beside the endpoint; key and patience stay outside. */
  readonly model: Pick<ModelSettings, "model" | "toolProtocol" | "temperature" | "sendSeed">;
  /** The endpoint without its keys; absent = the default one, or none was kept when the plan was frozen. */
  readonly endpoint?: string;
  readonly harnessDigest: string;
  readonly scenarioDigests: Readonly<Record<string, string>>;
  /** Pairs by comparison, and what they were expected to show, as printed. */
  readonly expected: readonly {
    readonly comparison: string;
    readonly pairs: number;
    readonly power: number;
    readonly minimumDetectable: number | null;
  }[];
}

export interface FrozenPlan {
  /** SHA-256 of the content. */
  readonly digest: string;
  /** ISO time. */
  readonly frozenAt: string;
  readonly content: PlanContent;
}

/** End of a run of an experiment; one that was killed has none. */
export type RunEnding = "complete" | "budget" | "interrupted" | "failed";

/** One invocation that worked on an experiment. */
export interface RunRow {
  readonly id: string;
  readonly experiment: string;
  readonly startedAt: string;
  /** Null = killed, or still at work. */
  readonly endedAt: string | null;
  readonly ending: RunEnding | null;
  /** Cause of the end, where that needs words. */
  readonly detail: string | null;
  /** Everything was run anew although it was stored. */
  readonly fresh: boolean;
  readonly budgetUsd: number | null;
}
