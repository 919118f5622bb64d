/** Lints how far a scenario folder's checks agree with the people who have read replies (ARCHITECTURE 4.2). */

import type { EndExample, LoadedScenario } from "../core/scenario.ts";
import { findingOn, type LintFinding } from "./lint-finding.ts";
import { shownFile } from "./problem.ts";
import type { EndLabel } from "./read-end-labels.ts";

/** Share of the labels that the checks have to agree with. */
export const LEAST_AGREEMENT = 0.98;

/** An end as the outcome checks judged it. */
export interface JudgedEnd {
  /** Null where none of the checks can be held to it. */
  readonly accepted: boolean | null;
  /** Sentence of the first failing check. */
  readonly detail: string | null;
}

export interface LabelAgreement {
  readonly rows: number;
  readonly agreeing: number;
  /** One for each row that the checks judge otherwise: errors where too many do, else warnings. */
  readonly findings: readonly LintFinding[];
}

/** Has the checks judge every labelled end; null where there is no label. */
export async function lintLabels(
  labels: readonly EndLabel[],
  loaded: readonly LoadedScenario[],
  gradeEnds: (loaded: LoadedScenario, ends: readonly EndExample[]) => Promise<readonly JudgedEnd[]>,
): Promise<LabelAgreement | null> {
  if (labels.length === 0) return null;
  const disagreeing: {
    readonly one: LoadedScenario;
    readonly label: EndLabel;
    readonly judged: JudgedEnd;
  }[] = [];
  for (const one of loaded) {
    const own = labels.filter(({ scenario }) => scenario === one.scenario.id);
    const judged = await gradeEnds(
      one,
      own.map(({ end }) => end),
    );
    for (const [index, label] of own.entries()) {
      const verdict = judged[index];
      if (verdict !== undefined && verdict.accepted !== (label.label === "pass"))
        disagreeing.push({ one, label, judged: verdict });
    }
  }
  const agreeing = labels.length - disagreeing.length;
  const severity = agreeing / labels.length < LEAST_AGREEMENT ? "error" : "warning";
  const findings = disagreeing.map(({ one, label, judged }) =>
    findingOn({ ...one, file: label.file }, "label-disagrees", severity, sentenceOf(label, judged)),
  );
  return { rows: labels.length, agreeing, findings };
}

function sentenceOf({ file, line, label, why }: EndLabel, { accepted, detail }: JudgedEnd): string {
  const place = `${shownFile(file)}:${line}`;
  const verdict =
    accepted === null
      ? "no outcome check looks at anything that this end says"
      : accepted
        ? "every outcome check accepts it"
        : `the checks refuse it: ${detail}`;
  return `${place} is labelled ${label} (${why}), but ${verdict}; correct the check, or the label`;
}
