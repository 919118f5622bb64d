/** Lints scenarios: schema, checks and rules against the wrong-reply bank and the examples, unreachable rules, near-duplicates. */

import { EXIT } from "../../core/errors.ts";
import { gradeEnds, gradeExamples } from "../../grade/examples.ts";
import { saysPhrase } from "../../grade/says-phrase.ts";
import { passesOnWrongReply } from "../../grade/wrong-replies.ts";
import { lintText } from "../../report/lint-text.ts";
import { lintScenarios } from "../../scenario/lint.ts";
import type { LintFinding } from "../../scenario/lint-finding.ts";
import { lintLabels } from "../../scenario/lint-labels.ts";
import { shownFile } from "../../scenario/problem.ts";
import { readEndLabels } from "../../scenario/read-end-labels.ts";
import { readScenarios } from "../../scenario/read-scenarios.ts";
import { HARNESSES } from "../environment/harness-registry.ts";
import { SCENARIO_ROOT } from "../environment/project.ts";
import type { LabResult } from "../environment/result.ts";
import { missedPayloads } from "./hold-payloads.ts";

/** Findings of the lint, as `scenarios lint --json` prints it. */
interface LintDocument {
  /** Count of scenarios read. */
  readonly scenarios: number;
  /** Agreement of the checks with labelled ends; null where there is no file of labels. */
  readonly labels: { readonly rows: number; readonly agreeing: number } | null;
  readonly findings: readonly LintFinding[];
}

/** Exit 1 when a finding is an error. */
export async function lint(root: string | undefined, width?: number): Promise<LabResult> {
  const folder = root ?? SCENARIO_ROOT;
  const loaded = await readScenarios(folder, HARNESSES);
  const agreement = await lintLabels(await readEndLabels(folder, loaded), loaded, gradeEnds);
  const findings = [
    ...(await lintScenarios(
      loaded,
      { passesOnWrongReply, saysPhrase, gradeExamples, missedPayloads },
      root === undefined,
    )),
    ...(agreement?.findings ?? []),
  ];
  const document = {
    scenarios: loaded.length,
    labels: agreement && { rows: agreement.rows, agreeing: agreement.agreeing },
    findings,
  } satisfies LintDocument;
  return {
    text: lintText(
      { ...document, findings: findings.map((one) => ({ ...one, file: shownFile(one.file) })) },
      width,
    ),
    json: document,
    exitCode: findings.some(({ severity }) => severity === "error") ? EXIT.failed : EXIT.pass,
  };
}
