/** Messages between a gate and the worker of another checkout: one JSON value per line. */

import type { Arm } from "../../../core/arm.ts";
import type { Block, Experiment } from "../../../core/experiment.ts";
import type { FlagValues } from "../../../core/flag.ts";
import type { ModelCall } from "../../../core/model-call.ts";
import type { LoadedScenario } from "../../../core/scenario.ts";
import type { TrialOutcome } from "../../../core/trial.ts";

/** Raised whenever a line comes to mean something else; both sides have to speak the same. */
export const WORKER_PROTOCOL = 1;

export type ToWorker =
  /** Asks who is there and what an arm is in that checkout. */
  | {
      readonly type: "hello";
      readonly protocol: number;
      readonly harness: Arm["harness"];
      readonly flags: FlagValues;
      readonly name: string;
    }
  /** The experiment that the next trials belong to. */
  | {
      readonly type: "experiment";
      readonly experiment: Experiment;
      readonly scenarios: readonly LoadedScenario[];
      /** Store beside which paid replies are written down until their block is stored. */
      readonly db: string;
    }
  /** Runs one arm of a block. */
  | {
      readonly type: "trial";
      readonly id: number;
      readonly experiment: string;
      readonly block: Block;
      readonly arm: string;
      readonly position: number;
      readonly attempt: number;
      /** Most that its calls may cost; absent = no limit. */
      readonly budgetUsd?: number;
      /** Calls of the arms that ran before it, whose replies it may take. */
      readonly earlier: readonly { readonly arm: string; readonly calls: readonly ModelCall[] }[];
    };

export type FromWorker =
  | {
      readonly type: "hello";
      readonly protocol: number;
      readonly arm: Arm;
      readonly commit: string | null;
      readonly labVersion: string;
      readonly harnessDigest: string;
    }
  | { readonly type: "outcome"; readonly id: number; readonly outcome: TrialOutcome }
  /** Id is null where no single trial is to blame. */
  | {
      readonly type: "failed";
      readonly id: number | null;
      readonly what: string;
      readonly where: string | null;
    };
