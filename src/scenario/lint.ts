/** Lints scenarios beyond their schema: would their checks and rules prove anything? */

import type { LoadedScenario } from "../core/scenario.ts";
import type { Says } from "./check-phrases.ts";
import { lintChecks } from "./lint-checks.ts";
import { lintConflicts } from "./lint-conflicts.ts";
import { type JudgedExample, lintExamples } from "./lint-examples.ts";
import { findingOn, type LintFinding } from "./lint-finding.ts";
import { lintPassphrase } from "./lint-passphrase.ts";
import { lintPhrases } from "./lint-phrases.ts";
import { lintRepeats } from "./lint-repeats.ts";
import { lintRules } from "./lint-rules.ts";
import { lintWording } from "./lint-wording.ts";
import { nearDuplicates } from "./near-duplicates.ts";

/** A wrong end that the outcome checks accept. */
interface WrongEnd {
  readonly name: string;
  /** Wrong whatever was asked; the others hold all there is, so that the right thing is among it. */
  readonly always: boolean;
}

export interface LintTools {
  /** The wrong ends that a scenario's outcome checks accept; grading lies outside this folder. */
  readonly passesOnWrongReply: (loaded: LoadedScenario) => Promise<readonly WrongEnd[]>;
  /** True where a text says a phrase of a check. */
  readonly saysPhrase: Says;
  /** Has the outcome checks judge the scenario's examples. */
  readonly gradeExamples: (loaded: LoadedScenario) => Promise<readonly JudgedExample[]>;
  /** Payload examples that the simulate rules treat wrongly; absent = they are not run. */
  readonly missedPayloads?: (loaded: LoadedScenario) => Promise<readonly string[]>;
}

/** The findings in the order of the scenarios, near-duplicates last. */
export async function lintScenarios(
  loaded: readonly LoadedScenario[],
  { passesOnWrongReply, saysPhrase, gradeExamples, missedPayloads }: LintTools,
  /** A missing example is an error in the project's own scenarios, a warning in other people's. */
  builtIn = false,
): Promise<readonly LintFinding[]> {
  const findings: LintFinding[] = [];
  for (const one of loaded) {
    findings.push(
      ...lintChecks(one, saysPhrase),
      ...lintPhrases(one, saysPhrase),
      ...lintConflicts(one, saysPhrase),
      ...lintRepeats(one),
      ...lintWording(one),
      ...lintPassphrase(one),
      ...lintRules(one),
    );
    findings.push(...wrongEnds(one, await passesOnWrongReply(one), builtIn));
    findings.push(...lintExamples(one, await gradeExamples(one), builtIn));
    for (const missed of (await missedPayloads?.(one)) ?? [])
      findings.push(findingOn(one, "wrong-payload", "error", missed));
  }
  return [...findings, ...nearDuplicates(loaded)];
}

function wrongEnds(
  loaded: LoadedScenario,
  passed: readonly WrongEnd[],
  builtIn: boolean,
): readonly LintFinding[] {
  const named = (always: boolean) =>
    passed
      .filter((end) => end.always === always)
      .map(({ name }) => name)
      .join(", ");
  const [plainly, holdingAll] = [named(true), named(false)];
  return [
    ...(plainly === ""
      ? []
      : [
          findingOn(
            loaded,
            "passes-on-wrong-reply",
            "error",
            `the outcome checks accept wrong replies: ${plainly}`,
          ),
        ]),
    ...(holdingAll === ""
      ? []
      : [
          findingOn(
            loaded,
            "passes-on-wrong-reply",
            builtIn ? "error" : "warning",
            `the outcome checks accept ends that hold all there is, or deny it: ${holdingAll}; ask for a line of a fixed form or an artefact, and name in omits what must not stand beside it`,
          ),
        ]),
  ];
}
