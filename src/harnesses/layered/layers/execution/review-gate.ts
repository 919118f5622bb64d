/** The five-dimension review of a proposed action, all checked in one pass. */

import type { Denial } from "../control-state/denial.ts";
import type { Hypothesis } from "../hypothesis/hypotheses.ts";
import type { Task } from "../planning/task-graph.ts";
import type { Belief } from "../world-model/world-model.ts";

export const REVIEW_DIMENSIONS = [
  "task_alignment",
  "world_model_consistency",
  "output_contract_precheck",
  "code_quality",
  "hypothesis_compatibility",
] as const;
export type ReviewDimension = (typeof REVIEW_DIMENSIONS)[number];

/** Compares two texts by words that negate one another; absent while the lexical checks are off. */
type Negates = (a: string, b: string) => boolean;

export interface ReviewInput {
  readonly task: Task;
  readonly beliefs: readonly Belief[];
  readonly hypotheses: readonly Hypothesis[];
  /** Fields that a structured output must carry; empty in a chat turn. */
  readonly contract: readonly string[];
  /** Complaints of a linter about the proposed change; null where no linter exists. */
  readonly lint: readonly string[] | null;
  readonly negates: Negates | null;
}

const FIRMLY_HELD = 0.8;

/** The dimensions that the proposed action fails. */
export function reviewAction(input: ReviewInput): readonly ReviewDimension[] {
  return REVIEW_DIMENSIONS.filter((dimension) => FAILS[dimension](input));
}

const FAILS: Readonly<Record<ReviewDimension, (input: ReviewInput) => boolean>> = {
  task_alignment: ({ task }) => task.description.trim() === "",
  world_model_consistency: ({ task, beliefs, negates }) =>
    negates !== null &&
    beliefs.some(({ confidence, text }) => confidence >= FIRMLY_HELD && negates(task.description, text)),
  output_contract_precheck: ({ task, contract, negates }) =>
    negates !== null && contract.some((field) => negates(task.description, field)),
  code_quality: ({ lint }) => lint !== null && lint.length > 0,
  hypothesis_compatibility: ({ task, hypotheses, negates }) =>
    negates !== null &&
    hypotheses.some(
      ({ state, predictedObservations }) =>
        state === "active" && predictedObservations.some((seen) => negates(task.description, seen)),
    ),
};

const OBJECTION: Readonly<Record<ReviewDimension, string>> = {
  task_alignment: "it is not clear what is to be done",
  world_model_consistency: "it goes against what was said before",
  output_contract_precheck: "it goes against the form that the answer has to have",
  code_quality: "the linter objects to it",
  hypothesis_compatibility: "it goes against what I expect to see",
};

/** The reason for which an action that failed its review twice is given up, in the user's terms. */
export function reviewDenial(failed: readonly ReviewDimension[]): Denial {
  const objections = failed.map((dimension) => OBJECTION[dimension]);
  return {
    cause: `what I was about to do did not stand my own review: ${objections.join("; ")}`,
    lift: "Say in other words what you want done.",
  };
}
