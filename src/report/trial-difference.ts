/** Aligns two trials step by step and says where they first part. */

import type { EventKinds } from "../core/event-line.ts";
import type { AlignedSteps, TranscriptStep } from "../core/transcript-step.ts";
import type { TrialOutcome } from "../core/trial.ts";
import { transcriptSteps } from "./transcript-steps.ts";

export interface TrialDifference {
  /** Steps that are equal before the first difference. */
  readonly same: number;
  /** Every step of both trials in order. */
  readonly rows: readonly AlignedSteps[];
  /** The first row that is not the same; null when the trials are alike. */
  readonly first: AlignedSteps | null;
  /** The first request, reply and event that is not the same, each null when all of them are. */
  readonly firstOf: Readonly<Record<TranscriptStep["kind"], AlignedSteps | null>>;
}

/** A trial with the kinds of event that its harness declares. */
type Trial = Pick<TrialOutcome, "events" | "calls"> & { readonly kinds: EventKinds };

/** Steps beyond the first difference that are aligned in full; what comes later stands in order of happening. */
const ALIGNED_AFTER = 600;

/** Compares two trials, of one experiment or of two. */
export function trialDifference(left: Trial, right: Trial): TrialDifference {
  const a = transcriptSteps(left, left.kinds);
  const b = transcriptSteps(right, right.kinds);
  let same = 0;
  while (same < a.length && same < b.length && isSame(a[same], b[same])) same += 1;
  const rows = [
    ...a.slice(0, same).map((step, i) => row(step, b[i] ?? null)),
    ...align(a.slice(same), b.slice(same)),
  ];
  const firstWhere = (fits: (row: AlignedSteps) => boolean) =>
    rows.find((one) => one.mark !== "same" && fits(one)) ?? null;
  const firstOf = (kind: TranscriptStep["kind"]) =>
    firstWhere(({ left: one, right: other }) => (one ?? other)?.kind === kind);
  return {
    same,
    rows,
    first: firstWhere(() => true),
    firstOf: { request: firstOf("request"), reply: firstOf("reply"), event: firstOf("event") },
  };
}

function isSame(a: TranscriptStep | undefined, b: TranscriptStep | undefined): boolean {
  return a !== undefined && b !== undefined && a.sort === b.sort && a.key === b.key;
}

function row(left: TranscriptStep | null, right: TranscriptStep | null): AlignedSteps {
  if (left === null) return { mark: "right-only", left, right };
  if (right === null) return { mark: "left-only", left, right };
  return { mark: isSame(left, right) ? "same" : "differs", left, right };
}

/** Longest common subsequence of steps of one sort, equal steps preferred. */
function align(a: readonly TranscriptStep[], b: readonly TranscriptStep[]): AlignedSteps[] {
  const height = Math.min(a.length, ALIGNED_AFTER);
  const width = Math.min(b.length, ALIGNED_AFTER);
  const best = new Uint16Array((height + 1) * (width + 1));
  const at = (i: number, j: number): number => best[i * (width + 1) + j] ?? 0;
  const worth = (i: number, j: number): number => {
    if (a[i]?.sort !== b[j]?.sort) return 0;
    return isSame(a[i], b[j]) ? 2 : 1;
  };
  for (let i = height - 1; i >= 0; i -= 1)
    for (let j = width - 1; j >= 0; j -= 1) {
      const pair = worth(i, j);
      const both = pair > 0 ? at(i + 1, j + 1) + pair : 0;
      best[i * (width + 1) + j] = Math.max(both, at(i + 1, j), at(i, j + 1));
    }
  const rows: AlignedSteps[] = [];
  let i = 0;
  let j = 0;
  while (i < height && j < width) {
    const pair = worth(i, j);
    if (pair > 0 && at(i, j) === at(i + 1, j + 1) + pair) rows.push(row(a[i++] ?? null, b[j++] ?? null));
    else if (at(i + 1, j) >= at(i, j + 1)) rows.push(row(a[i++] ?? null, null));
    else rows.push(row(null, b[j++] ?? null));
  }
  return [
    ...rows,
    ...a.slice(i).map((step) => row(step, null)),
    ...b.slice(j).map((step) => row(null, step)),
  ];
}
