/** Setup of a gate, whatever its base is: the plan, the scenarios, and how the base's trials come about. */

import type { Flag } from "../../core/flag.ts";
import type { GateBase } from "../../core/gate.ts";
import type { LoadedScenario } from "../../core/scenario.ts";
import type { GradedTrial } from "../../core/trial.ts";
import type { Draft } from "../../plan/ablation.ts";
import type { BlockRunner } from "../../run/run-blocks.ts";

export interface GateSetup {
  readonly base: GateBase;
  readonly draft: Draft;
  readonly scenarios: readonly LoadedScenario[];
  /** Digest of today's harness source. */
  readonly harnessDigest: string;
  /** Basis of the base's trials beside the draft: part of the experiment's identity. */
  readonly baseDigest: string;
  /** Flags in which the arms of one checkout differ; empty where the code differs. */
  readonly flags: readonly Flag[];
  /** The base's trials by block, where they were recorded earlier. */
  readonly recorded: ReadonlyMap<string, GradedTrial> | null;
  /** Runs blocks whose arms are not both of this process. */
  readonly runBlock?: BlockRunner | undefined;
  readonly notes: readonly string[];
  readonly close: () => Promise<void>;
}
