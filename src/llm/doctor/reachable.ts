/** True where an endpoint answers at all, and what to change where it does not. */

import type { DoctorFinding } from "../../core/doctor-report.ts";
import type { FailureClass, ModelReply } from "../../core/model.ts";
import type { ModelSettings } from "../../core/model-settings.ts";
import { finding } from "./finding.ts";

/** Judges the first answer; `offered` are the model names that the endpoint lists. */
export function judgeReachable(
  reply: ModelReply,
  settings: ModelSettings,
  offered: readonly string[],
): DoctorFinding {
  if (reply.kind === "answer") {
    const time = reply.latencyMs === null ? "" : ` in ${Math.round(reply.latencyMs)} ms`;
    return finding("reachable", "ok", `the endpoint answers${time}`);
  }
  const { failure } = reply;
  const status = failure.status === null ? "" : ` (HTTP ${failure.status})`;
  const text = `no answer: ${failure.class}${status}: ${failure.message}`;
  return finding(
    "reachable",
    "problem",
    withOffer(text, failure.class, offered),
    optionsFor(failure.class, settings, offered),
  );
}

const NAMES_SHOWN = 5;

function withOffer(text: string, failureClass: FailureClass, offered: readonly string[]): string {
  if (failureClass !== "model-not-found" || offered.length === 0) return text;
  const more = offered.length > NAMES_SHOWN ? `, and ${offered.length - NAMES_SHOWN} more` : "";
  return `${text}; it offers ${offered.slice(0, NAMES_SHOWN).join(", ")}${more}`;
}

function optionsFor(
  failureClass: FailureClass,
  settings: ModelSettings,
  offered: readonly string[],
): string[] {
  switch (failureClass) {
    case "auth":
      return ["--api-key-env <NAME>"];
    case "model-not-found":
      return [`--model ${offered.length === 1 ? offered[0] : "<id>"}`];
    case "network":
      return ["--base-url <url>"];
    case "timeout":
      return [`--timeout-s ${Math.ceil((settings.timeoutMs * 3) / 1000)}`];
    case "rate-limit":
    case "server-error":
      return [`--retries ${Math.max(4, settings.maxRetries * 2)}`];
    default:
      return [];
  }
}
