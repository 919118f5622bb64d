/** Lints scenarios beyond their schema: would their checks and rules prove anything? */

import type { LoadedScenario } from "../core/scenario.ts";
import { lintChecks } from "./lint-checks.ts";
import { findingOn, type LintFinding } from "./lint-finding.ts";
import { lintRules } from "./lint-rules.ts";
import { nearDuplicates } from "./near-duplicates.ts";

export interface LintTools {
  /** Gives the wrong replies that a scenario's outcome checks accept; grading lies outside this folder. */
  readonly passesOnWrongReply: (loaded: LoadedScenario) => Promise<readonly { readonly name: string }[]>;
}

/** Gives the findings in the order of the scenarios, near-duplicates last. */
export async function lintScenarios(
  loaded: readonly LoadedScenario[],
  { passesOnWrongReply }: LintTools,
): Promise<readonly LintFinding[]> {
  const findings: LintFinding[] = [];
  for (const one of loaded) {
    findings.push(...lintChecks(one), ...lintRules(one));
    const passed = await passesOnWrongReply(one);
    if (passed.length > 0)
      findings.push(
        findingOn(
          one,
          "passes-on-wrong-reply",
          "error",
          `the outcome checks accept wrong replies: ${passed.map(({ name }) => name).join(", ")}`,
        ),
      );
  }
  return [...findings, ...nearDuplicates(loaded)];
}
