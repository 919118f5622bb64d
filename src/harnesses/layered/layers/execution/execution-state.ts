/** Layer 8's slice: gates of this iteration, each task's run so far, and everything that failed (A-083..A-087, A-109). */

import type { Message } from "../../../../core/model.ts";
import type { ToolCall, ToolErrorClass, ToolResult } from "../../../../core/tool.ts";
import type { RiskLevel } from "../../classify/classification.ts";

export type FailureKind = "system-error" | "exhausted" | "verification";

export interface TaskFailure {
  readonly task: string;
  readonly kind: FailureKind;
  readonly message: string;
  /** Text class of the message, or the kind where none fits; the recurrence rule compares it. */
  readonly class: string;
  readonly iteration: number;
}

/** A tool call that broke: the tool was there and did not work. */
export interface ToolOutage {
  readonly task: string;
  readonly tool: string;
  readonly class: ToolErrorClass;
  readonly message: string;
  readonly iteration: number;
}

/** One model step of one task. */
export type StepOutcome =
  | {
      readonly kind: "tools";
      readonly task: string;
      readonly results: readonly { readonly call: ToolCall; readonly result: ToolResult }[];
    }
  | { readonly kind: "answer"; readonly task: string; readonly text: string }
  | { readonly kind: "failed"; readonly task: string; readonly failure: TaskFailure };

export interface TaskRun {
  /** Calls, results and notes that the next proposal of this task carries; survives a re-queue. */
  readonly exchange: readonly Message[];
  /** Blocks that features added to its last proposal; a re-ask of the reply keeps them. */
  readonly blocks: readonly string[];
  /** Model steps of this attempt. */
  readonly steps: number;
  /** The answer, null until the model gave one. */
  readonly draft: string | null;
  /** The answer that a review sent back, and why; it stands where no other one comes. */
  readonly sentBack: { readonly answer: string; readonly finding: string } | null;
}

export interface ExecutionState {
  readonly valueOfInformation: number;
  /** True where evidence of this turn is capped for cross-checking. */
  readonly crossCheck: boolean;
  /** Outcome of the gates by task id, this iteration only. */
  readonly gates: Readonly<Record<string, "PASS" | "BLOCK" | "ESCALATE" | "REVIEW-FAILED">>;
  /** Estimated risk of the action under review by task id, this iteration only; it decides nothing. */
  readonly riskEstimates: Readonly<Record<string, RiskLevel>>;
  /** Consecutive review failures by task id. */
  readonly reviewFailures: Readonly<Record<string, number>>;
  readonly runs: Readonly<Record<string, TaskRun>>;
  /** Steps of this iteration, in task order. */
  readonly steps: readonly StepOutcome[];
  readonly failures: readonly TaskFailure[];
  /** Counted beside the failures of tasks: the model hears of each and may go on. */
  readonly outages: readonly ToolOutage[];
  /** Steering notes that wait for the next proposal. */
  readonly notes: readonly string[];
  /** One entry per iteration that no running task carried over: what the stall rule reads. */
  readonly history: readonly { readonly completed: number; readonly normal: boolean }[];
}

export const IDLE: ExecutionState = {
  valueOfInformation: 0,
  crossCheck: false,
  gates: {},
  riskEstimates: {},
  reviewFailures: {},
  runs: {},
  steps: [],
  failures: [],
  outages: [],
  notes: [],
  history: [],
};

export const NEW_RUN: TaskRun = { exchange: [], blocks: [], steps: 0, draft: null, sentBack: null };
