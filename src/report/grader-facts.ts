/** Graders as terms and plain values: the grading that is shown, and the judge with its result on labels. */

import type { CheckedJudge } from "../core/checked-judge.ts";
import { count, countText } from "../core/format.ts";
import type { GradingFacts, JudgeFacts } from "../core/judge-report.ts";
import type { ExperimentReport } from "../core/report-document.ts";
import type { Fact } from "./basis-facts.ts";
import { shorten } from "./visible-text.ts";

/** Grading and judge of a report, in so far as it tells. */
export function graderFacts({
  grading,
  judge,
}: Pick<ExperimentReport, "grading" | "judge">): readonly Fact[] {
  return [
    ...(grading ? [["Grading shown", gradingText(grading)] as const] : []),
    ...(judge ? [["Judge", judgeText(judge)] as const] : []),
  ];
}

function gradingText({ shown, digests }: GradingFacts): readonly string[] {
  return [
    shown === "original"
      ? "the one each trial was stored with (report --grading latest shows the newest)"
      : "the newest one of each trial (report --grading original shows the one it was stored with)",
    ...digests.map(
      ({ scenario, checksDigest, trials }) =>
        `${scenario} by checks ${checksDigest.slice(0, 12)}, ${countText(trials, "trial")}`,
    ),
  ];
}

function judgeText({ model, baseUrl, judgesItself, rubrics }: JudgeFacts): readonly string[] {
  return [
    `${model}${baseUrl === null ? "" : ` at ${baseUrl}`}, blind to the arm, one wording for all`,
    ...(judgesItself ? ["it is the model under the harness, which may favour its own words"] : []),
    ...rubrics.map(({ rubric, checked }) => `rubric "${shorten(rubric, 80)}": ${checkedText(checked)}`),
  ];
}

function checkedText(checked: CheckedJudge | null): string {
  if (checked === null)
    return "never checked against labels (harness-lab judge-check), so its word is capped";
  const { both, judgeOnly, labelOnly, neither } = checked.counts;
  const items = countText(both + judgeOnly + labelOnly + neither, "label");
  const rates = `sensitivity ${percent(checked.sensitivity)}, specificity ${percent(checked.specificity)}`;
  return checked.qualified
    ? `may gate by ${items} of ${checked.labels.file} (${rates})`
    : `may not gate: ${checked.reasons.join("; ")} (${items}, ${rates})`;
}

function percent(share: number | null): string {
  return share === null ? "unknown" : `${count(Math.round(share * 100))} %`;
}
