/** Model calls of one trial grouped by purpose: a projection of the calls, with unknown kept unknown. */

import type { ModelCall } from "../core/model-call.ts";

type SummarisedCall = Pick<ModelCall, "purpose" | "feature" | "usage" | "costUsd" | "source">;

export interface PurposeSummary {
  readonly purpose: string;
  readonly feature: string | null;
  readonly calls: number;
  /** Replies taken from another arm of the block. */
  readonly shared: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
}

function plus(total: number | null, value: number | null | undefined): number | null {
  return total === null || value === null || value === undefined ? null : total + value;
}

/** Sums calls by purpose and feature in order of first call; one unknown value makes that sum unknown. */
export function purposeSummary(calls: readonly SummarisedCall[]): readonly PurposeSummary[] {
  const byPurpose = new Map<string, PurposeSummary>();
  for (const call of calls) {
    const key = JSON.stringify([call.purpose, call.feature]);
    const sum = byPurpose.get(key) ?? {
      purpose: call.purpose,
      feature: call.feature,
      calls: 0,
      shared: 0,
      inputTokens: 0,
      outputTokens: 0,
      costUsd: 0,
    };
    byPurpose.set(key, {
      ...sum,
      calls: sum.calls + 1,
      shared: sum.shared + (call.source === "shared" ? 1 : 0),
      inputTokens: plus(sum.inputTokens, call.usage?.inputTokens),
      outputTokens: plus(sum.outputTokens, call.usage?.outputTokens),
      costUsd: plus(sum.costUsd, call.costUsd),
    });
  }
  return [...byPurpose.values()];
}
