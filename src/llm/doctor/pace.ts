/** True where wider runs are faster here, and whether the time-out leaves room for the longest call. */

import type { DoctorFinding } from "../../core/doctor-report.ts";
import type { ModelReply } from "../../core/model.ts";
import { estimateReplyTokens } from "../simulated/token-estimate.ts";
import { finding } from "./finding.ts";

/** Below this a call is too short for its time to say anything. */
const MEASURABLE_MS = 20;
/** Requests that queue end one after the other: the last of four then takes four times as long as the first. */
const QUEUES_FROM = 2.5;
/** Steps of a queue that had to wait for somebody else first still are about one call's time each. */
const STEP_SHARE = 0.4;

/**
 * Judges the times of equal requests made at once: side by side they are alike, in a queue they are a staircase.
 * `alone` are the times of the same request on its own, its prompt known to the server.
 */
export function judgeWidth(alone: readonly ModelReply[], beside: readonly ModelReply[]): DoctorFinding {
  const times = latencies(beside);
  const single = Math.min(...latencies(alone));
  if (times.length < beside.length || !Number.isFinite(single)) {
    return finding("width", "unknown", "a call failed, so width cannot be judged");
  }
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const step = (last - first) / Math.max(1, times.length - 1);
  const figures = `of ${times.length} requests at once the first took ${round(first)} ms, the last ${round(last)} ms, one alone ${round(single)} ms`;
  if (first < MEASURABLE_MS) return finding("width", "ok", `${figures}: too short to matter`);
  if (last < first * QUEUES_FROM && step < single * STEP_SHARE) {
    return finding("width", "ok", `${figures}: they run side by side`);
  }
  return finding(
    "width",
    "warning",
    `${figures}: they queue, so a wider run gains nothing and waits longer`,
    ["-j 1"],
  );
}

/** The longest call a harness makes with the documents' sizes: 20,000 characters before compaction, a full reply. */
const LONGEST_PROMPT_TOKENS = 6_000;
const LONGEST_REPLY_TOKENS = 1_024;

/** Estimates the longest call from the speed of reading a prompt and of writing a reply. */
export function judgeSpeed(
  reading: ModelReply,
  writing: ModelReply | undefined,
  timeoutMs: number,
): DoctorFinding {
  if (reading.kind === "failed" || writing?.kind !== "answer") {
    return finding("speed", "unknown", "a call failed, so speed cannot be judged");
  }
  const read = ratePerSecond(reading.usage.inputTokens, reading.latencyMs);
  const write = ratePerSecond(
    writing.usage.outputTokens ?? estimateReplyTokens(writing.text, writing.toolCalls),
    writing.latencyMs,
  );
  if (read === null || write === null)
    return finding("speed", "unknown", "the endpoint tells no tokens, so speed cannot be judged");
  const longestS = LONGEST_PROMPT_TOKENS / read + LONGEST_REPLY_TOKENS / write;
  const figures = `reads about ${round(read)} and writes about ${round(write)} tokens a second; the longest call of a layered turn would take about ${round(longestS)} s`;
  const timeoutS = timeoutMs / 1000;
  if (longestS * 1.5 <= timeoutS)
    return finding("speed", "ok", `${figures}, within the time-out of ${timeoutS} s`);
  const roomy = Math.ceil((longestS * 2) / 60) * 60;
  return finding("speed", "warning", `${figures}, too near the time-out of ${timeoutS} s`, [
    `--timeout-s ${roomy}`,
  ]);
}

function ratePerSecond(tokens: number | null, latencyMs: number | null): number | null {
  return tokens === null || latencyMs === null ? null : (tokens * 1000) / Math.max(1, latencyMs);
}

function latencies(replies: readonly ModelReply[]): number[] {
  return replies.flatMap((reply) =>
    reply.kind === "answer" && reply.latencyMs !== null ? [reply.latencyMs] : [],
  );
}

/** Whole numbers, with one digit after the point below ten. */
function round(value: number): number {
  return value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
}
