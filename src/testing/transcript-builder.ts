/** Builds the sides of a transcript pair out of user and reply lines, and one realistic pair. */

import type { Outcome } from "../core/pairs.ts";
import type { TranscriptPair, TranscriptSide } from "../core/report-document.ts";
import type { Score } from "../core/score.ts";

const score = (result: Score["result"], detail: string): Score => ({
  check: "outcome-1",
  role: "outcome",
  kind: "reply",
  result,
  detail,
  judged: false,
});

/** One side of a transcript pair out of user and reply lines. */
function sampleSide(
  arm: string,
  outcome: Outcome,
  lines: readonly (readonly [user: string, reply: string])[],
  more: { readonly own?: string; readonly detail?: string; readonly error?: string } = {},
): TranscriptSide {
  const purposes = ["classify-turn", "propose", ...(more.own ? [more.own] : [])];
  return {
    trial: `${arm === "baseline" ? "7e31" : "c04d"}a9b2`,
    arm,
    outcome,
    error: more.error ?? null,
    turns: lines.map(([user, reply], index) => ({
      session: 1,
      turn: index + 1,
      user,
      reply,
      status: "ok",
      staged: [],
    })),
    scores:
      outcome === "error" ? [] : [score(outcome === "pass" ? "pass" : "fail", more.detail ?? "as asked")],
    calls: lines.flatMap((_line, turn) =>
      purposes.map((purpose, position) => ({
        index: turn * purposes.length + position,
        purpose,
        feature: purpose === more.own ? "semantic-contradiction" : null,
        usage: { inputTokens: 480 + 60 * turn, cachedInputTokens: null, outputTokens: 41, estimated: false },
        costUsd: 0.00019,
        source: position === 0 && arm === "baseline" ? "shared" : "asked",
      })),
    ),
  };
}

/** A contradiction that OFF misses and ON points out. */
export const CONTRADICTION_TALK: TranscriptPair = {
  scenario: "contradiction/rate-limit-units",
  seed: "2",
  purpose: "A limit is restated in another unit with a different value; the reply has to point it out.",
  control: sampleSide(
    "AUDIT_SEMANTIC_CONTRADICTION=0",
    "fail",
    [
      [
        "Keep track of these facts for me. Our API rate limit is 6000 requests per minute.",
        "Noted: the rate limit is 6000 requests per minute.",
      ],
      [
        "One more, the throttle ceiling is 50 requests per second.",
        "Noted: the throttle ceiling is 50 requests per second.",
      ],
    ],
    { detail: 'last reply lacks "3000"' },
  ),
  treatment: sampleSide(
    "baseline",
    "pass",
    [
      [
        "Keep track of these facts for me. Our API rate limit is 6000 requests per minute.",
        "Noted: the rate limit is 6000 requests per minute.",
      ],
      [
        "One more, the throttle ceiling is 50 requests per second.",
        "You told me 6000 a minute earlier; 50 requests per second is 3000 a minute. Which one holds?",
      ],
    ],
    { own: "contradiction-check", detail: 'last reply states "6000" and "3000"' },
  ),
};
