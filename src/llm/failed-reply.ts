/** Builds failed replies, so that every implementation names and prices the same failure alike. */

import type { FailureClass, ModelFailed, Usage } from "../core/model.ts";

/** Nothing was read or written: known, not guessed. */
export const NO_USAGE: Usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, estimated: false };

/**
 * A failed reply. What it used is a known 0 where the server turned the request away (4xx, except a time-out), and
 * unknown elsewhere, since a call that broke half-way may have been billed.
 */
export function failedReply(
  failure: { readonly class: FailureClass; readonly status?: number | null; readonly message: string },
  rest: Partial<Pick<ModelFailed, "usage" | "latencyMs" | "source">> = {},
): ModelFailed {
  const status = failure.status ?? null;
  return {
    kind: "failed",
    failure: { class: failure.class, status, message: failure.message },
    usage: rest.usage === undefined ? usageWhenRefused(failure.class, status) : rest.usage,
    latencyMs: rest.latencyMs ?? null,
    source: rest.source ?? "asked",
  };
}

function usageWhenRefused(failureClass: FailureClass, status: number | null): Usage | null {
  if (failureClass === "no-rule" || failureClass === "not-recorded") return NO_USAGE;
  const refused: readonly FailureClass[] = [
    "auth",
    "quota",
    "model-not-found",
    "prompt-filtered",
    "rate-limit",
    "bad-request",
    "context-length",
  ];
  return status !== null && status < 500 && refused.includes(failureClass) ? NO_USAGE : null;
}
