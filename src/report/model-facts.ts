/** The models of an experiment side by side: one row a model, and whether a variant's effect differs between them. */

import { countText, points, pValue } from "../core/format.ts";
import { LABELS } from "../core/label-table.ts";
import type { ModelContrast } from "../core/model-contrast.ts";
import type { ReportDocument } from "../core/report-document.ts";

/** The contrasts of a document; none where one model answered everything. */
export function contrastsOf(document: ReportDocument): readonly ModelContrast[] {
  return document.origin === "experiment" ? (document.models ?? []) : [];
}

/** Model, pairs, better, worse, difference and label, as text. */
export function modelTable(contrast: ModelContrast): {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  return {
    head: ["model", "pairs", "better", "worse", "difference", "verdict"],
    rows: contrast.rows.map(({ model, n, better, worse, delta, label }) => [
      ...[model, String(n), String(better), String(worse)],
      delta === null ? "unknown" : `${points(delta)} points`,
      LABELS[label].title,
    ]),
  };
}

/** True where the effect differs between the models, in one sentence. */
export function contrastSentence({ variant, rows, adjustedP, p, differs }: ModelContrast): string {
  const left = rows.filter((row) => !row.counted).map(({ model }) => model);
  const without = left.length === 0 ? "" : ` Left out, without a valid comparison: ${left.join(", ")}.`;
  if (p === null || adjustedP === null || differs === null)
    return `${variant} on ${countText(rows.length, "model")}: whether its effect differs between them is not tested.${without}`;
  const adjusted = adjustedP === p ? "" : `, ${pValue(adjustedP)} adjusted for the variants`;
  const test = `exact p of one common effect ${pValue(p)}${adjusted}`;
  return differs
    ? `The effect of ${variant} differs between models (${test}), so no figure speaks for all of them.${without}`
    : `No difference of the effect of ${variant} between models is shown (${test}), which does not show that there is none.${without}`;
}
