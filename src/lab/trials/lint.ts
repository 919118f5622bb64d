/** Lints scenarios: schema, checks and rules against the wrong-reply bank and the examples, unreachable rules, near-duplicates. */

import { EXIT } from "../../core/errors.ts";
import { gradeExamples } from "../../grade/examples.ts";
import { passesOnWrongReply } from "../../grade/wrong-replies.ts";
import { table } from "../../report/text-table.ts";
import { lintScenarios } from "../../scenario/lint.ts";
import { readScenarios } from "../../scenario/read-scenarios.ts";
import { HARNESSES } from "../environment/harness-registry.ts";
import { SCENARIO_ROOT } from "../environment/project.ts";
import type { LabResult } from "../environment/result.ts";
import { missedPayloads } from "./hold-payloads.ts";

/** Exit 1 when a finding is an error. */
export async function lint(root: string | undefined, width?: number): Promise<LabResult> {
  const loaded = await readScenarios(root ?? SCENARIO_ROOT, HARNESSES);
  const findings = await lintScenarios(
    loaded,
    { passesOnWrongReply, gradeExamples, missedPayloads },
    root === undefined,
  );
  const rows = findings.map((finding) => [finding.severity, finding.scenario, finding.rule, finding.message]);
  const errors = findings.filter((finding) => finding.severity === "error").length;
  return {
    text:
      findings.length === 0
        ? `${loaded.length} scenarios, no findings`
        : `${table(["severity", "scenario", "rule", "message"], rows, width)}\n${loaded.length} scenarios, ${errors} errors, ${findings.length - errors} warnings`,
    json: { scenarios: loaded.length, findings },
    exitCode: errors > 0 ? EXIT.failed : EXIT.pass,
  };
}
