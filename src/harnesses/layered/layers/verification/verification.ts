/** Layer 9's slice: results of the nine checks; one that cannot run is SKIPPED and never a pass (A-088). */

export const CHECKS = [
  "syntax",
  "unit",
  "integration",
  "consistency",
  "requirements",
  "assumptions",
  "goal_correctness",
  "evidence_sufficiency",
  "output_contract_partial",
] as const;
export type CheckName = (typeof CHECKS)[number];

export interface CheckResult {
  readonly check: CheckName;
  readonly outcome: "PASS" | "FAIL" | "SKIPPED";
  readonly reason: string;
}

export interface Verification {
  /** The latest results by task id. */
  readonly byTask: Readonly<Record<string, readonly CheckResult[]>>;
}

export const UNVERIFIED: Verification = { byTask: {} };

/** Any FAIL is critical (REFERENCE 1.7); results that are missing altogether are none. */
export function criticalFailures(results: readonly CheckResult[]): readonly CheckResult[] {
  return results.filter(({ outcome }) => outcome === "FAIL");
}
