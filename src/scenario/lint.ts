/** Lints scenarios beyond their schema: would their checks and rules prove anything? */

import type { LoadedScenario } from "../core/scenario.ts";
import { lintChecks } from "./lint-checks.ts";
import { type JudgedExample, lintExamples } from "./lint-examples.ts";
import { findingOn, type LintFinding } from "./lint-finding.ts";
import { lintRules } from "./lint-rules.ts";
import { nearDuplicates } from "./near-duplicates.ts";

export interface LintTools {
  /** Gives the wrong replies that a scenario's outcome checks accept; grading lies outside this folder. */
  readonly passesOnWrongReply: (loaded: LoadedScenario) => Promise<readonly { readonly name: string }[]>;
  /** Has the outcome checks judge the scenario's examples. */
  readonly gradeExamples: (loaded: LoadedScenario) => Promise<readonly JudgedExample[]>;
  /** Says which payload examples the simulate rules treat wrongly; absent = they are not run. */
  readonly missedPayloads?: (loaded: LoadedScenario) => Promise<readonly string[]>;
}

/** Gives the findings in the order of the scenarios, near-duplicates last. */
export async function lintScenarios(
  loaded: readonly LoadedScenario[],
  { passesOnWrongReply, gradeExamples, missedPayloads }: LintTools,
  /** A missing example is an error in the project's own scenarios, a warning in other people's. */
  builtIn = false,
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
    findings.push(...lintExamples(one, await gradeExamples(one), builtIn));
    for (const missed of (await missedPayloads?.(one)) ?? [])
      findings.push(findingOn(one, "wrong-payload", "error", missed));
  }
  return [...findings, ...nearDuplicates(loaded)];
}
