/** True where equal seeds give equal replies: alone, once the prompt is cached, and beside other requests. */

import type { DoctorFinding } from "../../core/doctor-report.ts";
import type { ModelReply } from "../../core/model.ts";
import { finding } from "./finding.ts";

/** The replies that show what a seed does. */
export interface SeedReplies {
  /** The same request with the same seed, one after the other; its prompt was never seen before. */
  readonly alone: readonly ModelReply[];
  /** The same request with another seed. */
  readonly otherSeed: ModelReply;
  /** The first request again, several at once. */
  readonly beside: readonly ModelReply[];
}

const NO_SEED = ["--no-seed"];

/** Two findings: `seeds` and, where seeds hold at all, `seeds-beside`. */
export function judgeSeeds({ alone, otherSeed, beside }: SeedReplies): DoctorFinding[] {
  const broken = [...alone, otherSeed].find((reply) => reply.kind === "failed");
  if (broken?.kind === "failed") return [judgeBroken(broken.failure.class, broken.failure.message)];
  const [first = "", ...later] = alone.map(saidBy);
  const other = saidBy(otherSeed);
  const besides = beside.map(saidBy);
  if (first === "" && later.every((text) => text === "")) {
    return [finding("seeds", "unknown", "the replies are empty, so seeds cannot be judged")];
  }
  if (later.every((text) => text === first)) {
    if (other === first) {
      return [
        finding(
          "seeds",
          "unknown",
          "another seed gives the same reply too: the model hardly varies, so seeds cannot be judged",
        ),
      ];
    }
    const count = alone.length;
    const honoured = finding(
      "seeds",
      "ok",
      `seeds are honoured: ${count} equal requests, one after the other, gave one reply, another seed another`,
    );
    return [honoured, judgeBeside(first, beside, besides)];
  }
  if (new Set(later).size === 1 && besides.every((text) => text === later[0]))
    return [promptCacheFinding(alone)];
  const kinds = new Set([first, ...later]).size;
  return [
    finding(
      "seeds",
      "warning",
      `seeds are not honoured: ${alone.length} equal requests with one seed gave ${kinds} replies; sampling is not matched between arms beyond shared replies, so plan more seeds`,
      NO_SEED,
    ),
  ];
}

function judgeBroken(failureClass: string, message: string): DoctorFinding {
  if (failureClass === "bad-request" && /seed/i.test(message)) {
    return finding("seeds", "warning", `the endpoint refuses a seed: ${message}`, NO_SEED);
  }
  return finding("seeds", "unknown", `could not be judged, a request failed: ${failureClass}: ${message}`);
}

function promptCacheFinding(alone: readonly ModelReply[]): DoctorFinding {
  const cached = alone.map((reply) => reply.usage?.cachedInputTokens ?? null);
  const shown = cached.some((tokens) => tokens !== null)
    ? ` (cached prompt tokens: ${cached.map((n) => n ?? "?").join(", ")})`
    : "";
  return finding(
    "seeds",
    "warning",
    `seeds are not honoured across the prompt cache: the first reply differs from the later ones, which are equal${shown}; what a request gets depends on what was asked before it, so sampling is not matched. Turning off the server's prompt cache would match it, at the cost of speed`,
    NO_SEED,
  );
}

function judgeBeside(
  first: string,
  beside: readonly ModelReply[],
  besides: readonly string[],
): DoctorFinding {
  const failed = beside.filter((reply) => reply.kind === "failed").length;
  if (failed > 0) {
    return finding("seeds-beside", "warning", `${failed} of ${beside.length} requests at once failed`, [
      "-j 1",
    ]);
  }
  const different = besides.filter((text) => text !== first).length;
  if (different === 0) {
    return finding(
      "seeds-beside",
      "ok",
      `seeds are honoured beside other requests too: ${beside.length} at once gave the same reply`,
    );
  }
  return finding(
    "seeds-beside",
    "warning",
    `seeds are honoured alone, not beside other requests: ${different} of ${beside.length} at once gave another reply`,
    ["-j 1"],
  );
}

function saidBy(reply: ModelReply): string {
  return reply.kind === "answer" ? `${reply.reasoning ?? ""}${reply.text}` : "";
}
