/** The page of labels and qualifiers, from the table that reports take their words from. */

import { LABELS } from "../../src/core/label-table.ts";
import { QUALIFIER_WORDS } from "../../src/report/words.ts";
import { code, type Page, pageOf, tableOf, words } from "./page.ts";

/** Makes it. */
export function labelPage(): Page {
  const labels = Object.entries(LABELS).map(([label, { title, meaning }]) => [
    code(label),
    title,
    words(meaning),
  ]);
  return pageOf(
    "docs/labels.md",
    "Labels",
    'The label at the end of a verdict is chosen by a rule, never by taste. [Statistics without statistics](statistics.md) explains the evidence, [the statistical decisions](decisions.md#statistics-11) the order in which the rules are tried. A suggestive result of the weakest kind reads "leans to" and the arm. On a simulated model `demonstrated` reads "mechanism demonstrated": the mechanism does what its description says, which is not evidence that a real model benefits.',
    tableOf(["in data", "in words", "meaning"], labels),
    "## Qualifiers",
    "What to beware of, beside a label.",
    tableOf(
      ["qualifier", "meaning"],
      Object.entries(QUALIFIER_WORDS).map(([qualifier, meaning]) => [code(qualifier), words(meaning)]),
    ),
  );
}
