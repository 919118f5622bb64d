/** A table for a paper with a row for each flag or variant and a column for each model: difference, pairs and label in each cell. */

import { count, pValue } from "../core/format.ts";
import type { ReportDocument, ReportSection } from "../core/report-document.ts";
import { differenceText, hasInference, splitText } from "./headline.ts";
import { contrastsOf } from "./model-facts.ts";
import { sourceName, texText } from "./paper-table.ts";
import { oneLine } from "./visible-text.ts";
import { labelText, modelName, sectionName } from "./words.ts";

/** One comparison with the variant that it is a row of and the model that it is a column of. */
interface Placed {
  readonly variant: string;
  /** The flag it compares; null where it differs in something else, and is named by its variant. */
  readonly flag: string | null;
  readonly model: string;
  readonly section: ReportSection;
}

/** Cell of a variant that was not run on a model. */
const NOT_RUN = "--";

/**
 * Renders the table as a float with caption and label; it needs booktabs. A simulated run has no difference, p or interval, so its cells hold pairs and
 * label alone. Where effects were tested for a difference between models, the last column has the adjusted p.
 */
export function renderFlagsByModels(document: ReportDocument): string {
  const placed = document.sections.map((section) => placeOf(document, section));
  const models = unique(placed.map(({ model }) => model));
  const inferred = hasInference(document.sections);
  const tested = contrastsOf(document).some(({ p }) => p !== null);
  const line = (cells: readonly string[]) => `${cells.join(" & ")} \\\\`;
  return `${[
    `% ${document.origin === "rows" ? "Rows" : "Experiment"} ${oneLine(sourceName(document))}, ${document.basis} ${models.length === 1 ? "model" : "models"}, commit ${oneLine(document.provenance.commit ?? "unknown")}.`,
    `% Each cell: ${inferred ? "points with 95 % CI; " : ""}pairs better/worse of n, pairs lost where any are; label.`,
    "\\begin{table}",
    "\\centering",
    `\\caption{${captionOf(document, models.length, inferred)}}`,
    "\\label{tab:flags-by-models}",
    `\\begin{tabular}{l${"l".repeat(models.length)}${tested ? "r" : ""}}`,
    "\\toprule",
    line(["Flag", ...models.map(texText), ...(tested ? ["adj. $p$, models"] : [])]),
    "\\midrule",
    ...unique(placed.map(({ variant }) => variant)).flatMap((variant) => {
      const own = models.map((model) => placed.find((one) => one.variant === variant && one.model === model));
      const lines = own.map((one) => (one === undefined ? [] : cellLines(one.section, inferred)));
      const height = Math.max(...lines.map(({ length }) => length));
      return Array.from({ length: height }, (_, place) =>
        line([
          place === 0 ? `\\texttt{${texText(headOf(placed, variant))}}` : "",
          ...lines.map((cell) => cell[place] ?? (place === 0 ? NOT_RUN : "")),
          ...(tested ? [place === 0 ? contrastCell(document, variant) : ""] : []),
        ]),
      );
    }),
    "\\bottomrule",
    "\\end{tabular}",
    "\\end{table}",
  ].join("\n")}\n`;
}

/** The row's name: its flag, with the variant where several rows compare the same flag, else the variant. */
function headOf(placed: readonly Placed[], variant: string): string {
  const flag = placed.find((one) => one.variant === variant)?.flag ?? null;
  if (flag === null) return variant;
  const rows = new Set(placed.filter((one) => one.flag === flag).map((one) => one.variant));
  return rows.size === 1 ? flag : `${flag} (${variant})`;
}

/** Everything a reader needs beside the cells: contents, denominators, basis and source. */
function captionOf(document: ReportDocument, models: number, inferred: boolean): string {
  const contents = inferred ? "difference in percentage points with its 95 % confidence interval, " : "";
  const basis = document.basis === "simulated" ? " A simulated model answered: no rates and no tests." : "";
  return texText(
    `Flags by ${models === 1 ? "model" : "models"}. Each cell: ${contents}pairs better/worse of all valid pairs, lost pairs where there are any, and the label.${basis} ${document.origin === "rows" ? "Rows" : "Experiment"} ${oneLine(sourceName(document))}.`,
  );
}

function placeOf(document: ReportDocument, section: ReportSection): Placed {
  const spec =
    document.origin === "experiment"
      ? document.experiment.comparisons.find(({ id }) => id === section.comparison.plan.id)
      : undefined;
  return {
    flag: spec === undefined ? (section.comparison.plan.flag ?? null) : spec.flag,
    variant: spec?.onModel?.variant ?? sectionName(section),
    model: spec?.onModel?.model ?? modelName(document) ?? "model unknown",
    section,
  };
}

/** The lines of a cell: the difference where there is one, the pairs, the label. */
function cellLines({ comparison }: ReportSection, inferred: boolean): readonly string[] {
  const { counts, denominators } = comparison;
  const lost = denominators.units - denominators.pairs;
  const pairs = `${splitText(comparison)} of ${count(counts.n)}${lost === 0 ? "" : `, ${count(lost)} lost`}`;
  return [
    ...(inferred ? [texText(differenceText(comparison))] : []),
    texText(pairs),
    texText(labelText(comparison)),
  ];
}

function contrastCell(document: ReportDocument, variant: string): string {
  const found = contrastsOf(document).find((one) => one.variant === variant);
  return found === undefined || found.adjustedP === null ? NOT_RUN : texText(pValue(found.adjustedP));
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
