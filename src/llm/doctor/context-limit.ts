/** True where the documents' sizes fit into the endpoint's context. */

import type { DoctorFinding } from "../../core/doctor-report.ts";
import { finding } from "./finding.ts";

/** 20,000 characters of history before compaction, memory, tools and a full reply. */
const ROOMY_TOKENS = 10_000;

/** Judges a told limit; an untold one is not tried out, since that would cost a long prompt. */
export function judgeContext(contextTokens: number | null): DoctorFinding {
  if (contextTokens === null)
    return finding("context", "unknown", "the endpoint does not tell its context limit");
  if (contextTokens >= ROOMY_TOKENS) return finding("context", "ok", `context limit ${contextTokens} tokens`);
  const text = `context limit ${contextTokens} tokens, below the ${ROOMY_TOKENS} that the documents' sizes need: lower settings.compaction and settings.memory in an experiment file`;
  return finding("context", "warning", text);
}
