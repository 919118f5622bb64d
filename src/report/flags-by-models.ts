/** A table for a paper with a row for each variant and a column for each model: difference, pairs and label in each cell. */

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
  readonly model: string;
  readonly section: ReportSection;
}

/** What stands where a variant was not run on a model. */
const NOT_RUN = "--";

/**
 * Renders the table; it needs booktabs. A simulated run has no difference, p or interval, so its cells hold pairs and
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
          place === 0 ? `\\texttt{${texText(variant)}}` : "",
          ...lines.map((cell) => cell[place] ?? (place === 0 ? NOT_RUN : "")),
          ...(tested ? [place === 0 ? contrastCell(document, variant) : ""] : []),
        ]),
      );
    }),
    "\\bottomrule",
    "\\end{tabular}",
  ].join("\n")}\n`;
}

function placeOf(document: ReportDocument, section: ReportSection): Placed {
  const spec =
    document.origin === "experiment"
      ? document.experiment.comparisons.find(({ id }) => id === section.comparison.plan.id)
      : undefined;
  return {
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
