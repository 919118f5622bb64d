/** Compares two trials, of one experiment or of two: where they first part, side by side. */

import { EXIT } from "../../core/errors.ts";
import type { Score } from "../../core/score.ts";
import type { AlignedSteps } from "../../core/transcript-step.ts";
import { type GradedTrial, type TrialError, type TrialKey, trialId } from "../../core/trial.ts";
import type { TrialDifference } from "../../report/trial-difference.ts";
import { eventKindsOf } from "../environment/harness-registry.ts";
import type { LabResult } from "../environment/result.ts";
import { findRecording } from "./find-recording.ts";
import type { Recording } from "./recording.ts";

export interface DiffRequest {
  /** Trial ids, `scenario#seed@arm`, `latest`, or files of recordings. */
  readonly left: string;
  readonly right: string;
  readonly db: string;
  /** Equal steps shown before the first difference. */
  readonly before: number;
  /** Differing steps shown. */
  readonly after: number;
  readonly colour: boolean;
  readonly width: number;
}

/** Aligns the trials and prints them from a little before their first difference. */
export async function diff(request: DiffRequest): Promise<LabResult> {
  const one = await findRecording(request.left, request.db);
  const other = await findRecording(request.right, request.db);
  const [left, right] = [one.trial, other.trial];
  const { trialDifference } = await import("../../report/trial-difference.ts");
  const { renderSideBySide } = await import("../../report/side-by-side.ts");
  const difference = trialDifference(stepsOf(one), stepsOf(other));
  return {
    text: renderSideBySide(left, right, difference, request),
    json: diffJson(left, right, difference),
    exitCode: EXIT.pass,
  };
}

/** Events of a trial, with the kinds of event that its harness declares. */
function stepsOf({ experiment, trial: { outcome } }: Recording) {
  return { ...outcome, kinds: eventKindsOf(experiment, outcome.key.arm) };
}

/** A trial of the two, and how it ended. */
interface DiffSide {
  readonly trial: string;
  readonly key: TrialKey;
  /** Null when the conversation ran to its end. */
  readonly error: TrialError | null;
  readonly scores: readonly Score[];
}

/** Place where two trials part, as `diff --json` prints it. */
interface DiffDocument {
  readonly format: "harness-lab-diff/1";
  readonly left: DiffSide;
  readonly right: DiffSide;
  /** Steps that are equal before the first difference. */
  readonly equalSteps: number;
  /** The first step that is not the same; null when the trials are alike. */
  readonly first: AlignedSteps | null;
  readonly firstRequest: AlignedSteps | null;
  readonly firstReply: AlignedSteps | null;
  readonly firstEvent: AlignedSteps | null;
  /** Every step from the first difference on. */
  readonly after: readonly {
    readonly mark: AlignedSteps["mark"];
    readonly left: string | null;
    readonly right: string | null;
    readonly kind?: string | undefined;
  }[];
}

function diffJson(left: GradedTrial, right: GradedTrial, difference: TrialDifference): DiffDocument {
  return {
    format: "harness-lab-diff/1",
    left: sideJson(left),
    right: sideJson(right),
    equalSteps: difference.same,
    first: difference.first,
    firstRequest: difference.firstOf.request,
    firstReply: difference.firstOf.reply,
    firstEvent: difference.firstOf.event,
    after: difference.rows.slice(difference.same).map(markJson),
  };
}

function sideJson({ outcome, scores }: GradedTrial): DiffSide {
  return { trial: trialId(outcome.key), key: outcome.key, error: outcome.error, scores };
}

function markJson({ mark, left, right }: AlignedSteps) {
  return { mark, left: left?.text ?? null, right: right?.text ?? null, kind: (left ?? right)?.kind };
}
