/** A finding of the linter about one scenario. */

import type { LoadedScenario } from "../core/scenario.ts";

/** Kinds of finding; scenarios/README.md explains each. */
export const LINT_RULES = [
  "no-failing-check",
  "idle-check",
  "mood-word",
  "passes-on-wrong-reply",
  "no-signature",
  "no-mechanism",
  "unreachable-rule",
  "unbound-capture",
  "near-duplicate",
  "wrong-example",
  "missing-example",
  "unproven-check",
  "unseen-signature",
  "wrong-payload",
  "label-disagrees",
  "empty-match",
  "cannot-pass",
  "repeated-entry",
  "contradictory-example",
  "outcome-is-mechanism",
  "wording-only",
  "passphrase",
] as const;
export type LintRule = (typeof LINT_RULES)[number];

export interface LintFinding {
  /** Id of the scenario. */
  readonly scenario: string;
  readonly file: string;
  readonly rule: LintRule;
  readonly message: string;
  /** An error makes the scenario unfit to decide anything; a warning wants a look. */
  readonly severity: "error" | "warning";
}

/** Makes a finding about a scenario. */
export function findingOn(
  { scenario, file }: LoadedScenario,
  rule: LintRule,
  severity: LintFinding["severity"],
  message: string,
): LintFinding {
  return { scenario: scenario.id, file, rule, severity, message };
}
