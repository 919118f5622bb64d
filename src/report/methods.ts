/** The methods of an experiment as a paragraph for a paper: design, test, adjustment and denominators, as they were. */

import type { Comparison } from "../core/comparison.ts";
import { endpointOf } from "../core/endpoint-address.ts";
import { FIXED_RULE } from "../core/experiment.ts";
import { count, countText, UNKNOWN } from "../core/format.ts";
import type { ByArm } from "../core/pairs.ts";
import type { ReportDocument, ReportSection } from "../core/report-document.ts";
import { designSentence } from "./design-facts.ts";
import { texText } from "./paper-table.ts";
import { oneLine } from "./visible-text.ts";
import { modelName, sectionName } from "./words.ts";

/** Sentences by paragraph; plain text that `renderMethods` sets in TeX. */
export function methodsOf(document: ReportDocument): readonly (readonly [string, readonly string[]])[] {
  const comparisons = document.sections.map(({ comparison }) => comparison);
  return [
    ["Design", designSentences(document, comparisons)],
    ["Test", testSentences(comparisons)],
    ["Adjustment", adjustmentSentences(comparisons)],
    ["Denominators", document.sections.map(denominatorSentence)],
  ];
}

/** TeX without packages; a comment names the source of every number. */
export function renderMethods(document: ReportDocument): string {
  const source = document.origin === "rows" ? document.rows.file : document.experiment.id;
  return `${[
    `% ${document.origin === "rows" ? "Rows" : "Experiment"} ${oneLine(source)}, methods by harness-lab ${oneLine(document.provenance.labVersion)}, commit ${oneLine(document.provenance.commit ?? "unknown")}.`,
    ...methodsOf(document).map(
      ([title, sentences]) => `\\paragraph{${title}.} ${sentences.map(texText).join("\n")}`,
    ),
  ].join("\n\n")}\n`;
}

function designSentences(document: ReportDocument, comparisons: readonly Comparison[]): readonly string[] {
  if (document.origin === "rows")
    return [
      `Outcomes recorded elsewhere were compared: ${countText(document.rows.rows, "row")}, ${countText(document.rows.scenarios, "scenario")}, ${countText(document.rows.seeds, "seed")}.`,
      comparisons.some(({ plan }) => plan.pairing === "none")
        ? "Nothing tied the arms together, so outcomes were stratified by scenario and not paired."
        : "Outcomes of the two arms were paired by scenario and seed.",
    ];
  const { experiment, provenance } = document;
  const { model } = experiment;
  const endpoint = endpointOf(model.baseUrl);
  const rule = experiment.rule ?? FIXED_RULE;
  const scenarios = new Set(comparisons.flatMap(({ units }) => units.map(({ scenario }) => scenario)));
  return [
    document.design === undefined
      ? `Each of ${countText(comparisons.length, "comparison")} ran two arms on the same ${countText(scenarios.size, "stress scenario")} and ${countText(experiment.seeds.length, "seed")}.`
      : designSentence(document.design),
    document.basis === "simulated"
      ? "The model was simulated by rules of the scenarios, so the results are about mechanisms and not about benefit."
      : `The model was ${modelName(document) ?? UNKNOWN}${endpoint === null ? "" : ` at ${endpoint}`}, temperature ${model.temperature ?? "left to the endpoint"}.`,
    experiment.independent
      ? "Each arm drew replies of its own."
      : "Equal requests of the two arms shared one reply.",
    rule.design === "fixed"
      ? "The number of pairs was fixed before the run."
      : `Comparisons were looked at after every round and stopped by an e-value${rule.until === null ? "" : ` or when the label was ${rule.until}`}.`,
    ...planSentences(document),
    `Harness source ${provenance.harnessDigest}.`,
  ];
}

function planSentences({ process }: Extract<ReportDocument, { origin: "experiment" }>): readonly string[] {
  if (process === undefined) return [];
  if (process.plan === null) return ["No plan was frozen before the first trial."];
  const { digest, frozenAt, deviations } = process.plan;
  return [
    `The plan was frozen at ${frozenAt}, digest ${digest}, ${deviations.length === 0 ? "and followed to the letter" : `with ${countText(deviations.length, "deviation")}: ${deviations.join("; ")}`}.`,
  ];
}

function testSentences(comparisons: readonly Comparison[]): readonly string[] {
  const judged = comparisons.filter(({ effect }) => effect.exactP !== null);
  if (judged.length === 0)
    return ["No test was made: results are counts of pairs and the items of a mechanism checklist."];
  const has = (test: Comparison["effect"]["test"]) => judged.some(({ effect }) => effect.test === test);
  const alphas = [...new Set(judged.map(({ plan }) => plan.alpha))];
  return [
    ...(has("exact-mcnemar")
      ? [
          "Pairs with one pass and one failure were tested by the exact two-sided McNemar test; 95 % intervals of the paired difference are those of Fay and Lumbard.",
        ]
      : []),
    ...(has("stratified-fisher")
      ? [
          "Unpaired outcomes were tested by Fisher's exact test stratified by scenario; 95 % intervals are Newcombe's for independent proportions and approximate.",
        ]
      : []),
    ...(judged.some(({ sequential }) => sequential !== null)
      ? ["Sequential comparisons rest on an e-value, and their intervals are confidence sequences."]
      : []),
    `Level ${alphas.join(", ")}.`,
  ];
}

function adjustmentSentences(comparisons: readonly Comparison[]): readonly string[] {
  const families = [...new Set(comparisons.map(({ plan }) => plan.family))].filter((size) => size > 1);
  if (comparisons.every(({ effect }) => effect.exactP === null)) return ["None, since nothing was tested."];
  return families.length === 0
    ? ["None: there is one comparison."]
    : families.map(
        (size) =>
          `Over a family of ${count(size)} comparisons by Holm's method among those that can be significant at all (Tarone).`,
      );
}

function denominatorSentence(section: ReportSection): string {
  const { denominators, counts } = section.comparison;
  const { planned, units, pairs, errors, unscored, missing, budget } = denominators;
  const lost = [
    ["errors", errors],
    ["unscored", unscored],
    ["missing", missing],
    ["ended by the budget", budget],
  ] as const;
  const named = lost.flatMap(([name, of]) =>
    total(of) === 0 ? [] : [`${name} ${of.control} control, ${of.treatment} treatment`],
  );
  return `${sectionName(section)}: ${planned === null ? "an unrecorded number of pairs" : countText(planned, "pair")} planned, ${count(units)} run, ${count(pairs)} valid (${count(counts.b)} better, ${count(counts.c)} worse, ${count(counts.both + counts.neither)} equal)${named.length === 0 ? ", none lost" : `; trials lost: ${named.join("; ")}`}.`;
}

function total({ control, treatment }: ByArm<number>): number {
  return control + treatment;
}
