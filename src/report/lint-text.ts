/** The findings of a lint as a table, with the counts below it. */

import { countText, decimals } from "../core/format.ts";
import { table } from "./text-table.ts";

/** Result of a lint. */
interface LintSummary {
  readonly scenarios: number;
  readonly labels: { readonly rows: number; readonly agreeing: number } | null;
  readonly findings: readonly {
    readonly severity: "error" | "warning";
    readonly scenario: string;
    /** Path as people read it. */
    readonly file: string;
    readonly rule: string;
    readonly message: string;
  }[];
}

/** Text of a lint. */
export function lintText({ scenarios, labels, findings }: LintSummary, width?: number): string {
  const rows = findings.map((finding) => [
    finding.severity,
    placeOf(finding),
    finding.rule,
    finding.message.replace(/\s+/g, " "),
  ]);
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const all = countText(scenarios, "scenario");
  return [
    ...(findings.length === 0
      ? [`${all}, no findings`]
      : [
          table(["severity", "scenario", "rule", "message"], rows, width),
          `${all}, ${countText(errors, "error")}, ${countText(findings.length - errors, "warning")}`,
        ]),
    ...(labels === null ? [] : [agreementText(labels)]),
  ].join("\n");
}

/** The file, with the id where the file's place does not say it. */
function placeOf({ scenario, file }: LintSummary["findings"][number]): string {
  return file.replace(/\.ya?ml$/i, "").endsWith(scenario) ? file : `${file} (${scenario})`;
}

function agreementText({ rows, agreeing }: NonNullable<LintSummary["labels"]>): string {
  return `the checks agree with ${agreeing} of ${rows} labels (${decimals((agreeing / rows) * 100, 1)} %)`;
}
